// P39 and P40: limits of one connection.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { connect, type Subscriber } from '../support/subscriber.ts';

const GAMES = 200;
const HEARTBEAT_MS = 1_000;
/** Frames in the time of a heartbeat that the allowance of 50 a second covers. */
const PER_HEARTBEAT = 45;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ data: world({ moreGames: GAMES }), timing: { heartbeatMs: HEARTBEAT_MS } });
});
afterAll(() => gateway.close());

/** The next heartbeat of the live match from now on, without unread ones. */
async function nextBeat(subscriber: Subscriber): Promise<void> {
  const now = Date.now();
  for (;;) {
    const { channel, at } = await subscriber.next('heartbeat');
    if (channel === 'match:701' && at >= now) return;
  }
}

describe('P39: subscriptions', () => {
  it('P39 are at most 200; one more gets limit, and 200 more end the connection with 1008', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.app);
    // The heartbeats of a live match measure the time.
    await matchKeeper(gateway, 701).post('Start');
    await subscriber.subscribe('match:701');
    const paced = async (count: number, act: (index: number) => Promise<unknown>): Promise<void> => {
      // A whole interval first, so that the allowance is full.
      await nextBeat(subscriber);
      for (let index = 0; index < count; index += 1) {
        if (index % PER_HEARTBEAT === 0) await nextBeat(subscriber);
        await act(index);
      }
    };
    for (let index = 0; index < 150; index += 1) await subscriber.subscribe(`game:${1_000 + index}`);
    await paced(49, (index) => subscriber.subscribe(`game:${1_150 + index}`));
    subscriber.send({ type: 'subscribe', channel: 'game:1199', ref: 'one too many' });
    expect(await subscriber.next('error')).toMatchObject({ code: 'limit', channel: 'game:1199', ref: 'one too many' });

    await subscriber.subscribe('game:1000');
    subscriber.send({ type: 'unsubscribe', channel: 'game:1000' });
    await subscriber.next('unsubscribed');
    await subscriber.subscribe('game:1199');

    await paced(199, async () => {
      subscriber.send({ type: 'subscribe', channel: 'game:1000' });
      expect(await subscriber.next('error')).toMatchObject({ code: 'limit', channel: 'game:1000' });
    });
    subscriber.send({ type: 'subscribe', channel: 'game:1000' });
    expect((await subscriber.next('closing')).reason).toBe('policy');
    expect((await subscriber.closed).code).toBe(1008);
  });
});

describe('P40: frames', () => {
  const burst = async (count: number) => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    for (let ref = 1; ref <= count; ref += 1) subscriber.send({ type: 'ping', ref });
    return subscriber;
  };

  it('P40 a burst of 200 is answered', async () => {
    const subscriber = await burst(200);
    for (let ref = 1; ref <= 200; ref += 1) expect((await subscriber.next('pong')).ref).toBe(ref);
    await subscriber.close();
  });

  it('P40 pings of the WebSocket have a count of their own', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    let pongs = 0;
    subscriber.socket.on('pong', () => (pongs += 1));
    for (let ref = 1; ref <= 200; ref += 1) {
      subscriber.socket.ping();
      subscriber.send({ type: 'ping', ref });
    }
    for (let ref = 1; ref <= 200; ref += 1) expect((await subscriber.next('pong')).ref).toBe(ref);
    await expect.poll(() => pongs).toBe(200);
    await subscriber.close();
  });

  it('P40 frames beyond it get limit and are not handled; the connection stays and recovers', async () => {
    const subscriber = await burst(300);
    let pongs = 0;
    let limits = 0;
    while (pongs + limits < 300) {
      const frame = await subscriber.take();
      if (frame.type === 'pong') pongs += 1;
      else {
        expect(frame).toMatchObject({
          type: 'error',
          code: 'limit',
          ref: expect.any(Number),
          hint: expect.any(String),
        });
        limits += 1;
      }
    }
    expect(pongs).toBeGreaterThanOrEqual(200);
    expect(limits).toBeGreaterThan(50);
    const clock = await connect(gateway.liveUrl, TOKENS.tournament);
    await matchKeeper(gateway, 702).post('Start');
    await clock.subscribe('match:702');
    await clock.next('heartbeat');
    await clock.next('heartbeat');
    expect(await subscriber.unread()).toEqual([]);
    await clock.close();
    await subscriber.close();
  });

  it('P40 twice as many end the connection with 1008', async () => {
    const subscriber = await burst(600);
    for (;;) {
      const frame = await subscriber.take();
      if (frame.type === 'pong' || frame.type === 'error') continue;
      expect(frame).toMatchObject({ type: 'closing', reason: 'policy' });
      break;
    }
    expect((await subscriber.closed).code).toBe(1008);
  });
});
