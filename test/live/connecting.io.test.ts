// P1–P9: connecting and authentication.
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/ops/logger.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openRaw } from '../support/raw-http.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { connect, connectRaw, Refused } from '../support/subscriber.ts';

const AUTH_MS = 400;
const HEARTBEAT_MS = 60_000;

let gateway: TestGateway;
const logged: string[] = [];

beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  gateway = await openTestGateway({
    timing: { authMs: AUTH_MS, heartbeatMs: HEARTBEAT_MS },
    logger: createLogger('trace', destination),
  });
});
afterAll(() => gateway.close());

const withQuery = (token: string): string => `${gateway.liveUrl}?token=${encodeURIComponent(token)}`;

async function refusal(promise: Promise<unknown>): Promise<Refused> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('P1: the subprotocol', () => {
  it('P1 is selected when it is offered, alone or among others', async () => {
    for (const subprotocols of [['touchline.v1'], ['other.v9', 'touchline.v1']]) {
      const subscriber = await connect(gateway.liveUrl, TOKENS.tournament, { subprotocols });
      expect(subscriber.subprotocol).toBe('touchline.v1');
      await subscriber.close();
    }
  });

  it('P1 may be left out', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.tournament);
    expect(subscriber.subprotocol).toBe('');
    await subscriber.close();
  });
});

it('P1 rule REQ-5: a trailing slash changes nothing, with the credential in the handshake or in a frame', async () => {
  const inHandshake = await connect(`${gateway.liveUrl}/`, TOKENS.club);
  await inHandshake.subscribe('game:100');
  await inHandshake.close();
  const inFrame = await connectRaw(`${gateway.liveUrl}/`);
  inFrame.send({ type: 'auth', token: TOKENS.club });
  expect(await inFrame.take()).toMatchObject({ type: 'welcome' });
  await inFrame.close();
});

describe('P1, P4: lists over several lines of the head (RFC 9110, section 5.3)', () => {
  const shake = (...lines: readonly string[]) => shakeAs('13', ...lines);
  const shakeAs = async (version: string, ...lines: readonly string[]) => {
    const raw = await openRaw(Number(new URL(gateway.url).port));
    const head = ['GET /api/v1/live HTTP/1.1', 'Host: t', 'Upgrade: websocket', `Sec-WebSocket-Version: ${version}`];
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    raw.write([...head, key, ...lines, '', ''].join('\r\n'));
    const answer = await raw.answer();
    raw.socket.destroy();
    return answer;
  };

  it.each([
    [['keep-alive', 'Upgrade']],
    [['Upgrade', 'keep-alive']],
    [['keep-alive, HTTP2-Settings', 'x, upgrade']],
    [['', 'Upgrade']],
    [['Upgrade', 'close']],
  ])('P4 takes Connection in the lines %j', async (lines) => {
    expect((await shake(...lines.map((line) => `Connection: ${line}`))).status).toBe(101);
  });

  it.each([[['keep-alive', 'x-upgrade']], [['keep-alive', 'close']], [['close', 'Upgrade']], [[]]])(
    'P4 refuses Connection in the lines %j',
    async (lines) => {
      expect((await shake(...lines.map((line) => `Connection: ${line}`))).status).toBe(400);
    },
  );

  it('P4 refuses another version than 13', async () => {
    for (const version of ['8', '12', '14', '']) {
      expect((await shakeAs(version, 'Connection: Upgrade')).status).toBe(400);
    }
  });

  it('P1 selects the subprotocol of any line', async () => {
    const offers = ['Sec-WebSocket-Protocol: other.v9', 'Sec-WebSocket-Protocol: touchline.v1'];
    const { headers } = await shake('Connection: Upgrade', ...offers);
    expect(headers.get('sec-websocket-protocol')).toBe('touchline.v1');
  });
});

describe('P2: the credential', () => {
  it.each([
    ['the header', () => connectRaw(gateway.liveUrl, { token: TOKENS.club })],
    ['the query', () => connectRaw(withQuery(TOKENS.club))],
    [
      'a first frame',
      async () => {
        const subscriber = await connectRaw(gateway.liveUrl);
        subscriber.send({ type: 'auth', token: TOKENS.club });
        return subscriber;
      },
    ],
  ])('P2 comes in %s, and welcome is the first frame after it', async (_way, open) => {
    const before = Date.now();
    const subscriber = await open();
    const welcome = await subscriber.next('welcome');
    expect(welcome).toMatchObject({ protocol: 'touchline.v1', heartbeat_ms: HEARTBEAT_MS });
    expect(welcome.session).not.toBe('');
    expect(welcome.server_time).toBeGreaterThanOrEqual(before);
    expect(welcome.server_time).toBeLessThanOrEqual(Date.now());
    await subscriber.close();
  });

  it('P2 gives every connection its own session', async () => {
    const [a, b] = await Promise.all([1, 2].map(() => connectRaw(gateway.liveUrl, { token: TOKENS.club })));
    expect((await a?.next('welcome'))?.session).not.toBe((await b?.next('welcome'))?.session);
    await Promise.all([a?.close(), b?.close()]);
  });
});

describe('P3: header and query together', () => {
  it('P3 a good header wins over a bad query parameter', async () => {
    const subscriber = await connect(withQuery('nobody'), TOKENS.club);
    await subscriber.close();
  });

  it('P3 a bad header wins over a good query parameter', async () => {
    expect((await refusal(connectRaw(withQuery(TOKENS.club), { token: 'nobody' }))).status).toBe(401);
  });
});

describe('P4: a bad credential before the upgrade', () => {
  it.each([
    ['an unknown header', () => connectRaw(gateway.liveUrl, { token: 'nobody' })],
    ['a revoked header', () => connectRaw(gateway.liveUrl, { token: TOKENS.revoked })],
    ['an unknown query parameter', () => connectRaw(withQuery('nobody'))],
    ['an empty query parameter', () => connectRaw(withQuery(''))],
    ['a query parameter that is cut short', () => connectRaw(`${gateway.liveUrl}?token=${TOKENS.club}%`)],
  ])('P4 %s is answered 401 with the Error body', async (_what, open) => {
    const { status, body } = await refusal(open());
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'Invalid API token.', hint: expect.stringContaining('club API key') });
  });

  it('P4 a malformed Authorization header is answered 401', async () => {
    expect((await refusal(connectRaw(gateway.liveUrl, { token: 'two words' }))).status).toBe(401);
  });
});

describe('P5: the deadline of auth', () => {
  it('P5 ends with an error and 4408', async () => {
    const subscriber = await connectRaw(gateway.liveUrl);
    expect(await subscriber.next('error')).toMatchObject({ code: 'unauthorized', hint: expect.any(String) });
    expect((await subscriber.closed).code).toBe(4408);
  });
});

describe('P6: a bad auth frame', () => {
  it.each(['nobody', '', TOKENS.revoked])('P6 is answered by an error and 4401 (%#)', async (token) => {
    const subscriber = await connectRaw(gateway.liveUrl);
    subscriber.send({ type: 'auth', token });
    expect(await subscriber.next('error')).toMatchObject({ code: 'unauthorized', error: 'Invalid API token.' });
    expect((await subscriber.closed).code).toBe(4401);
  });
});

describe('P7: frames before auth', () => {
  it('P7 are each answered unauthorized, and the connection can still sign in', async () => {
    const subscriber = await connectRaw(gateway.liveUrl);
    subscriber.send({ type: 'subscribe', channel: 'match:701', ref: 'a' });
    subscriber.send({ type: 'ping', ref: 7 });
    subscriber.send('no JSON');
    subscriber.send('{"type":"auth"}');
    expect(await subscriber.next('error')).toMatchObject({ code: 'unauthorized', ref: 'a' });
    expect(await subscriber.next('error')).toMatchObject({ code: 'unauthorized', ref: 7 });
    expect(await subscriber.next('error')).toMatchObject({ code: 'unauthorized' });
    expect(await subscriber.next('error')).toMatchObject({ code: 'unauthorized' });
    subscriber.send({ type: 'auth', token: TOKENS.club });
    await subscriber.next('welcome');
    await subscriber.close();
  });

  it('P7 do not move the deadline', async () => {
    const start = performance.now();
    const subscriber = await connectRaw(gateway.liveUrl);
    subscriber.send({ type: 'ping' });
    await subscriber.next('error');
    await subscriber.next('error');
    expect((await subscriber.closed).code).toBe(4408);
    expect(performance.now() - start).toBeLessThan(AUTH_MS * 5);
  });
});

describe('P8: a second auth', () => {
  it('P8 is invalid, and the connection keeps its credential', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.tournament);
    subscriber.send({ type: 'auth', token: TOKENS.otherClub });
    expect(await subscriber.next('error')).toMatchObject({ code: 'invalid' });
    await subscriber.subscribe('tournament:autumn-cup');
    await subscriber.close();
  });
});

describe('P9: query credentials and the log', () => {
  it('P9 the log contains no credential, valid or not (rule OPS-6)', async () => {
    await refusal(connectRaw(withQuery('a-bad-secret-in-the-address')));
    const subscriber = await connectRaw(withQuery(TOKENS.otherTournament));
    await subscriber.next('welcome');
    await subscriber.close();
    await gateway.call('GET', 'live/match:801?token=a-third-secret-in-the-address');
    expect(logged.length, 'lines that were looked through').toBeGreaterThan(0);
    for (const secret of ['a-bad-secret', TOKENS.otherTournament, 'a-third-secret']) {
      expect(logged.filter((line) => line.includes(secret))).toEqual([]);
    }
  });
});
