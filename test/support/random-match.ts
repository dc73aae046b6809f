// Random commands for a match, for tests of properties (fast-check).
import fc from 'fast-check';
import { CLUB_MARKER_TYPES, MATCH_MARKER_TYPES } from '../../protocol/wire/marker.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { Command } from '../../src/match/command.ts';
import type { Fixture } from '../../src/match/fixture.ts';
import { bigGame, type Body, cupMatch, game, marker } from './play.ts';
import { uuid } from './uuid.ts';

export const fixtures: Record<string, Fixture> = {
  'a club game': game(),
  'a club game of two pairings and a bye': bigGame(true),
  'a tournament match': cupMatch(),
  'a tournament match that the data file calls completed': cupMatch({
    status: 'completed',
    score: { home: 1, away: 1, home_penalties: 5, away_penalties: 4 },
  }),
};
/** Ids from a small range, so that repeats, updates and deletions meet; times too, so that markers collide. */
export function bodies(fixture: Fixture, reset: boolean): fc.Arbitrary<Body> {
  const types = (fixture.kind === 'game' ? CLUB_MARKER_TYPES : MATCH_MARKER_TYPES).filter(
    (type) => type !== 'ResetMatch',
  );
  const often = ['Start', 'Goal', 'Goal', 'PenaltyScored', 'Break', 'Resume', 'PenaltyShootout'] as const;
  const type = fc.constantFrom(...types, ...often, ...(reset ? (['ResetMatch', 'ResetMatch'] as const) : []));
  const pairings = fixture.kind === 'game' && fixture.pairings.length > 1 ? ['100_0', '100_1'] : [];
  const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
  return fc
    .record({
      id: fc.integer({ min: 1, max: 25 }),
      at: fc.integer({ min: -10, max: 150 }),
      type,
      by: maybe(fc.integer({ min: 1, max: 10 })),
      with: maybe(fc.integer({ min: 1, max: 9 })),
      team: maybe(fc.constantFrom('home', 'away')),
      label: maybe(fc.constantFrom('og', 'header')),
      minute: maybe(fc.constantFrom('45+2', '12')),
      match_id: pairings.length > 0 ? fc.constantFrom(...pairings) : fc.constant(undefined),
      whole: fc.boolean(),
    })
    .map(({ whole, match_id, ...body }) => {
      const isScoped = match_id !== undefined && !(whole && body.type === 'ResetMatch');
      return withoutUndefined({ ...body, ...(isScoped ? { match_id } : {}) }) as Body;
    });
}

export function commands(fixture: Fixture): fc.Arbitrary<Command> {
  const repeat = fixture.kind === 'game' ? 'update' : 'report';
  const record = bodies(fixture, true).map((body): Command => ({
    kind: 'record',
    marker: marker(fixture.kind, body),
    repeat,
  }));
  const replace = bodies(fixture, true).map((body): Command => ({
    kind: 'replace',
    marker: marker(fixture.kind, body),
  }));
  const remove = fc.integer({ min: 1, max: 25 }).map((id): Command => ({ kind: 'delete', key: uuid(id) }));
  const scores = fc
    .dictionary(fc.constantFrom('1', '2'), fc.integer({ min: 0, max: 5 }), { minKeys: 1 })
    .map((value): Command => ({ kind: 'scores', scores: { ...value } }));
  const goal = fc.record({
    team: fc.constantFrom('1', '2'),
    scorer: fc.constantFrom('Ana', 'Dan', 'Unknown'),
    penalty: fc.boolean(),
    own_goal: fc.boolean(),
  });
  const goals = fc.array(goal, { maxLength: 3 }).map((list): Command => ({ kind: 'goals', goals: list }));
  const byHand =
    fixture.kind === 'game'
      ? [
          { weight: 1, arbitrary: scores },
          { weight: 1, arbitrary: goals },
        ]
      : [];
  return fc.oneof(
    { weight: 9, arbitrary: record },
    { weight: 3, arbitrary: replace },
    { weight: 2, arbitrary: remove },
    ...byHand,
  );
}
