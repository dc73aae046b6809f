// Properties of the match machine on random matches (fast-check; a failure prints its seed and the smallest case).
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardStateSchema } from '../../protocol/wire/board.ts';
import { canonicalJson, stateHash } from '../../protocol/wire/canonical-json.ts';
import { mergePatch, patchBetween } from '../../protocol/wire/merge-patch.ts';
import { applyChange, decide, type Match, withFixture } from '../../src/match/match.ts';
import { listingOf } from '../support/listing.ts';
import { boardOf, empty, marker, NOW, postAll, refolded, run } from '../support/play.ts';
import { bodies, commands, fixtures } from '../support/random-match.ts';

const played = { seed: Number(process.env['FC_SEED'] ?? 20260722), numRuns: Number(process.env['FC_RUNS'] ?? 40) };

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
        expect(listingOf(other)).toEqual(listingOf(one));
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
    const pairings = fixture.kind === 'game' && fixture.pairings.length > 1 ? ['100_0', '100_1'] : [];
    const reset = fc
      .record({ at: fc.integer({ min: -10, max: 150 }), match_id: fc.constantFrom(undefined, ...pairings) })
      .map(({ at, match_id }) =>
        marker(fixture.kind, { id: 99, at, type: 'ResetMatch', ...(match_id !== undefined && { match_id }) }),
      );
    fc.assert(
      fc.property(fc.array(commands(fixture), { maxLength: 25 }), reset, (steps, sent) => {
        const before = steps.reduce((match: Match, step) => run(match, step).match, empty(fixture));
        const posted = postAll(before, [sent]);
        const back = run(posted, { kind: 'delete', key: sent.key });
        // A reset with an earlier time than a previous reset belongs to the old match.
        const isStanding = listingOf(posted).some(({ id }) => id === sent.id);
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
