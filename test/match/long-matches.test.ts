// Matches of several hundred and of 5,000 markers: what a change folds and copies, and that it gives the same as a fold of all.
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardState } from '../../protocol/wire/board.ts';
import { CLUB_MARKER_TYPES, type MarkerType } from '../../protocol/wire/marker.ts';
import * as mergePatches from '../../protocol/wire/merge-patch.ts';
import type { Command, StoredMarker } from '../../src/match/command.ts';
import type { Fixture } from '../../src/match/fixture.ts';
import { applyChange, decide, type Match, openInPieces, openMatch } from '../../src/match/match.ts';
import { statePatch } from '../../src/match/state-patch.ts';
import { bigGame, type Body, cupMatch, drop, game, marker, NOW, refolded, send } from '../support/play.ts';
import { uuid } from '../support/uuid.ts';

// The unit tests share one copy of each module: this file needs modules that see its mocks, and leaves none behind.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.resetModules();
});
/** Markers that were folded, and what was compared. Mocks of the library would keep each tally of each fold. */
const work = vi.hoisted(() => ({ folded: 0, compared: [] as Parameters<typeof mergePatches.patchBetween>[] }));
vi.mock(import('../../src/match/fold.ts'), async (original) => {
  const real = await original();
  const step: typeof real.step = (...given) => {
    work.folded += 1;
    return real.step(...given);
  };
  return { ...real, step };
});
vi.mock(import('../../protocol/wire/merge-patch.ts'), async (original) => {
  const real = await original();
  const patchBetween: typeof real.patchBetween = (...given) => {
    work.compared.push(given);
    return real.patchBetween(...given);
  };
  return { ...real, patchBetween };
});
function forget(): void {
  work.folded = 0;
  work.compared = [];
}
beforeEach(forget);

const TYPES: readonly MarkerType[] = ['Shot', 'Foul', 'Save', 'Goal', 'Defense', 'Event', 'YellowCard', 'Miss'];
const ODD_TYPES: readonly MarkerType[] = ['Start', 'Break', 'Resume', 'Keeper', 'PenaltyShootout', 'PenaltyMissed'];

/** A match with one marker for each 6 seconds. Ids count from 1. */
function long(fixture: Fixture, count: number): Match {
  const scoped = fixture.kind === 'game' && fixture.pairings.length > 1;
  const like = marker(fixture.kind, { id: 1, at: 0, type: 'Start', ...(scoped ? { match_id: '100_0' } : {}) });
  const markers = Array.from({ length: count }, (_, index): StoredMarker => {
    const type = index === 0 ? 'Start' : (TYPES[index % TYPES.length] ?? 'Shot');
    const id = uuid(index + 1);
    const primary = index === 0 ? {} : { primary: { id: 1 + (index % 6), type: 'user' as const } };
    const at = like.at + index * 6_000;
    return { ...like, id, key: id, at, type, ...primary, arrival: index + 1, touched: index + 1 };
  });
  return openMatch({ fixture, seq: count, markers, hand: {} });
}

/** Ids of the long match and new ones, at any time of it. */
function commands(fixture: Fixture, count: number): fc.Arbitrary<Command> {
  const clubTypes: readonly MarkerType[] = CLUB_MARKER_TYPES;
  const odd = ODD_TYPES.filter((type) => fixture.kind === 'match' || clubTypes.includes(type));
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...TYPES) },
    { weight: 4, arbitrary: fc.constantFrom(...odd) },
    { weight: 1, arbitrary: fc.constant<MarkerType>('ResetMatch') },
  );
  // Blocks begin at 1, 65, 129 …
  const id = fc.oneof(fc.integer({ min: 1, max: count + 40 }), fc.constantFrom(1, 2, 64, 65, 66, 128, 129));
  const end = Math.ceil(count / 10);
  const record = fc
    .record({
      id,
      at: fc.oneof(fc.integer({ min: -1, max: end }), fc.integer({ min: end, max: 2 * end })),
      type,
      by: fc.integer({ min: 1, max: 10 }),
      byType: fc.constantFrom('user' as const, 'junior' as const),
      scorer: fc.constantFrom('Kid New', 'Ana', ''),
      match_id: fc.constantFrom('100_0', '100_1'),
    })
    .map(({ match_id, ...body }): Command => {
      const isScoped = fixture.kind === 'game' && fixture.pairings.length > 1;
      const sent = marker(fixture.kind, { ...body, ...(isScoped ? { match_id } : {}) });
      return { kind: 'record', marker: sent, repeat: fixture.kind === 'game' ? 'update' : 'report' };
    });
  const remove = id.map((one): Command => ({ kind: 'delete', key: uuid(one) }));
  const scores = fc.nat(9).map((score): Command => ({ kind: 'scores', scores: { '1': score } }));
  return fc.oneof(
    { weight: 6, arbitrary: record },
    { weight: 4, arbitrary: remove },
    ...(fixture.kind === 'game' ? [{ weight: 1, arbitrary: scores }] : []),
  );
}

const fixtures: Record<string, Fixture> = {
  'a club game': game(),
  'a club game that shows initials': game({ publicNames: 'initials' }),
  'a club game of two pairings and a bye': bigGame(true),
  'a tournament match': cupMatch(),
  'a tournament match that the data file calls completed': cupMatch({
    status: 'completed',
    score: { home: 1, away: 1, home_penalties: null, away_penalties: null },
  }),
};
const played = { seed: Number(process.env['FC_SEED'] ?? 20260722), numRuns: Number(process.env['FC_RUNS'] ?? 15) };

/** The states that a fold of all markers gives, as JSON. */
function foldedTexts(match: Match): { readonly state: string; readonly named: string } {
  const { state, named } = refolded(match);
  const text = JSON.stringify(state);
  return { state: text, named: named === state ? text : JSON.stringify(named) };
}
const parsed = (text: string): BoardState => JSON.parse(text) as BoardState;

describe.each(Object.entries(fixtures))('%s of several hundred markers', (_, fixture) => {
  it('is after each change, to the letter, what a fold of all markers gives, and so is each patch (rule TIME-1)', () => {
    const count = fc.constantFrom(65, 129, 300);
    const play = count.chain((markers) =>
      fc.tuple(fc.constant(markers), fc.array(commands(fixture, markers), { minLength: 5, maxLength: 20 })),
    );
    fc.assert(
      fc.property(play, ([markers, sent]) => {
        let match = long(fixture, markers);
        const first = { match, ...foldedTexts(match) };
        const all = [first];
        for (const command of sent) {
          const { change } = decide(match, command, NOW);
          if (change === null) continue;
          const before = all.at(-1) ?? first;
          match = applyChange(match, change);
          const now = { match, ...foldedTexts(match) };
          for (const from of [before, first]) {
            const compared = mergePatches.patchBetween(parsed(from.state), parsed(now.state));
            expect(JSON.stringify(statePatch(from.match.state, match.state))).toBe(JSON.stringify(compared));
          }
          // The same change once more, as when a commit is tried again.
          all.push(now, { ...now, match: applyChange(before.match, change) });
        }
        // Read only now: a later change has changed no earlier state.
        for (const { match: one, state, named } of all) {
          expect(JSON.stringify(one.state)).toBe(state);
          expect(JSON.stringify(one.named)).toBe(named);
        }
      }),
      played,
    );
  });
});

/** Markers that a change folds, events that it copies, and members that its patch visits. */
function workOf(before: Match, body: Body): { folded: number; copied: number; visited: number } {
  const command: Command = { kind: 'record', marker: marker(before.fixture.kind, body), repeat: 'report' };
  const { change } = decide(before, command, NOW);
  if (change === null) throw new Error('nothing changed');
  forget();
  const after = applyChange(before, change);
  const { folded } = work;
  const shared = new Set(before.pairings.flatMap(({ blocks }) => blocks.map(({ events }) => events)));
  const copied = after.pairings
    .flatMap(({ blocks }) => blocks.filter(({ events }) => !shared.has(events)))
    .reduce((sum, { events }) => sum + events.length, 0);
  forget();
  statePatch(before.state, after.state);
  const visited = work.compared.reduce((sum, [from, to, except]) => sum + visitedIn(from, to, except), 0);
  return { folded, copied, visited };
}

/** The members that a comparison visits, all but `except`. It does not look into a member that is the same object. */
function visitedIn(from: unknown, to: unknown, except?: string): number {
  if (from === to || typeof to !== 'object' || to === null) return 0;
  const old: Readonly<Record<string, unknown>> = typeof from === 'object' && from !== null ? { ...from } : {};
  return Object.entries(to)
    .filter(([key]) => key !== except)
    .reduce((sum, [key, member]) => sum + 1 + visitedIn(old[key], member), 0);
}

describe.each([
  ['a club game', game()],
  ['a club game that shows initials', game({ publicNames: 'initials' })],
  ['a tournament match', cupMatch()],
])('rule LIMIT-12: the work of one marker in %s', (_, fixture) => {
  const [small, large] = [long(fixture, 100), long(fixture, 4_900)];
  const newest = (match: Match, body: Pick<Body, 'type'>) =>
    workOf(match, { id: 90_001, at: match.seq / 10 + 1, by: 1, byType: 'user', ...body });

  it.each(['Shot', 'Save', 'YellowCard', 'Keeper', 'Break', 'Event'] as const)(
    'a newest %s costs the same after 100 and after 4,900 markers',
    (type) => {
      const [early, last] = [newest(small, { type }), newest(large, { type })];
      expect(last.folded).toBe(early.folded);
      // Once for the match and once for its block.
      expect(last.folded).toBe(2);
      expect(last.copied).toBeLessThanOrEqual(64);
      expect(last.visited).toBe(early.visited);
    },
  );

  it.each(['Shot', 'Goal', 'Save', 'RedCard', 'Foul', 'Event'] as const)(
    'a late %s folds one block of 4,900 markers',
    (type) => {
      const { folded, copied } = workOf(large, { id: 90_001, at: 1, type, by: 1, byType: 'user' });
      expect(folded).toBeLessThanOrEqual(128);
      expect(copied).toBeLessThanOrEqual(128);
    },
  );

  it('an edit and a deletion in the middle fold one block', () => {
    forget();
    expect(drop(large, 2_002).outcome.kind).toBe('deleted');
    expect(work.folded).toBeLessThanOrEqual(128);
    forget();
    const { outcome } = send(large, { id: 2_002, at: 200.1, type: 'Shot', by: 2, byType: 'user', label: 'again' });
    expect(outcome.kind).toBe(fixture.kind === 'game' ? 'updated' : 'reported');
    expect(work.folded).toBeLessThanOrEqual(128);
  });

  it('a late marker that moves the clock is folded from its own place on', () => {
    const { folded } = workOf(large, { id: 90_001, at: 400, type: 'Break' });
    // The 900 markers after it and its own block.
    expect(folded).toBeGreaterThan(900);
    expect(folded).toBeLessThanOrEqual(900 + 128);
  });
});

it('opens in pieces of one block, so that other work comes between', () => {
  const match = long(cupMatch(), 4_900);
  const pieces = openInPieces({ ...match, markers: match.markers.values() });
  let most = 0;
  for (;;) {
    forget();
    const piece = pieces.next();
    most = Math.max(most, work.folded);
    if (piece.done !== true) continue;
    expect(JSON.stringify(piece.value.state)).toBe(JSON.stringify(match.state));
    break;
  }
  expect(most).toBe(64);
});
