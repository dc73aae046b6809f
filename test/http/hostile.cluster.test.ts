// Clients that send too much, too slowly or never read. Beside each, an honest client counts its own answers (rule LIMIT-17).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { API_ROOT } from '../../protocol/wire/version.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openRaw, type RawClient } from '../support/raw-http.ts';
import { connect, connectRaw } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

const MB = 1_048_576;
/** An honest client waits this long for an answer. */
const PATIENCE_MS = 5_000;
/** Its requests. */
const HONEST = 10;
const HANDSHAKE =
  `GET ${API_ROOT}/live HTTP/1.1\r\nHost: t\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n';

let gateway: TestGateway;
let port: number;

beforeAll(async () => {
  gateway = await openTestGateway();
  port = Number(new URL(gateway.url).port);
});
afterAll(() => gateway.close());

/** Starts a hostile client, which ends with its test. `closed(n)` resolves when n of its connections were closed, to how much each had sent. */
function flood({ onTestFinished }: TestContext, connections: number, times: number, text: string) {
  const script = path.join(import.meta.dirname, '../support/flood.mjs');
  const child = spawn(process.execPath, [script, ...[port, connections, times].map(String), text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const sent: number[] = [];
  let wake: () => void = () => undefined;
  createInterface(child.stdout).on('line', (line) => {
    sent.push(Number(line.split(' ')[1]));
    wake();
  });
  return {
    async closed(count: number): Promise<readonly number[]> {
      while (sent.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return sent;
    },
  };
}

/** An honest app and an honest screen: each of their requests is answered in time. */
async function honest(): Promise<void> {
  const screen = await connect(gateway.liveUrl, TOKENS.club);
  await screen.subscribe('club:riverside-fc');
  for (let index = 0; index < HONEST; index += 1) {
    const answer = await fetch(`${gateway.url}${API_ROOT}/club`, {
      headers: { authorization: `Bearer ${TOKENS.club}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    screen.send({ type: 'ping', ref: index });
    expect((await screen.next('pong')).ref).toBe(index);
  }
  await screen.close();
}

const rss = (): number => process.memoryUsage.rss();

describe('a flood of requests whose answers are never read', () => {
  const TIMES = 1_000_000;
  const CONNECTIONS = 8;
  it.for<readonly [name: string, text: string]>([
    ['GET /healthz', `GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n`],
    ['a path that is not there', `GET /nothing HTTP/1.1\r\nHost: t\r\n\r\n`],
    ['a call without a credential', `GET ${API_ROOT}/club HTTP/1.1\r\nHost: t\r\n\r\n`],
    ['HEAD', `HEAD /healthz HTTP/1.1\r\nHost: t\r\n\r\n`],
    ['OPTIONS', `OPTIONS ${API_ROOT}/club HTTP/1.1\r\nHost: t\r\n\r\n`],
    ['a handshake that is none', `${HANDSHAKE.replace('Upgrade: websocket\r\n', '')}\r\n`],
    ['a bad credential', `GET ${API_ROOT}/club HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer bad\r\n\r\n`],
  ])('rule LIMIT-17: %s is cut, keeps no memory, and starves no other client', async ([, text], context) => {
    await honest();
    const before = rss();
    const attacker = flood(context, CONNECTIONS, TIMES, text);
    await attacker.closed(CONNECTIONS);
    await honest();
    const sent = await attacker.closed(2 * CONNECTIONS);
    // The buffers of the system take some; the server keeps none.
    for (const count of sent) expect(count).toBeLessThan(TIMES);
    expect(rss() - before).toBeLessThan(150 * MB);
  });
});

// Each waits some seconds for its connections to be closed: at the same time.
describe.concurrent('connections that keep a place', () => {
  it('rule LIMIT-17: 5,000 without a byte are closed after some seconds, and others are served meanwhile', async (context) => {
    const attacker = flood(context, 5_000, 0, '');
    await honest();
    expect(await attacker.closed(5_000)).toHaveLength(5_000);
    await honest();
  });

  it('rule LIMIT-17: a head that drips is closed, however long it goes on', async () => {
    const raw = await openRaw(port);
    raw.write('GET /healthz HTTP/1.1\r\nHost: t\r\n');
    const dripping = setInterval(() => raw.write('x-a: b\r\n'), 500);
    await raw.closed;
    clearInterval(dripping);
    expect(raw.rest()).toBe('');
  });

  it('a head of 10,000 lines is not answered with anything of ours', async () => {
    const raw = await openRaw(port);
    raw.write(`GET ${API_ROOT}/club HTTP/1.1\r\nHost: t\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`);
    await honest();
    await raw.closed;
    expect(raw.rest()).not.toContain('200 OK');
  });
});

/** A client frame whose mask is zero. */
function frame(opcode: number, payload: string | Buffer, isLast = true): Buffer {
  const body = Buffer.from(payload);
  const first = (isLast ? 0x80 : 0) | opcode;
  if (body.length < 126) return Buffer.concat([Buffer.from([first, 0x80 | body.length, 0, 0, 0, 0]), body]);
  const head = Buffer.from([first, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}
const [CONTINUATION, TEXT, PING, PONG] = [0, 1, 9, 10];

/** The end of the connection: the code of the close frame, 1006 without one. */
async function closeCode(raw: RawClient): Promise<number> {
  await raw.closed;
  const end = Buffer.from(raw.rest(), 'latin1');
  const at = end.lastIndexOf(0x88);
  return at === -1 ? 1006 : end.readUInt16BE(at + 2);
}

async function shake(token?: string): Promise<RawClient> {
  const raw = await openRaw(port);
  raw.write(`${HANDSHAKE}${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`);
  expect((await raw.answer()).status).toBe(101);
  return raw;
}

describe('hostile WebSockets', () => {
  it.each([
    ['pings', PING],
    ['pongs', PONG],
  ])('%s at full speed end with 1008, with or without a credential', async (_, opcode) => {
    for (const token of [undefined, TOKENS.club]) {
      const raw = await shake(token);
      raw.socket.write(Buffer.concat(Array.from({ length: 50_000 }, () => frame(opcode, 'x'))));
      expect(await closeCode(raw)).toBe(1008);
      expect(raw.rest()).toContain('"reason":"policy"');
    }
    await honest();
  });

  it('200 pings at once are answered', async () => {
    const raw = await shake(TOKENS.club);
    raw.socket.write(Buffer.concat(Array.from({ length: 200 }, () => frame(PING, 'count'))));
    await expect.poll(() => raw.rest().split('count').length - 1).toBe(200);
    raw.socket.destroy();
  });

  it('a frame of 60 KB before `auth` ends with 1009', async () => {
    const raw = await shake();
    raw.socket.write(frame(TEXT, 'x'.repeat(60_000)));
    expect(await closeCode(raw)).toBe(1009);
  });

  it('rule LIMIT-10: messages without an end keep 64 KiB before `auth`, 256 KiB after, and end when no credential comes', async () => {
    const attackers = await Promise.all(Array.from({ length: 100 }, () => shake()));
    const before = rss();
    for (const { socket } of attackers) {
      socket.write(frame(TEXT, 'x'.repeat(30_000), false));
      for (let parts = 0; parts < 30; parts += 1) socket.write(frame(CONTINUATION, 'x'.repeat(1_000), false));
    }
    await honest();
    expect(rss() - before).toBeLessThan(100 * MB);
    expect(new Set(await Promise.all(attackers.map(closeCode)))).toEqual(new Set([4408]));
    for (const [token, parts] of [
      [undefined, 3],
      [TOKENS.club, 9],
    ] as const) {
      const raw = await shake(token);
      for (let part = 0; part < parts; part += 1)
        raw.socket.write(frame(part === 0 ? TEXT : CONTINUATION, 'x'.repeat(30_000), false));
      expect(await closeCode(raw)).toBe(1006);
    }
  });

  it('rule LIMIT-10: a credential that comes with the handshake gives room for 256 KiB, in the header and in the query', async () => {
    const inQuery = await openRaw(port);
    inQuery.write(`${HANDSHAKE.replace('/live ', `/live?token=${TOKENS.club} `)}\r\n`);
    expect((await inQuery.answer()).status).toBe(101);
    for (const raw of [await shake(TOKENS.club), inQuery]) {
      for (let part = 0; part < 4; part += 1)
        raw.socket.write(frame(part === 0 ? TEXT : CONTINUATION, 'x'.repeat(30_000), part === 3));
      expect(await closeCode(raw)).toBe(1009);
    }
  });

  it('a handshake that wants its connection closed is refused, and keeps no place', async () => {
    for (const value of ['close', 'Close', 'keep-alive', 'close\r\nConnection: Upgrade', 'xupgrade']) {
      // A token that is looked up first: the library then upgrades outside of its own callback.
      const token = await gateway.viewToken(TOKENS.club, 'club:riverside-fc');
      const raw = await openRaw(port);
      raw.write(
        `${HANDSHAKE.replace('Connection: Upgrade', `Connection: ${value}`)}Authorization: Bearer ${token}\r\n\r\n`,
      );
      expect((await raw.answer()).status).toBe(400);
      await raw.closed;
    }
    expect(await connections()).toBe(0);
    await honest();
  });

  it('connections cut without a word give all back', async () => {
    const open = await Promise.all(
      Array.from({ length: 300 }, () => connectRaw(gateway.liveUrl, { token: TOKENS.club })),
    );
    for (const screen of open) screen.send({ type: 'subscribe', channel: 'club:riverside-fc' });
    for (const { socket } of open) socket.terminate();
    await honest();
    await expect.poll(connections).toBe(0);
  });

  it('20 clients that subscribe and unsubscribe at the limit do not slow others', async () => {
    const attackers = await Promise.all(Array.from({ length: 20 }, () => connect(gateway.liveUrl, TOKENS.club)));
    let answers = 0;
    for (const attacker of attackers) {
      // A heartbeat answers nothing.
      attacker.socket.on('message', (data: Buffer) => {
        if (!data.includes('"type":"heartbeat"')) answers += 1;
      });
      for (let index = 0; index < 100; index += 1) {
        attacker.send({ type: 'subscribe', channel: 'club:riverside-fc' });
        attacker.send({ type: 'unsubscribe', channel: 'club:riverside-fc' });
      }
    }
    await honest();
    await expect.poll(() => answers).toBe(20 * 200);
    for (const { socket } of attackers) socket.terminate();
  });
});

/** The open live connections, by the metric. */
async function connections(): Promise<number> {
  const answer = await fetch(`${gateway.url}/metrics`, {
    headers: { authorization: `Bearer ${gateway.config.adminToken ?? ''}` },
  });
  return Number(/^touchline_live_connections(?:\{[^}]*\})? (\d+)$/m.exec(await answer.text())?.[1]);
}
