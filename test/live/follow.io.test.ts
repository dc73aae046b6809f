// After every step of random commands, a subscriber that applies the deltas has the state of a new snapshot.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardState } from '../../protocol/wire/board.ts';
import { CLUB_MARKER_TYPES, MATCH_MARKER_TYPES } from '../../protocol/wire/marker.ts';
import { testDatabases } from '../support/database.ts';
import { daysFromNow, iso } from '../support/dates.ts';
import { follow } from '../support/follow.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

/** Ids to choose from: few, so that repeats, updates and deletions of stored markers are frequent. */
const IDS = Array.from({ length: 12 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
const RUNS = 12;
const START = daysFromNow(-1);

const id = fc.constantFrom(...IDS);
const marker = (types: readonly string[], teams: readonly string[]) =>
  fc.record(
    {
      id,
      timestamp: fc.integer({ min: 0, max: 7_000 }).map((second) => iso(START + second * 1_000)),
      type: fc.constantFrom(...types, 'Goal', 'Start', 'YellowCard'),
      primary_player_pc_id: fc.constantFrom(1, 2, 3, '1', 99),
      secondary_player_pc_id: fc.constantFrom(1, 3),
      team: fc.constantFrom(...teams),
      label: fc.constantFrom('og', 'Pogba', 'header'),
      minute: fc.constantFrom('12', "45'+2'"),
    },
    { requiredKeys: ['id', 'timestamp', 'type'] },
  );
const step = (types: readonly string[], teams: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: marker(types, teams).map((body) => ({ do: 'post' as const, body })) },
    { weight: 2, arbitrary: id.map((key) => ({ do: 'delete' as const, id: key })) },
  );
const hand = fc.oneof(
  fc
    .record({ 1: fc.nat(5), 2: fc.nat(5) }, { requiredKeys: [] })
    .filter((scores) => Object.keys(scores).length > 0)
    .map((scores) => ({ do: 'scores' as const, body: { scores } })),
  fc
    .array(fc.record({ team: fc.constantFrom('1', '2'), scorer: fc.constantFrom('Ana Silva', 'Zé') }), { maxLength: 3 })
    .map((goals) => ({ do: 'goals' as const, body: { goals } })),
);

describe.each(await testDatabases())('a subscriber of a match with random commands, on %s', (kind) => {
  let gateway: TestGateway;
  let games = 0;
  beforeAll(async () => {
    gateway = await openTestGateway({
      kind,
      data: world({ moreGames: RUNS + 50 }),
      timing: { heartbeatMs: 200, coalesceMs: 5, flushShare: 1e-9, eagerSubscribers: 0 },
    });
  });
  afterAll(async () => {
    await gateway.close();
  });

  type Step = { do: 'post' | 'delete' | 'scores' | 'goals'; id?: string; body?: unknown };

  async function play(channel: string, token: string, base: string, markers: string, steps: readonly Step[]) {
    const watched = await follow(gateway.liveUrl, channel, token);
    for (const { do: action, id: key, body } of steps) {
      if (action === 'post') {
        expect((await gateway.call('POST', `${base}/${markers}`, { token, body })).status).toBeLessThan(202);
      } else if (action === 'delete') {
        expect([200, 404]).toContain(
          (await gateway.call('DELETE', `${base}/markers/${String(key)}`, { token })).status,
        );
      } else expect((await gateway.call('PATCH', `${base}/${action}`, { token, body })).status).toBe(200);
      const fresh = await gateway.call<{ seq: number; state: BoardState }>('GET', `live/${channel}`, { token });
      expect(await watched.reach(fresh.body.seq)).toEqual(fresh.body.state);
    }
    const before = await gateway.call<{ state: BoardState }>('GET', `live/${channel}`, { token });
    watched.close();
    return before.body.state;
  }

  it('rules SCORE-16, LIVE-5: holds the state of a club game, PATCHed results and resets included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 5, arbitrary: step(CLUB_MARKER_TYPES, ['1', 'away']) }, hand), {
          minLength: 5,
          maxLength: 25,
        }),
        async (steps) => {
          const game = games++;
          await play(`game:${1_000 + game}`, TOKENS.club, `games/extra-${game}`, 'marker', steps);
        },
      ),
      { numRuns: kind === 'postgres' ? RUNS : 3, endOnFailure: true },
    );
  });

  it('holds the state of a tournament match', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step(MATCH_MARKER_TYPES, ['home', 'away']), { minLength: 20, maxLength: 40 }),
        async (steps) => {
          const base = 'tournaments/autumn-cup/matches/701';
          await play('match:701', TOKENS.tournament, base, 'markers', steps);
        },
      ),
      { numRuns: kind === 'postgres' ? 4 : 1, endOnFailure: true },
    );
  });

  it('rule LIVE-5: shows the same after a restart, from what is stored', async () => {
    const look = () =>
      Promise.all(
        [...Array.from({ length: games }, (_, n) => `game:${1_000 + n}`), 'match:701'].map((channel) =>
          gateway.call<{ state: BoardState }>('GET', `live/${channel}`, {
            token: channel === 'match:701' ? TOKENS.tournament : TOKENS.club,
          }),
        ),
      );
    const before = await look();
    await gateway.restart();
    const after = await look();
    expect(after.map(({ body }) => body.state)).toEqual(before.map(({ body }) => body.state));
  });

  it('finds its own hash in the heartbeats', async () => {
    const token = TOKENS.club;
    const body = { id: IDS[0], timestamp: new Date().toISOString(), type: 'Start' };
    await gateway.call('POST', 'games/sunday-5s/marker', { token, body });
    const watched = await follow(gateway.liveUrl, 'game:100', token);
    await expect.poll(() => watched.compared(), { timeout: 5_000 }).toBeGreaterThan(2);
    await watched.reach(0);
    watched.close();
  });
});
