// The gateway behind a real nginx that ends TLS, set up by docs/deploy/nginx.conf (rule ACCESS-17).
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_ROOT } from '../../protocol/wire/version.ts';
import { BAD_MAX } from '../../src/auth/credential-guard.ts';
import { parseTrustedProxies, trustNone } from '../../src/ops/address.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Fetch, fetchFrom, type TestProxy, nginxPorts, openNginx, skipsNginx } from '../support/nginx.ts';
import { openRaw } from '../support/raw-http.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, positionOf } from '../support/subscriber.ts';
import { TEST_CERT } from '../support/tls.ts';
import { idIn, openVisitor, signIn } from '../support/visitor.ts';
import { PASSWORD } from '../support/world/people.ts';
import { TOKENS } from '../support/world/tokens.ts';

const CONNECTIONS = 3;

let gateway: TestGateway;
let nginx: TestProxy;
let liveUrl: string;
let clients = 1;
/** An address of this machine that no other test comes from. */
const nextAddress = (): string => `127.0.0.${(clients += 1)}`;

beforeAll(async () => {
  if (skipsNginx) return undefined;
  const ports = await nginxPorts();
  gateway = await openTestGateway({
    timing: { lastUsedMs: 50 },
    config: {
      publicUrl: `https://127.0.0.1:${ports.https}`,
      isTrustedProxy: parseTrustedProxies('127.0.0.1') ?? trustNone,
      maxConnectionsPerAddress: CONNECTIONS,
    },
  });
  nginx = await openNginx(ports, Number(new URL(gateway.url).port));
  liveUrl = `${nginx.url.replace(/^http/, 'ws')}${API_ROOT}/live`;
  return undefined;
});
afterAll(async () => {
  if (skipsNginx) return;
  await nginx.close();
  await gateway.close();
});

async function ask(send: Fetch, token: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const answer = await send(`${nginx.url}${API_ROOT}/club`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe.skipIf(skipsNginx)('behind nginx', () => {
  it('REST answers carry the limits and Strict-Transport-Security, and plain http leads to https', async () => {
    const answer = await fetchFrom(nextAddress())(`${nginx.url}${API_ROOT}/club`, {
      headers: { authorization: `Bearer ${TOKENS.club}` },
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ slug: 'riverside-fc' })]);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=2000;w=2');
    const plain = await fetch(`${nginx.plainUrl}/overlay/game:1?token=not-a-token`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([
      301,
      'https://127.0.0.1/overlay/game:1?token=not-a-token',
    ]);
    await expect.poll(nginx.log).toContain(' GET /overlay/game:1 301 ');
    expect(await nginx.log()).not.toContain('not-a-token');
  });

  it('a body passes whole, and one over the limit is refused', async () => {
    const send = fetchFrom(nextAddress());
    const post = async (body: string): Promise<number> => {
      const headers = { authorization: `Bearer ${TOKENS.club}`, 'content-type': 'application/json' };
      return (await send(`${nginx.url}${API_ROOT}/view_tokens`, { method: 'POST', headers, body })).status;
    };
    expect(await post(`{"channels":["game:100"]${' '.repeat(900_000)}}`)).toBe(201);
    expect(await post(`{"channels":["game:100"]${' '.repeat(1_100_000)}}`)).toBe(413);
  });

  it('people sign in: cookies for https only, and forms from this site only', async () => {
    const visitor = openVisitor({ url: nginx.url, fetch: fetchFrom(nextAddress()) });
    const form = await visitor.get('/sign-in');
    expect(form.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-touchline_form=.*; Secure$/)]);
    const fields = { email: 'user1@example.org', password: PASSWORD };
    for (const origin of [nginx.plainUrl, nginx.url.replace('https:', 'http:'), 'https://evil.example']) {
      const refused = await visitor.post('/sign-in', fields, { origin });
      expect([origin, refused.status]).toEqual([origin, 403]);
      expect(refused.html).toContain(`Origin ${origin} is not PUBLIC_URL ${nginx.url}.`);
    }
    const answer = await visitor.post('/sign-in', fields, { origin: nginx.url });
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-touchline_session=.*; Secure/),
      expect.stringMatching(/^__Host-touchline_browser=.*; Secure/),
    ]);
    expect((await visitor.get('/clubs/riverside-fc/integrations')).status).toBe(200);
    expect((await visitor.post('/sign-out', {}, { origin: nginx.url })).location).toBe('/sign-in');
    expect(visitor.cookies.has('__Host-touchline_session')).toBe(false);
  });

  it('a subscriber gets its snapshot, and deltas that continue it', async () => {
    const screen = await connect(liveUrl, TOKENS.tournament, { localAddress: nextAddress(), ca: TEST_CERT });
    const before = positionOf(await screen.subscribe('match:701'));
    await matchKeeper(gateway, 701).post('Start');
    const after = advance(before, await screen.next('delta'));
    expect(JSON.stringify(after.state)).toContain('"status":"live"');
    await screen.close();
    const page = await fetchFrom(nextAddress())(`${nginx.url}/screen/match:701?token=not-a-token`);
    expect(page.status).toBe(401);
    await expect.poll(nginx.log).toContain(' GET /screen/match:701 401 ');
    expect(await nginx.log()).not.toContain('not-a-token');
  });

  it('rule ACCESS-17: bad credentials block one client, also when it invents addresses, and not its neighbour', async () => {
    const [attacker, neighbour] = [fetchFrom(nextAddress()), fetchFrom(nextAddress())];
    for (let tries = 0; tries < BAD_MAX; tries += 1) {
      expect(await ask(attacker, 'bad', { 'x-forwarded-for': `203.0.113.${tries}` })).toBe(401);
    }
    expect(await ask(attacker, 'bad', { 'x-forwarded-for': '198.51.100.1, 127.0.0.1' })).toBe(429);
    expect(await ask(neighbour, 'bad')).toBe(401);
    expect(await ask(neighbour, TOKENS.club)).toBe(200);
  });

  it('live connections are counted for each client', async () => {
    const [first, second] = [nextAddress(), nextAddress()];
    const open = [];
    for (let index = 0; index < CONNECTIONS; index += 1) {
      open.push(await connect(liveUrl, TOKENS.club, { localAddress: first, ca: TEST_CERT }));
    }
    await expect(connect(liveUrl, TOKENS.club, { localAddress: first, ca: TEST_CERT })).rejects.toThrow('429');
    open.push(await connect(liveUrl, TOKENS.club, { localAddress: second, ca: TEST_CERT }));
    for (const subscriber of open) await subscriber.close();
  });

  it('the last use of a view token names the client', async () => {
    const ana = await signIn({ url: nginx.url, fetch: fetchFrom(nextAddress()) });
    const page = '/clubs/riverside-fc/integrations';
    await ana.get(page);
    const made = await ana.post(page, { action: 'make_view_token', channel: 'game:101', lasts: '86400' });
    const token = idIn(made.html, /(tlv_[\w-]+\.[\w-]+\.[\w-]+)/);
    const from = nextAddress();
    const screen = await connect(liveUrl, token, { localAddress: from, ca: TEST_CERT });
    const row = async (): Promise<string> =>
      idIn((await ana.get(page)).html, /<th[^>]*>[^<]*game:101[^<]*<\/th>(.*?)<\/tr>/s);
    await expect.poll(row).toContain(`from ${from}`);
    await screen.close();
  });

  it('a client that goes without a word gives its place back', async () => {
    const from = nextAddress();
    const options = { headers: { authorization: `Bearer ${TOKENS.club}` }, localAddress: from, ca: TEST_CERT };
    const sockets = Array.from({ length: CONNECTIONS }, () => new WebSocket(liveUrl, options));
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    for (const socket of sockets) socket.terminate();
    const isBack = async (): Promise<boolean> => {
      const next = await connect(liveUrl, TOKENS.club, { localAddress: from, ca: TEST_CERT }).catch(() => null);
      await next?.close();
      return next !== null;
    };
    await expect.poll(isBack).toBe(true);
  });
});

describe('behind a proxy that adds a line of its own', () => {
  let own: TestGateway;
  beforeAll(async () => {
    own = await openTestGateway({ config: { isTrustedProxy: parseTrustedProxies('127.0.0.1') ?? trustNone } });
  });
  afterAll(() => own.close());

  it('rule ACCESS-17: the last line counts, for the address and for the scheme', async () => {
    const raw = await openRaw(Number(new URL(own.url).port));
    const ask = async (path: string, ...lines: readonly string[]) => {
      raw.write([`GET ${path} HTTP/1.1`, 'Host: t', ...lines, '', ''].join('\r\n'));
      return raw.answer();
    };
    const club = async (invented: string, client: string): Promise<number> =>
      (
        await ask(
          `${API_ROOT}/club`,
          'Authorization: Bearer bad',
          `X-Forwarded-For: ${invented}`,
          `X-Forwarded-For: ${client}`,
        )
      ).status;
    for (let tries = 0; tries < BAD_MAX; tries += 1) expect(await club(`192.0.2.${tries}`, '203.0.113.9')).toBe(401);
    expect(await club('192.0.2.250', '203.0.113.9')).toBe(429);
    expect(await club('203.0.113.9', '203.0.113.10')).toBe(401);
    const cookie = async (...lines: readonly string[]): Promise<string | undefined> =>
      (await ask('/sign-in', ...lines)).headers.get('set-cookie');
    expect(await cookie('X-Forwarded-Proto: https', 'X-Forwarded-Proto: http')).not.toContain('Secure');
    expect(await cookie('X-Forwarded-Proto: http', 'X-Forwarded-Proto: https')).toMatch(/^__Host-.*; Secure$/);
    raw.socket.destroy();
  });
});
