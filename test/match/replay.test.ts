// Past states are rebuilt with the status and the score that the data gave then; those of a long match in pieces, so that other
// work comes between.
import { expect, it } from 'vitest';
import { openMatch } from '../../src/match/match.ts';
import { type Logged, stepsAround, type Step } from '../../src/match/replay.ts';
import { cupMatch, game, marker } from '../support/play.ts';
import { uuid } from '../support/uuid.ts';

const ENTRIES = 3_000;
const fixture = game();
const first = marker('game', { id: 1, at: 0, type: 'Foul' });
const markers = Array.from({ length: ENTRIES }, (_, index) => {
  const [id, seq] = [uuid(index + 1), index + 1];
  return { ...first, id, key: id, at: first.at + index * 1_000, arrival: seq, touched: seq };
});
const log = markers.map((put): Logged => ({
  seq: put.arrival,
  change: { seq: put.arrival, at: put.at, cause: [{ action: 'recorded' }], put: [put] },
}));

it('rule OPS-18: yields many times before the first state of a long log', () => {
  const now = openMatch({ fixture, seq: ENTRIES, markers, hand: {} });
  const steps: Step[] = [];
  let pieces = 0;
  for (const step of stepsAround(now, log, ENTRIES - 2, 5)) {
    if (step === null) pieces += 1;
    else steps.push(step);
  }
  expect(steps.map(({ seq }) => seq)).toEqual([ENTRIES - 1, ENTRIES]);
  expect(steps.at(-1)?.after.state).toEqual(now.state);
  // The log is looked at twice, 500 entries in a piece, and its markers are folded in blocks.
  expect(pieces).toBeGreaterThan((2 * ENTRIES) / 500);
});

it('rule HOOK-1: before an import that changed them, the status and the score are those of before', () => {
  const put = { ...marker('match', { id: 1, at: 0, type: 'Goal', team: 'home' }), arrival: 1, touched: 1 };
  const edits: readonly Logged[] = [
    { seq: 1, change: { seq: 1, at: put.at, cause: [{ action: 'recorded' }], put: [put] } },
    { seq: 2, change: { edited: true, was: { status: 'scheduled' } } },
    { seq: 3, change: { edited: true } },
    { seq: 4, change: { edited: true, was: { status: 'awarded', score: { home: 3, away: 0 } } } },
  ];
  const now = openMatch({ fixture: cupMatch({ status: 'awarded', score: null }), seq: 4, markers: [put], hand: {} });
  const shown = (after: number) =>
    [...stepsAround(now, edits, after, 9)].flatMap((step) => {
      const board = step?.after.state.matches['701'];
      return board === undefined ? [] : [[step?.seq, board.status, board.score.home]];
    });
  const states = [
    [1, 'scheduled', 1],
    [2, 'awarded', 4],
    [3, 'awarded', 4],
    [4, 'awarded', 1],
  ];
  expect(shown(0)).toEqual(states);
  expect(shown(2)).toEqual(states.slice(2));
});
