// The marker listing of a long match.
import { expect, test } from 'vitest';
import type { MarkerResource } from '../../protocol/rest/marker.ts';
import { markersInPieces } from '../../src/resources/markers.ts';
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
])('rule OPS-18: the listing of %i markers yields %i times, and has each marker once', (count, pauses) => {
  const match = markersOf(count);
  for (const audience of ['staff', 'live'] as const) {
    const { result, pieces } = countPieces(markersInPieces(match, audience));
    const first = countPieces(markersInPieces(markersOf(Math.min(count, 100)), audience));
    const listed = JSON.parse(result) as MarkerResource[];
    expect(listed.map(({ label }) => label)).toEqual(Array.from({ length: count }, (_, at) => `Entry ${at + 1}`));
    expect(listed.slice(0, 100)).toEqual(JSON.parse(first.result));
    expect(first.pieces).toBe(0);
    expect(result).toBe(JSON.stringify(listed));
    expect(pieces).toBe(pauses);
  }
});
