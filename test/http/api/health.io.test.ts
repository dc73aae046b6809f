// The public endpoints of a node, and the ones for its operator only (rules OPS-7, OPS-16, OPS-17).
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';
import { connect } from '../../support/subscriber.ts';

describe('GET /metrics (rule OPS-16)', () => {
  let gateway: TestGateway;
  let closed: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway();
    closed = await openTestGateway({ config: { adminToken: null } });
  });
  afterAll(() => Promise.all([gateway.close(), closed.close()]));

  const ask = (of: TestGateway, authorization?: string): Promise<Response> =>
    fetch(`${of.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

  it('answers the admin token', async () => {
    const answer = await ask(gateway, `Bearer ${ADMIN_TOKEN}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.text()).toContain('touchline_live_connections ');
  });

  it.each([
    ['nothing', undefined],
    ['a wrong token', 'Bearer wrong'],
    ['a longer one', `Bearer ${ADMIN_TOKEN}x`],
    ['a shorter one', `Bearer ${ADMIN_TOKEN.slice(0, -1)}`],
    ['another scheme', `Basic ${ADMIN_TOKEN}`],
    ['a good token of the interface', `Bearer ${TOKENS.adminApp}`],
  ])('is 401 for %s', async (_, authorization) => {
    const answer = await ask(gateway, authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(await answer.text()).not.toContain('touchline_');
  });

  it('is 401 where the server has no admin token', async () => {
    for (const authorization of [undefined, 'Bearer ', 'Bearer null', `Bearer ${ADMIN_TOKEN}`])
      expect((await ask(closed, authorization)).status).toBe(401);
  });
});

describe('Strict-Transport-Security (rule OPS-17)', () => {
  const opened: TestGateway[] = [];
  afterAll(() => Promise.all(opened.map((gateway) => gateway.close())));
  const open = async (publicUrl: string | null, maxConnections = 1): Promise<TestGateway> => {
    const gateway = await openTestGateway({ config: { publicUrl }, maxConnections });
    opened.push(gateway);
    return gateway;
  };

  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  /** Status and the header, of any answer: an upgrade too. The connection of an upgrade stays open until `done`. */
  const ask = (gateway: TestGateway, method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ what: string; hsts: string | undefined; done: () => void }>((resolve, reject) => {
      const asking = request(gateway.url + path, { method, headers });
      const named = (status: number | undefined): string => `${method} ${path} ${status ?? 0}`;
      asking.on('upgrade', ({ statusCode, headers: of }, socket) => {
        const done = (): void => void socket.destroy();
        resolve({ what: named(statusCode), hsts: of['strict-transport-security'], done });
      });
      asking.on('response', (answer) => {
        answer.resume();
        resolve({
          what: named(answer.statusCode),
          hsts: answer.headers['strict-transport-security'],
          done: () => undefined,
        });
      });
      asking.on('error', reject);
      asking.end();
    });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  async function everything(gateway: TestGateway) {
    const answers = [
      await ask(gateway, 'GET', '/healthz'),
      await ask(gateway, 'GET', '/readyz'),
      await ask(gateway, 'GET', '/metrics'),
      await ask(gateway, 'GET', '/'),
      await ask(gateway, 'GET', '/sign-in'),
      await ask(gateway, 'GET', '/me/apps'),
      await ask(gateway, 'GET', '/nowhere'),
      await ask(gateway, 'DELETE', '/healthz'),
      await ask(gateway, 'GET', '/api/openapi.json'),
      await ask(gateway, 'GET', '/api/v1/club', bearer(TOKENS.club)),
      await ask(gateway, 'HEAD', '/api/v1/club', bearer(TOKENS.club)),
      await ask(gateway, 'OPTIONS', '/api/v1/club'),
      await ask(gateway, 'GET', '/api/v1/club'),
      await ask(gateway, 'POST', '/api/v1/games/sunday-5s/marker', bearer(TOKENS.club)),
      await ask(gateway, 'GET', '/api/v1/live', { ...handshake, 'sec-websocket-version': '7' }),
      await ask(gateway, 'GET', '/api/v1/live', { ...handshake, ...bearer('nobody') }),
      await ask(gateway, 'GET', '/api/v1/live', { ...handshake, ...bearer(TOKENS.club) }),
      // The first connection is open, and one is all that there may be.
      await ask(gateway, 'GET', '/api/v1/live', { ...handshake, ...bearer(TOKENS.club) }),
    ];
    for (const { done } of answers) done();
    return answers.map(({ what, hsts }) => ({ what, hsts }));
  }

  it('is in every answer where the public address is https', async () => {
    const answers = await everything(await open('https://scores.example'));
    expect(answers.filter(({ hsts }) => hsts !== 'max-age=31536000')).toEqual([]);
    const statuses = answers.map(({ what }) => what.split(' ').at(-1));
    expect(statuses).toEqual(
      expect.arrayContaining(['101', '200', '204', '303', '400', '401', '404', '405', '422', '503']),
    );
  });

  it('does not disturb the frames of a connection', async () => {
    const screen = await connect((await open('https://scores.example')).liveUrl, TOKENS.club);
    expect((await screen.subscribe('game:100')).channel).toBe('game:100');
    await screen.close();
  });

  it('is in none where it is http', async () => {
    const answers = await everything(await open(null));
    expect(answers.filter(({ hsts }) => hsts !== undefined)).toEqual([]);
  });
});
