// The marker listing of a long match.
import { expect, test } from 'vitest';
import { listMarkers, markersInPieces } from '../../src/resources/markers.ts';
import { countPieces } from '../support/count-pieces.ts';
import { cupMatch, empty, send } from '../support/play.ts';

const markersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).reduce(
    (match, id) => send(match, { id, at: id, type: 'Event', label: `Entry ${id}` }).match,
    empty(cupMatch()),
  );

test.each([
  [0, 0],
  [100, 0],
  [350, 3],
])('rule OPS-18: the listing of %i markers yields %i times, and is the same as one made at once', (count, pauses) => {
  const match = markersOf(count);
  for (const audience of ['staff', 'live'] as const) {
    const { result, pieces } = countPieces(markersInPieces(match, audience));
    expect(result).toBe(JSON.stringify(listMarkers(match, audience)));
    expect(pieces).toBe(pauses);
  }
});
