// Properties of the match machine on random matches (fast-check; a failure prints its seed and the smallest case).
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardStateSchema } from '../../protocol/wire/board.ts';
import { canonicalJson, stateHash } from '../../protocol/wire/canonical-json.ts';
import { CLUB_MARKER_TYPES, MATCH_MARKER_TYPES } from '../../protocol/wire/marker.ts';
import { mergePatch, patchBetween } from '../../protocol/wire/merge-patch.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { Fixture } from '../../src/match/fixture.ts';
import { listMarkers } from '../../src/resources/markers.ts';
import { applyChange, decide, type Match, withFixture } from '../../src/match/match.ts';
import type { Command } from '../../src/match/command.ts';
import {
  bigGame,
  type Body,
  boardOf,
  cupMatch,
  empty,
  game,
  marker,
  NOW,
  postAll,
  refolded,
  run,
} from '../support/play.ts';
import { uuid } from '../support/uuid.ts';

const fixtures: Record<string, Fixture> = {
  'a club game': game(),
  'a club game of two pairings and a bye': bigGame(true),
  'a tournament match': cupMatch(),
  'a tournament match that the data file calls completed': cupMatch({
    status: 'completed',
    score: { home: 1, away: 1, home_penalties: 5, away_penalties: 4 },
  }),
};
const played = { seed: Number(process.env['FC_SEED'] ?? 20260722), numRuns: Number(process.env['FC_RUNS'] ?? 40) };

/** Ids from a small range, so that repeats, updates and deletions meet; times too, so that markers collide. */
function bodies(fixture: Fixture, reset: boolean): fc.Arbitrary<Body> {
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

function commands(fixture: Fixture): fc.Arbitrary<Command> {
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

const hash = (match: Match): Promise<string> =>
  stateHash(match.state, (text) => createHash('sha256').update(text).digest('hex'));

describe.each(Object.entries(fixtures))('%s', (_, fixture) => {
  it('rule TIME-1: any order of arrival of the same markers gives the same state and hash', async () => {
    const set = fc
      .uniqueArray(bodies(fixture, false), { maxLength: 30, selector: ({ at }) => at })
      .map((list) => list.map((body, index) => marker(fixture.kind, { ...body, id: index + 1 })));
    const shuffles = set.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    await fc.assert(
      fc.asyncProperty(shuffles, async ([sent, shuffled]) => {
        const [one, other] = [postAll(empty(fixture), sent), postAll(empty(fixture), shuffled)];
        expect(other.state).toEqual(one.state);
        expect(await hash(other)).toBe(await hash(one));
        expect(listMarkers(other)).toEqual(listMarkers(one));
      }),
      played,
    );
  });

  it('rule LIVE-5: after every step: incremental and complete folds agree, and the patch turns the old state into the new one', () => {
    fc.assert(
      fc.property(fc.array(commands(fixture), { maxLength: 40 }), (steps) => {
        let match = empty(fixture);
        let subscriber: unknown = match.state;
        for (const step of steps) {
          const next = run(match, step).match;
          expect(canonicalJson(next.state)).toBe(canonicalJson(refolded(next).state));
          // As text, as on the wire: the subscriber's copy shares nothing with the server's.
          const patch: unknown = JSON.parse(JSON.stringify(patchBetween(match.state, next.state)));
          subscriber = mergePatch(subscriber, patch);
          expect(canonicalJson(subscriber)).toBe(canonicalJson(next.state));
          if (next === match) expect(patch).toEqual({});
          match = next;
        }
        expect(boardStateSchema.parse(match.state)).toEqual(match.state);
      }),
      played,
    );
  });

  it('rule REQ-10: changes come in order, survive the store as JSON, and a retry of any command is safe', () => {
    fc.assert(
      fc.property(fc.array(commands(fixture), { maxLength: 25 }), (steps) => {
        let match = empty(fixture);
        for (const step of steps) {
          const { change } = decide(match, step, NOW);
          if (change === null) continue;
          expect(change).toMatchObject({ seq: match.seq + 1, at: NOW });
          const stored = JSON.parse(JSON.stringify(change)) as typeof change;
          expect(applyChange(match, stored)).toEqual(applyChange(match, change));
          match = applyChange(match, stored);
          if (step.kind === 'delete') expect(decide(match, step, NOW).outcome.kind).toBe('missing');
          else expect(decide(match, step, NOW).change).toBeNull();
        }
      }),
      played,
    );
  });

  it('rule RESET-3: deleting the newest reset restores the previous state', () => {
    const reset = fc
      .integer({ min: -10, max: 150 })
      .map((at) => marker(fixture.kind, { id: 99, at, type: 'ResetMatch' }));
    fc.assert(
      fc.property(fc.array(commands(fixture), { maxLength: 25 }), reset, (steps, sent) => {
        const before = steps.reduce((match: Match, step) => run(match, step).match, empty(fixture));
        const posted = postAll(before, [sent]);
        const back = run(posted, { kind: 'delete', key: sent.key });
        // A reset with an earlier time than a previous reset belongs to the old match.
        const isStanding = listMarkers(posted).some(({ id }) => id === sent.id);
        expect(back.outcome.kind).toBe(isStanding ? 'deleted' : 'missing');
        expect(back.match.state).toEqual(before.state);
      }),
      played,
    );
  });

  it('rule SCORE-9: no score is ever below 0, and unchanged parts keep their reference', () => {
    fc.assert(
      fc.property(fc.array(commands(fixture), { maxLength: 40 }), (steps) => {
        let match = empty(fixture);
        for (const step of steps) {
          const next = run(match, step).match;
          for (const [id, events] of Object.entries(next.state.matches).map(
            ([id, board]) => [id, board.events] as const,
          )) {
            for (const [key, event] of Object.entries(events)) {
              const before = boardOf(match, id).events[key];
              if (before !== undefined && canonicalJson(before) === canonicalJson(event)) expect(event).toBe(before);
            }
            const { home = 0, away = 0 } = boardOf(next, id).score;
            expect(Math.min(home, away)).toBeGreaterThanOrEqual(0);
          }
          if (next.state.kind === 'game') {
            expect(Math.min(...Object.values(next.state.team_scores))).toBeGreaterThanOrEqual(0);
          }
          match = next;
        }
        expect(withFixture(match, fixture, match.seq).state).toBe(match.state);
      }),
      played,
    );
  });
});
