// P35–P37: heartbeats, hashes and silence.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateHash } from '../../protocol/wire/canonical-json.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { gameKeeper, matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, connectRaw, positionOf, type Subscriber } from '../support/subscriber.ts';

const HEARTBEAT_MS = 500;
const QUIET_MS = 2_200;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ timing: { heartbeatMs: HEARTBEAT_MS, quietHeartbeatMs: QUIET_MS } });
  await matchKeeper(gateway, 701).post('Start');
});
afterAll(() => gateway.close());

const subscriberOf = (token: string = TOKENS.tournament): Promise<Subscriber> => connect(gateway.liveUrl, token);

const hashOf = (state: unknown): Promise<string> =>
  stateHash(state, (text) => createHash('sha256').update(text).digest('hex'));

describe('P35: heartbeats', () => {
  it('P35 come every 5 seconds for a live match and every 30 otherwise, by default', () => {
    expect(TIMING).toMatchObject({ heartbeatMs: 5_000, quietHeartbeatMs: 30_000 });
  });

  it('P35 name the newest epoch and seq, live channels more often than quiet ones', async () => {
    const subscriber = await subscriberOf();
    const live = await subscriber.subscribe('match:701');
    const quiet = await subscriber.subscribe('match:702');
    const feed = await subscriber.subscribe('tournament:autumn-cup');
    const air = await subscriber.subscribe('air:match:701');
    const quietAir = await subscriber.subscribe('air:match:702');
    const channels = [live, quiet, feed, air, quietAir];
    const came = new Map<string, number[]>();
    const newest = new Map(channels.map(({ channel, epoch, seq }) => [channel, { channel, epoch, seq }]));
    while ((came.get('match:702')?.length ?? 0) < 2) {
      const heartbeat = await subscriber.next('heartbeat');
      expect(heartbeat).toMatchObject(newest.get(heartbeat.channel) ?? {});
      expect(Math.abs(Date.now() - heartbeat.at)).toBeLessThan(5_000);
      came.set(heartbeat.channel, [...(came.get(heartbeat.channel) ?? []), heartbeat.at]);
    }
    const [first = 0, second = 0] = came.get('match:702') ?? [];
    expect(second - first, 'a quiet interval').toBeGreaterThanOrEqual(QUIET_MS * 0.9);
    for (const channel of ['match:701', 'tournament:autumn-cup', 'air:match:701']) {
      const between = (came.get(channel) ?? []).filter((at) => at > first && at <= second);
      expect(between.length, `heartbeats of ${channel} in a quiet interval`).toBeGreaterThanOrEqual(2);
      expect(between.length).toBeLessThanOrEqual((second - first) / (HEARTBEAT_MS * 0.7));
    }
    const quietOnes = (came.get('air:match:702') ?? []).filter((at) => at > first && at <= second);
    expect(quietOnes.length, 'heartbeats of what is on air at a match that is not played').toBeLessThanOrEqual(2);
    await subscriber.close();
  });

  it('P35 are never ahead of the deltas sent before them', async () => {
    const subscriber = await subscriberOf(TOKENS.club);
    const keeper = gameKeeper(gateway, 'sunday-5s');
    await keeper.post('Start');
    let { seq } = await subscriber.subscribe('game:100');
    // All frames in order, heartbeats included.
    const order: { type: string; seq: number }[] = [];
    subscriber.socket.on('message', (data: Buffer) =>
      order.push(JSON.parse(data.toString()) as (typeof order)[number]),
    );
    for (let beats = 0; beats < 5;) {
      await keeper.post('Event');
      beats = order.filter(({ type }) => type === 'heartbeat').length;
    }
    for (const frame of order) {
      if (frame.type === 'delta') seq = frame.seq;
      if (frame.type === 'heartbeat') expect(frame.seq).toBe(seq);
    }
    await subscriber.close();
  });
});

describe('P36: the hash', () => {
  it('P36 is the hash of the state that a client has after every delta', async () => {
    const subscriber = await subscriberOf();
    const keeper = matchKeeper(gateway, 701);
    let position = positionOf(await subscriber.subscribe('match:701'));
    await keeper.post('Goal', { primary_player_pc_id: 1, label: 'Günther’s volley \u2028 "top corner"' });
    position = advance(position, await subscriber.next('delta'));
    for (;;) {
      const heartbeat = await subscriber.next('heartbeat');
      if (heartbeat.seq < position.seq) continue;
      expect(heartbeat.hash).toBe(await hashOf(position.state));
      break;
    }
    await subscriber.close();
  });

  it('P36 is missing from feeds', async () => {
    const subscriber = await subscriberOf();
    await subscriber.subscribe('tournament:autumn-cup');
    expect(await subscriber.next('heartbeat')).not.toHaveProperty('hash');
    await subscriber.close();
  });
});

describe('P37: silence', () => {
  it('P37 a peer that answers no ping is told idle and closed with 1001', async () => {
    const silent = await connectRaw(gateway.liveUrl, { token: TOKENS.club, autoPong: false });
    await silent.next('welcome');
    expect((await silent.next('closing')).reason).toBe('idle');
    expect((await silent.closed).code).toBe(1001);
    expect(silent.pings()).toBeGreaterThan(0);
  });

  it('P37 a peer that answers pings, or sends frames or pings of its own, stays', async () => {
    const clock = await subscriberOf();
    await clock.subscribe('match:701');
    const answering = await subscriberOf();
    const talking = await connectRaw(gateway.liveUrl, { token: TOKENS.club, autoPong: false });
    await talking.next('welcome');
    const pinging = await connectRaw(gateway.liveUrl, { token: TOKENS.club, autoPong: false });
    await pinging.next('welcome');
    let gone = false;
    void pinging.closed.then(() => (gone = true));
    // On a busy machine pings are fewer than heartbeats.
    for (let beat = 0; beat < 4 || answering.pings() < 2; beat += 1) {
      await clock.next('heartbeat');
      pinging.socket.ping();
      expect(await talking.unread()).toEqual([]);
    }
    expect(gone).toBe(false);
    expect(await pinging.unread()).toEqual([]);
    expect(answering.pings()).toBeGreaterThan(1);
    expect(await answering.unread()).toEqual([]);
    await Promise.all([clock, answering, talking, pinging].map((peer) => peer.close()));
  });
});
