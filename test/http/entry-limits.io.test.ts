// Every way into the service: where it accepts credentials, the order of the checks, and the number of connections of an
// address. Each test is a client with its own address, behind a trusted proxy.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Endpoint } from '../../protocol/rest/endpoint.ts';
import { endpoints } from '../../protocol/rest/endpoints.ts';
import { API_ROOT } from '../../protocol/wire/version.ts';
import { BAD_MAX } from '../../src/auth/credential-guard.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openRaw } from '../support/raw-http.ts';
import { ADMIN_TOKEN, TOKENS } from '../support/world/tokens.ts';

const CONNECTIONS = 300;
const UNIDENTIFIED = 256;

let gateway: TestGateway;
let clients = 0;
const nextAddress = (): string => `203.0.${Math.floor(clients / 250)}.${(clients++ % 250) + 1}`;

beforeAll(async () => {
  gateway = await openTestGateway({
    config: { isTrustedProxy: (address) => address === '127.0.0.1', maxConnectionsPerAddress: CONNECTIONS },
  });
});
afterAll(() => gateway.close());

const get = async (address: string, from: string, authorization?: string): Promise<number> => {
  const headers = { 'x-forwarded-for': from, ...(authorization === undefined ? {} : { authorization }) };
  const answer = await fetch(gateway.url + address, { headers });
  await answer.arrayBuffer();
  return answer.status;
};

/** Status of a handshake: 101 when it is accepted. The connection stays open until `close`. */
type Handshake = { readonly status: number; readonly socket: WebSocket };
function shake(from: string, token?: string): Promise<Handshake> {
  const socket = new WebSocket(gateway.liveUrl, {
    headers: { 'x-forwarded-for': from, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ status: 101, socket }));
    socket.on('unexpected-response', (_, answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, socket });
    });
    socket.on('error', reject);
  });
}

const closeOf = (socket: WebSocket): Promise<number> => new Promise((resolve) => socket.on('close', resolve));
const errorOf = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as { type: string };
      if (frame.type === 'error') resolve(frame);
    });
  });

/** The answer to a bad `auth` frame, and the close code. */
async function auth(from: string, token: string): Promise<{ readonly error: unknown; readonly code: number }> {
  const { socket } = await shake(from);
  const [error, code] = [errorOf(socket), closeOf(socket)];
  socket.send(JSON.stringify({ type: 'auth', token }));
  return { error: await error, code: await code };
}

/** Each way in, and its answer to one bad credential. */
const entries: Readonly<Record<string, (from: string) => Promise<number>>> = {
  'the REST interface': (from) => get(`${API_ROOT}/club`, from, 'Bearer bad'),
  'the admin endpoints': (from) => get('/api/admin/export', from, 'Bearer bad'),
  '/metrics': (from) => get('/metrics', from, 'Bearer bad'),
  'the REST interface, in a malformed header': (from) => get(`${API_ROOT}/club`, from, 'Basic bad'),
  'the admin endpoints, in a malformed header': (from) => get('/api/admin/export', from, 'bad'),
  '/metrics, in a malformed header': (from) => get('/metrics', from, 'Bearer bad bad'),
  'an event stream': (from) => get(`${API_ROOT}/live/match:701/events?token=bad`, from),
  'a screen, in a malformed address': (from) => get('/screen/match:701?token=bad%20token', from),
  'a screen': (from) => get('/screen/match:701?token=bad', from),
  'the facts of a screen': (from) => get('/screen/match:701/facts?token=bad', from),
  'an overlay': (from) => get('/overlay/match:701?token=bad', from),
  'a link of the console': async (from) => {
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.url}/console/takeover`, { method: 'POST', headers, body: '{"link":"bad"}' });
    await answer.arrayBuffer();
    return answer.status;
  },
  'a handshake': async (from) => {
    const { status, socket } = await shake(from, 'bad');
    socket.terminate();
    return status;
  },
  'an auth frame': async (from) => ((await auth(from, 'bad')).code === 1008 ? 429 : 401),
};

describe('bad credentials (rule LIMIT-2)', () => {
  it.each(Object.entries(entries))('at %s block their address everywhere, and only it', async (_, attempt) => {
    const from = nextAddress();
    expect(await get(`${API_ROOT}/club`, from, `Bearer ${TOKENS.club}`)).toBe(200);
    for (let tries = 0; tries < BAD_MAX; tries += 1) expect(await attempt(from)).toBe(401);
    for (const [name, other] of Object.entries(entries)) expect([name, await other(from)]).toEqual([name, 429]);
    // Recently verified credentials still work, and so do all other addresses.
    expect(await get(`${API_ROOT}/club`, from, `Bearer ${TOKENS.club}`)).toBe(200);
    expect(await get('/api/admin/export', from, `Bearer ${ADMIN_TOKEN}`)).toBe(200);
    expect(await attempt(nextAddress())).toBe(401);
  });

  it('on a live connection are answered with `limit` before it closes', async () => {
    const from = nextAddress();
    for (let tries = 0; tries < BAD_MAX; tries += 1) await get(`${API_ROOT}/club`, from, 'Bearer bad');
    expect(await auth(from, 'bad')).toMatchObject({ error: { code: 'limit' }, code: 1008 });
    const { status, socket } = await shake(from);
    expect(status).toBe(101);
    socket.terminate();
  });

  it('rules LIMIT-2, ACCESS-17: are counted for the whole /64 of an IPv6 address, and not for one that the client invents', async () => {
    for (let tries = 0; tries < BAD_MAX; tries += 1) {
      await get(`${API_ROOT}/club`, `198.51.100.${tries % 250}, 2001:db8:7:7::${tries.toString(16)}`, 'Bearer bad');
    }
    expect(await get(`${API_ROOT}/club`, '2001:db8:7:7:ffff::1', 'Bearer bad')).toBe(429);
    expect(await get(`${API_ROOT}/club`, '198.51.100.1', 'Bearer bad')).toBe(401);
  });

  it('rule ACCESS-17: are counted for the address that a proxy names in a line of its own, behind an empty one of the client', async () => {
    const from = nextAddress();
    const ask = async (lines: string): Promise<number> => {
      const raw = await openRaw(Number(new URL(gateway.url).port));
      raw.write(`GET ${API_ROOT}/club HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer bad\r\n${lines}\r\n`);
      const { status } = await raw.answer();
      raw.socket.destroy();
      return status;
    };
    for (let tries = 0; tries < BAD_MAX; tries += 1)
      expect(await ask(`X-Forwarded-For:\r\nX-Forwarded-For: ${from}\r\n`)).toBe(401);
    expect(await ask(`X-Forwarded-For: ${from}\r\n`)).toBe(429);
    expect(await ask('')).toBe(401);
  });
});

const withBodies = Object.entries<Endpoint>(endpoints).filter(([, { body }]) => body !== undefined);

describe('the order of the checks (rule LIMIT-9)', () => {
  /** The status for a body that is announced as too large and never sent. */
  async function announce({ method, paths: [path = ''] }: Endpoint, token: string | null): Promise<number> {
    const address = path
      .replace('{club_slug}', 'riverside-fc')
      .replace('{tournament_slug}', 'autumn-cup')
      .replace('{match_id}', '701')
      .replace('{slug}', 'sunday-5s')
      .replace('{id}', 'x')
      .replace('{channel}', 'game:100')
      .replace('{user_id}', '1')
      .replace('{junior_id}', '1')
      .replace('{team_id}', '71')
      .replace(/\{\w+_id\}/, '999');
    const raw = await openRaw(Number(new URL(gateway.url).port));
    const authorization = token === null ? '' : `Authorization: Bearer ${token}\r\n`;
    raw.write(
      `${method} ${address} HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: ${nextAddress()}\r\n${authorization}` +
        'Content-Length: 999999999\r\n\r\n',
    );
    const { status } = await raw.answer();
    raw.socket.destroy();
    return status;
  }

  it.each(withBodies)('%s: credential, then right, then size', async (_, endpoint) => {
    expect(await announce(endpoint, null)).toBe(401);
    expect(await announce(endpoint, 'bad')).toBe(401);
    const isAdmin = endpoint.access === 'admin';
    if (endpoint.access !== 'channel') expect(await announce(endpoint, TOKENS.otherClub)).toBe(403);
    const own = ['match', 'tournament'].includes(endpoint.access) ? TOKENS.tournament : TOKENS.club;
    expect(await announce(endpoint, isAdmin ? ADMIN_TOKEN : own)).toBe(413);
  });

  it('keeps no body of a client without a credential', async () => {
    const part = Buffer.alloc(1_048_576, 'x');
    const before = process.memoryUsage().arrayBuffers;
    const attackers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const raw = await openRaw(Number(new URL(gateway.url).port));
        raw.write(
          `POST /api/admin/import HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: ${nextAddress()}\r\n` +
            'Authorization: Bearer bad\r\nContent-Length: 62914560\r\n\r\n',
        );
        for (let sent = 0; sent < 60; sent += 1) raw.socket.write(part);
        return raw;
      }),
    );
    for (const raw of attackers) expect((await raw.answer()).status).toBe(401);
    expect(await get(`${API_ROOT}/club`, nextAddress(), `Bearer ${TOKENS.club}`)).toBe(200);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1_048_576);
    for (const { socket } of attackers) socket.destroy();
  });
});

describe('the allowance of a caller (rule LIMIT-1)', () => {
  it('stands in the RateLimit headers of every answer', async () => {
    for (const address of ['/club', '/club/players', '/nothing-here', '/clubs/someone-else']) {
      const { headers } = await gateway.call('GET', `${API_ROOT}${address}`, { token: TOKENS.club });
      if (address === '/nothing-here') continue;
      expect(headers.get('ratelimit-policy')).toBe('"requests";q=2000;w=2');
      expect(headers.get('ratelimit')).toMatch(/^"requests";r=1\d{3};t=\d$/);
      expect(headers.get('access-control-expose-headers')).toContain('RateLimit');
    }
  });
});

describe('the live connections of an address (rule LIMIT-10)', () => {
  it('are limited in number, 256 of them without a credential', async () => {
    const from = nextAddress();
    const open: WebSocket[] = [];
    const attempt = async (token?: string, address = from): Promise<number> => {
      const { status, socket } = await shake(address, token);
      open.push(socket);
      return status;
    };
    // At once: on a slow machine those without a credential would end meanwhile.
    const attempts = async (count: number, token?: string): Promise<void> => {
      const statuses = await Promise.all(Array.from({ length: count }, () => attempt(token)));
      for (const status of statuses) expect(status).toBe(101);
    };
    await attempts(UNIDENTIFIED);
    expect(await attempt()).toBe(429);
    expect(await attempt(undefined, nextAddress())).toBe(101);
    await attempts(CONNECTIONS - UNIDENTIFIED, TOKENS.club);
    expect(await attempt(TOKENS.club)).toBe(429);
    expect(await attempt(TOKENS.club, nextAddress())).toBe(101);
    // A connection that ends frees its place. A connection that shows its credential frees a place for one without.
    const [first, second] = open;
    const left = first && closeOf(first);
    first?.close();
    await left;
    await expect.poll(() => attempt(TOKENS.club)).toBe(101);
    expect(second?.readyState).toBe(WebSocket.OPEN);
    for (const socket of open) socket.terminate();
  });

  it('leave room for another one without a credential once they have shown theirs', async () => {
    const from = nextAddress();
    const waiting = await Promise.all(Array.from({ length: UNIDENTIFIED }, () => shake(from)));
    const [first] = waiting;
    const welcome = new Promise((resolve) => first?.socket.once('message', resolve));
    first?.socket.send(JSON.stringify({ type: 'auth', token: TOKENS.club }));
    await welcome;
    const next = await shake(from);
    expect(next.status).toBe(101);
    for (const { socket } of [...waiting, next]) socket.terminate();
  });

  it('are not used up by handshakes that are refused', async () => {
    const known = await shake(nextAddress(), TOKENS.club);
    const from = nextAddress();
    for (let tries = 0; tries < CONNECTIONS; tries += 1)
      expect([401, 429]).toContain((await shake(from, 'bad')).status);
    const next = await shake(from, TOKENS.club);
    expect(next.status).toBe(101);
    for (const { socket } of [known, next]) socket.terminate();
  });
});
