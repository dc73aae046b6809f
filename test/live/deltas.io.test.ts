// P24–P29 and P38: deltas.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import postgres from 'postgres';
import type { ChannelState, MatchState } from '../../protocol/wire/board.ts';
import { clubFile } from '../support/data-file.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { game } from '../support/world/games.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { gameKeeper, matchKeeper, type Scorekeeper } from '../support/scorekeeper.ts';
import { advance, connect, type Position, positionOf, type Subscriber } from '../support/subscriber.ts';

const HEARTBEAT_MS = 1_500;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ timing: { heartbeatMs: HEARTBEAT_MS } });
});
afterAll(() => gateway.close());

const subscriberOf = (token: string = TOKENS.tournament): Promise<Subscriber> => connect(gateway.liveUrl, token);

/** Applies deltas until the position has come to `seq`. */
async function follow(subscriber: Subscriber, from: Position, seq: number): Promise<Position> {
  let position = from;
  while (position.seq < seq) position = advance(position, await subscriber.next('delta'));
  return position;
}

describe('P24: stored before shown', () => {
  it('P24 a marker is in the listing before its delta comes (rule LIVE-1)', async () => {
    const keeper = matchKeeper(gateway, 701);
    const subscriber = await subscriberOf();
    await subscriber.subscribe('match:701');
    for (let i = 0; i < 5; i += 1) {
      const posted = keeper.post('Event', { label: `stored ${i}` });
      const [cause] = (await subscriber.next('delta')).cause;
      const listing = await gateway.call<{ markers: { id: string }[] }>(
        'GET',
        'tournaments/autumn-cup/matches/701/markers',
        { token: TOKENS.tournament },
      );
      expect(listing.body.markers.map(({ id }) => id)).toContain(cause?.marker_id);
      await posted;
    }
    await subscriber.close();
  });

  it('P24 nothing is sent while the commit waits (rule LIVE-1)', async (context) => {
    const { databaseUrl } = gateway.config;
    // The embedded database has one backend, so no connection can lock another one out.
    if (databaseUrl === null) {
      context.skip();
      return;
    }
    const subscriber = await subscriberOf();
    const { seq } = await subscriber.subscribe('match:702');
    const sql = postgres(databaseUrl, { max: 2 });
    let posted: Promise<string> | undefined;
    await sql.begin(async (lock) => {
      await lock`lock table match_log in access exclusive mode`;
      posted = matchKeeper(gateway, 702).post('Event');
      // The write is at the database once it waits for our lock.
      for (;;) {
        const [waiting] = await sql`select 1 from pg_locks where not granted and relation = 'match_log'::regclass`;
        if (waiting !== undefined) break;
      }
      expect(await subscriber.unread()).toEqual([]);
    });
    await posted;
    expect((await subscriber.next('delta')).seq).toBe(seq + 1);
    await sql.end();
    await subscriber.close();
  });
});

describe('P25: deltas add up', () => {
  it('P25 to exactly the snapshot at the same seq, after every step', async () => {
    const keeper = gameKeeper(gateway, 'sunday-5s');
    const subscriber = await subscriberOf(TOKENS.club);
    let position = positionOf(await subscriber.subscribe('game:100'));
    let goal = '';
    const steps: (() => Promise<unknown>)[] = [
      () => keeper.post('Keeper', { primary_player_pc_id: 2, secondary_player_pc_id: 3 }),
      () => keeper.post('Start'),
      async () =>
        (goal = await keeper.post('Goal', { primary_player_pc_id: 1, secondary_player_pc_id: 2, minute: '1' })),
      () => keeper.post('YellowCard', { primary_player_pc_id: 3 }),
      () => keeper.post('Save', { primary_player_pc_id: 1 }),
      () => keeper.post('Goal', { primary_player_pc_id: 1, primary_player_type: 'junior' }),
      () => keeper.patch('scores', { scores: { 1: 5 } }),
      () => keeper.patch('goals', { goals: [{ team: '2', scorer: 'Somebody' }] }),
      () => keeper.delete(goal),
      () => keeper.post('PenaltyShootout'),
      () => keeper.post('PenaltyScored', { primary_player_pc_id: 1 }),
      () => keeper.post('ResetMatch'),
    ];
    for (const step of steps) {
      const next = subscriber.next('delta');
      await step();
      position = advance(position, await next);
      const polled = await gateway.call<{ seq: number; state: ChannelState }>('GET', 'live/game:100', {
        token: TOKENS.club,
      });
      expect(polled.body).toMatchObject({ seq: position.seq });
      expect(position.state).toEqual(polled.body.state);
    }
    await subscriber.close();
  });
});

describe('P27: cause', () => {
  it('P27 names the action and the marker', async () => {
    const keeper = gameKeeper(gateway, 'sunday-5s');
    const subscriber = await subscriberOf(TOKENS.club);
    await subscriber.subscribe('game:100');
    const causeOf = async <T>(act: Promise<T>): Promise<{ came: T; cause: unknown }> => {
      const next = subscriber.next('delta');
      const came = await act;
      return { came, cause: (await next).cause };
    };
    const posted = await causeOf(keeper.post('Goal', { primary_player_pc_id: 1 }));
    const id = posted.came;
    expect(posted.cause).toEqual([{ action: 'recorded', marker_id: id, type: 'Goal' }]);
    const update = { id, type: 'Shot', timestamp: new Date().toISOString(), primary_player_pc_id: 1 };
    const address = 'games/sunday-5s/marker';
    expect((await causeOf(gateway.call('POST', address, { token: TOKENS.club, body: update }))).cause).toEqual([
      { action: 'updated', marker_id: id, type: 'Shot' },
    ]);
    expect((await causeOf(keeper.delete(id))).cause).toEqual([{ action: 'deleted', marker_id: id, type: 'Shot' }]);
    expect((await causeOf(keeper.patch('scores', { scores: { 1: 3 } }))).cause).toEqual([{ action: 'scores' }]);
    expect((await causeOf(keeper.patch('goals', { goals: [] }))).cause).toEqual([{ action: 'goals' }]);
    const reset = await causeOf(keeper.post('ResetMatch'));
    expect(reset.cause).toEqual([{ action: 'reset', marker_id: reset.came, type: 'ResetMatch' }]);
    const renamed = game(100, 'sunday-5s', { title: 'Sunday sixes' });
    expect((await causeOf(gateway.import(clubFile({ games: [renamed] })))).cause).toEqual([{ action: 'edited' }]);
    await subscriber.close();
  });
});

describe('an edit', () => {
  it('rule ID-10: is one delta with the cause updated, and never takes the goal away', async () => {
    const subscriber = await subscriberOf();
    const { seq } = await subscriber.subscribe('match:701');
    const address = 'tournaments/autumn-cup/matches/701/markers';
    const token = TOKENS.tournament;
    const { id, ...goal } = goalBody({ team: 'home', primary_player_pc_id: undefined });
    await gateway.call('POST', address, { token, body: { id, ...goal } });
    const before = await subscriber.next('delta');
    const named = { ...goal, primary_player_pc_id: 1 };
    for (const body of [named, named]) await gateway.call('PUT', `${address}/${id}`, { token, body });
    const after = await subscriber.next('delta');
    expect([before.seq, after.seq]).toEqual([seq + 1, seq + 2]);
    expect(after.cause).toEqual([{ action: 'updated', marker_id: id, type: 'Goal' }]);
    expect(after.patch).toEqual({
      matches: { 701: { events: { [id]: { player: expect.objectContaining({ id: 1 }) } } } },
    });
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  });
});

describe('P28: commands that change nothing', () => {
  it('P28 a repeat, a refused marker and the deletion of an unknown id send nothing (rule ID-5)', async () => {
    const subscriber = await subscriberOf();
    const keeper = matchKeeper(gateway, 702);
    const { seq } = await subscriber.subscribe('match:702');
    const body = {
      id: '7d1f2a10-0000-4000-8000-000000000001',
      type: 'Goal',
      timestamp: iso(thisMinute),
      team: 'home',
    };
    const address = 'tournaments/autumn-cup/matches/702/markers';
    const token = TOKENS.tournament;
    expect((await gateway.call('POST', address, { token, body })).status).toBe(201);
    expect((await subscriber.next('delta')).seq).toBe(seq + 1);
    expect((await gateway.call('POST', address, { token, body })).status).toBe(200);
    expect((await gateway.call('POST', address, { token, body: { ...body, type: 'Juggle' } })).status).toBe(422);
    expect((await gateway.call('DELETE', `${address}/7d1f2a10-0000-4000-8000-000000000002`, { token })).status).toBe(
      404,
    );
    expect(await subscriber.unread()).toEqual([]);
    await keeper.post('Event');
    expect((await subscriber.next('delta')).seq, 'the next change is the next seq').toBe(seq + 2);
    await subscriber.close();
  });
});

describe('P29: joining in the middle', () => {
  it('P29 misses nothing and gets nothing twice, at any moment among the changes', async () => {
    const keeper = matchKeeper(gateway, 701);
    const first = await subscriberOf();
    const { seq } = await first.subscribe('match:701');
    const writes = 60;
    const writing = Promise.all(Array.from({ length: writes }, () => keeper.post('Event')));
    const joined = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const subscriber = await subscriberOf();
        return { subscriber, position: positionOf(await subscriber.subscribe('match:701')) };
      }),
    );
    await writing;
    const last = await subscriberOf();
    const end = await last.subscribe('match:701');
    expect(end.seq).toBe(seq + writes);
    for (const { subscriber, position } of joined) {
      expect((await follow(subscriber, position, end.seq)).state).toEqual(end.state);
      expect(await subscriber.unread()).toEqual([]);
      await subscriber.close();
    }
    await Promise.all([first.close(), last.close()]);
  });
});

describe('P38: time', () => {
  it('P38 sends no tick: a running clock is a function of the state', async () => {
    const keeper = matchKeeper(gateway, 702);
    const subscriber = await subscriberOf();
    await subscriber.subscribe('match:702');
    await keeper.post('Start');
    const { seq } = await subscriber.next('delta');
    // A heartbeat from before the marker may come first.
    let beat = await subscriber.next('heartbeat');
    while (beat.seq < seq) beat = await subscriber.next('heartbeat');
    expect([beat.seq, (await subscriber.next('heartbeat')).seq]).toEqual([seq, seq]);
    expect(await subscriber.unread()).toEqual([]);
    const { state } = await subscriber.subscribe('match:702');
    const { clock } = (state as MatchState).matches['702'] ?? {};
    expect(clock).toMatchObject({ running: true, elapsed_ms: 0, period_ends_ms: 2_700_000 });
    expect(clock?.as_of, 'the time of the marker').toBeLessThan(Date.now());
    await subscriber.close();
  });
});

describe('P26: changes that come together', () => {
  let slow: TestGateway;
  let keeper: Scorekeeper;
  beforeAll(async () => {
    // Long enough for three requests on a busy machine.
    slow = await openTestGateway({ timing: { coalesceMs: 1_500, flushShare: 1e-9, eagerSubscribers: 0 } });
    keeper = matchKeeper(slow, 701);
  });
  afterAll(() => slow.close());

  it('P26 may come as one delta: from has its first position, cause the actions in order', async () => {
    const subscriber = await connect(slow.liveUrl, TOKENS.tournament);
    const start = positionOf(await subscriber.subscribe('match:701'));
    await keeper.post('Start');
    const first = await subscriber.next('delta');
    expect(first, 'the first is sent at once').toMatchObject({ seq: start.seq + 1 });
    expect(first).not.toHaveProperty('from');
    const ids = [await keeper.post('Goal', { team: 'home' }), await keeper.post('Foul', { team: 'away' })];
    await keeper.delete(ids[1] ?? '');
    const merged = await subscriber.next('delta');
    expect(merged).toMatchObject({ from: start.seq + 1, seq: start.seq + 4 });
    expect(merged.cause).toEqual([
      { action: 'recorded', marker_id: ids[0], type: 'Goal' },
      { action: 'recorded', marker_id: ids[1], type: 'Foul' },
      { action: 'deleted', marker_id: ids[1], type: 'Foul' },
    ]);
    const end = advance(advance(start, first), merged);
    expect(end.state).toEqual((await subscriber.subscribe('match:701')).state);
    await subscriber.close();
  });
});
