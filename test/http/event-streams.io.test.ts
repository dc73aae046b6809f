// P52–P55: the live channel as Server-Sent Events.
import { Agent, get, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelState } from '../../protocol/wire/board.ts';
import { mergePatch } from '../../protocol/wire/merge-patch.ts';
import { eventOf, sinceOf } from '../../src/http/event-text.ts';
import { fileOf } from '../support/data-file.ts';
import { type EventStream, openEventStream, type StreamOptions } from '../support/event-stream.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { connect } from '../support/subscriber.ts';
import { riversideApp, TOKENS } from '../support/world/tokens.ts';

const COMMENT_MS = 300;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({
    timing: { commentMs: COMMENT_MS },
    config: { maxConnectionsPerAddress: 20, isTrustedProxy: (address) => address === '127.0.0.1' },
  });
});
afterAll(() => gateway.close());

const streamOf = (channel: string, options: StreamOptions = { token: TOKENS.tournament }): Promise<EventStream> =>
  openEventStream(`${gateway.url}/api/v1/live/${channel}/events`, options);

/** Takes events until the position is `seq`. Returns the state, and the id of the last event. */
async function reach(stream: EventStream, seq: number): Promise<{ state: ChannelState; id: string | null }> {
  let state: unknown = null;
  for (;;) {
    const { frame, id } = await stream.next();
    if (frame.type === 'snapshot') ({ state } = frame);
    else if (frame.type === 'delta') state = mergePatch(state, frame.patch);
    else if (frame.type !== 'welcome') throw new Error(`Neither snapshot nor delta: ${JSON.stringify(frame)}`);
    if ('seq' in frame && frame.seq >= seq) return { state: state as ChannelState, id };
  }
}

const polled = async (channel: string): Promise<{ seq: number; epoch: string; state: ChannelState }> =>
  (
    await gateway.call<{ seq: number; epoch: string; state: ChannelState }>('GET', `live/${channel}`, {
      token: TOKENS.tournament,
    })
  ).body;

describe('P52: the request', () => {
  it('P52, rule REQ-7: takes the token in the header or in the query', async () => {
    const view = await gateway.viewToken(TOKENS.tournament, 'match:701');
    const byHeader = await streamOf('match:701', { token: view });
    const byQuery = await openEventStream(`${gateway.url}/api/v1/live/match:701/events?token=${view}`);
    for (const stream of [byHeader, byQuery]) {
      expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
      expect(stream.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'access-control-allow-origin': '*',
      });
      expect(stream.headers['content-length']).toBeUndefined();
      expect((await stream.next()).event).toBe('welcome');
      stream.close();
    }
  });

  it.each([
    ['without a token', 'match:701', {}, 401],
    ['with a bad token', 'match:701', { token: 'nobody' }, 401],
    ['of a channel that the token may not read', 'match:701', { token: TOKENS.otherClub }, 403],
    ['of a match that is not there', 'match:999', { token: TOKENS.tournament }, 403],
    ['of a malformed channel', 'match:x', { token: TOKENS.tournament }, 404],
  ])('P52 %s is refused before the stream begins', async (_, channel, options, status) => {
    const refused = await streamOf(channel, options);
    expect(refused.status).toBe(status);
    expect(JSON.parse(await refused.text)).toHaveProperty('error');
  });

  it('P52 answers HEAD without a stream', async () => {
    const answer = await fetch(`${gateway.url}/api/v1/live/match:701/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${TOKENS.tournament}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });
});

describe('P53: the events', () => {
  it('P53 are the frames of the WebSocket, and ids that resume', async () => {
    const keeper = matchKeeper(gateway, 701);
    const stream = await streamOf('match:701');
    const socket = await connect(gateway.liveUrl, TOKENS.tournament);
    const { seq, epoch } = await socket.subscribe('match:701');
    const welcome = await stream.next();
    expect([welcome.event, welcome.id]).toEqual(['welcome', null]);
    expect((await stream.next()).id).toBe(`${epoch}:${seq}`);
    await keeper.post('Start');
    const [byStream, bySocket] = [await stream.next(), await socket.next('delta')];
    expect(byStream.frame).toEqual(bySocket);
    expect(byStream.id).toBe(`${epoch}:${seq + 1}`);
    stream.close();

    await keeper.post('Goal', { team: 'home' });
    const missed = await socket.next('delta');
    await keeper.post('Goal', { team: 'away' });
    const later = await socket.next('delta');
    const back = await streamOf('match:701', { token: TOKENS.tournament, lastEventId: byStream.id ?? '' });
    expect((await back.next()).event).toBe('welcome');
    expect((await back.next()).frame).toEqual({ type: 'resumed', channel: 'match:701', epoch, seq: seq + 1 });
    expect([(await back.next()).frame, (await back.next()).frame]).toEqual([missed, later]);
    back.close();
    for (const lastEventId of ['other:1', 'no position', `${epoch}:-1`, `${epoch}:999999`]) {
      const anew = await streamOf('match:701', { token: TOKENS.tournament, lastEventId });
      await anew.next();
      expect([lastEventId, (await anew.next()).event]).toEqual([lastEventId, 'snapshot']);
      anew.close();
    }
    await socket.close();
  });

  it('P53 lead to the polled state, of a match and of a feed', async () => {
    const streams = await Promise.all(['match:702', 'tournament:autumn-cup'].map((channel) => streamOf(channel)));
    const keeper = matchKeeper(gateway, 702);
    for (const type of ['Start', 'Goal', 'YellowCard', 'Goal'] as const) await keeper.post(type, { team: 'home' });
    for (const [index, channel] of ['match:702', 'tournament:autumn-cup'].entries()) {
      const { seq, state } = await polled(channel);
      const stream = streams[index];
      if (stream === undefined) throw new Error('There are two streams.');
      expect((await reach(stream, seq)).state).toEqual(state);
      stream.close();
    }
  });

  it('P53 an id names the position of its frame, and nothing but an id is one', () => {
    const delta = JSON.stringify({
      type: 'delta',
      channel: 'game:1',
      seq: 7,
      from: 4,
      at: 1,
      cause: [],
      patch: { epoch: 'x' },
    });
    expect(eventOf(delta, 'abc')).toEqual({
      type: 'delta',
      epoch: 'abc',
      text: `event: delta\nid: abc:7\ndata: ${delta}\n\n`,
    });
    const heartbeat = JSON.stringify({ type: 'heartbeat', channel: 'game:1', epoch: 'abc', seq: 9, at: 1 });
    expect(eventOf(heartbeat, 'abc').text).toBe(`event: heartbeat\ndata: ${heartbeat}\n\n`);
    expect(sinceOf('abc:7')).toEqual({ epoch: 'abc', seq: 7 });
    for (const text of ['', 'abc', 'abc:', ':7', 'abc:7:8', 'abc:-7', `${'a'.repeat(65)}:7`]) {
      expect(sinceOf(text)).toBeUndefined();
    }
  });
});

describe('P54: what keeps a stream open, and what ends it', () => {
  it('P54 a comment line comes while nothing happens', async () => {
    const stream = await streamOf('match:701');
    for (let count = 0; count < 3; count += 1) expect(await stream.comment()).toBe(':');
    stream.close();
  });

  it('P54 a revoked token ends it with a closing', async () => {
    const stream = await streamOf('game:100', { token: TOKENS.clubApp });
    for (const event of ['welcome', 'snapshot']) expect((await stream.next()).event).toBe(event);
    await gateway.import(fileOf({ tokens: [{ ...riversideApp(), revoked: true }] }));
    expect((await stream.next()).frame).toEqual({ type: 'closing', reason: 'revoked' });
    await stream.ended;
    expect((await streamOf('game:100', { token: TOKENS.clubApp })).status).toBe(401);
  });

  it('P54 a shutdown ends it, and says when to come back', async () => {
    const own = await openTestGateway();
    const stream = await openEventStream(`${own.url}/api/v1/live/match:701/events`, { token: TOKENS.tournament });
    for (const event of ['welcome', 'snapshot']) expect((await stream.next()).event).toBe(event);
    await own.close();
    const { frame, retry } = await stream.next();
    expect(frame).toMatchObject({ type: 'closing', reason: 'shutdown', retry_after_ms: retry });
    await stream.ended;
  });

  it('P54 its end is a whole answer for a client that keeps connections, which then opens another one', async () => {
    const own = await openTestGateway();
    const agent = new Agent({ keepAlive: true });
    const headers = { authorization: `Bearer ${TOKENS.tournament}` };
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get(`${own.url}/api/v1/live/match:701/events`, { agent, headers }, resolve);
    });
    const whole = textOf(answer);
    await own.close();
    expect(await whole).toMatch(/\nevent: closing\nretry: \d+\ndata: \{.*\}\n\n$/);
    expect(answer.headers.connection).toBe('close');
    agent.destroy();
  });
});

describe('P55: the limits', () => {
  it('P55 a stream counts as a live connection, until it ends (rule LIMIT-10)', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => streamOf('match:701')));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await streamOf('match:701');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    for (const stream of streams) stream.close();
    await expect
      .poll(async () => {
        const again = await streamOf('match:701');
        again.close();
        return again.status;
      })
      .toBe(200);
  });

  it('P55 a slow reader gets no queue, but one fresh snapshot when it reads again', async () => {
    const channel = 'game:100';
    const stream = await streamOf(channel, { token: TOKENS.club });
    await stream.next();
    await stream.next();
    stream.pause();
    // More than the kernel's buffers of both sides hold, in fewer requests than a credential may make at once (rule LIMIT-1).
    const [rounds, each] = [43, 40];
    const label = 'é'.repeat(1_900);
    for (let round = 0; round < rounds; round += 1) {
      const posted = await Promise.all(
        Array.from({ length: each }, () =>
          gateway.call('POST', 'games/sunday-5s/marker', {
            token: TOKENS.club,
            body: goalBody({ type: 'Event', label }),
          }),
        ),
      );
      expect(posted.every(({ status }) => status === 201)).toBe(true);
    }
    stream.resume();
    const { body } = await gateway.call<{ seq: number; state: ChannelState }>('GET', `live/${channel}`, {
      token: TOKENS.club,
    });
    let snapshots = 0;
    let [seq, state]: [number, unknown] = [0, null];
    while (seq < body.seq) {
      const { frame } = await stream.next();
      if (frame.type === 'snapshot') {
        snapshots += 1;
        [seq, state] = [frame.seq, frame.state];
      } else if (frame.type === 'delta') {
        // What was sent before the reader was slow may lack what came after it: a snapshot follows.
        if (snapshots > 0) expect(frame.from ?? frame.seq - 1).toBe(seq);
        [seq, state] = [frame.seq, mergePatch(state, frame.patch)];
      }
    }
    expect(snapshots).toBe(1);
    expect(state).toEqual(body.state);
    stream.close();
  });
});
