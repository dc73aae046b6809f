// How a long text of an open answer reaches a slow reader (P55).
import { expect, it } from 'vitest';
import { openPieces, PIECE } from '../../../src/http/core/pieces.ts';

/** A library that keeps what the system has no room for, and hands it on with the next write. */
function openLibrary(room: number) {
  const sent: Buffer[] = [];
  const library = { room, kept: Buffer.alloc(0), most: 0, text: () => Buffer.concat(sent).toString('utf8') };
  const give = (bytes: string | Uint8Array): boolean => {
    library.kept = Buffer.concat([library.kept, Buffer.from(bytes)]);
    const taken = library.kept.subarray(0, library.room);
    sent.push(taken);
    library.room -= taken.length;
    library.kept = library.kept.subarray(taken.length);
    library.most = Math.max(library.most, library.kept.length);
    return library.kept.length === 0;
  };
  return { library, pieces: openPieces(give) };
}

const long = 'Tor für José Ärmel 🎉 '.repeat(40_000);
const size = Buffer.byteLength(long);

it('P55 a reader that takes a little at a time is seen to take it, and gets all bytes in order', () => {
  const { library, pieces } = openLibrary(200_000);
  expect(pieces.write(long)).toBe(false);
  expect(pieces.write('the end')).toBe(false);
  const waiting: number[] = [];
  while (waiting.at(-1) !== 0) {
    library.room += 80_000;
    const left = pieces.probe(':\n\n');
    expect(left).not.toBeNull();
    waiting.push(left ?? 0);
  }
  expect(waiting).toEqual([...waiting].sort((a, b) => b - a));
  expect(waiting.length).toBe(Math.ceil((size + 7 - 200_000) / 80_000));
  // Not compared as texts: a megabyte of differences would be printed.
  expect(library.text().replace(/(:\n\n)*$/, '') === `${long}the end`).toBe(true);
  expect(library.most).toBeLessThan(PIECE + 2_000);
});

it('P55 a reader that takes nothing is seen to take nothing, and costs the library one piece', () => {
  const { library, pieces } = openLibrary(1_000);
  pieces.write(long);
  for (let probes = 0; probes < 10; probes += 1) expect(pieces.probe(':\n\n')).toBeNull();
  expect(library.most).toBeLessThan(PIECE + 11_000);
});

it('P55 goes on when the system says that it has room, and fills it', () => {
  const { library, pieces } = openLibrary(0);
  pieces.write(long);
  const left = [0, 1, 2].map(() => {
    library.room += 500_000;
    return pieces.more();
  });
  expect(left.map((bytes) => bytes > 0)).toEqual([true, true, false]);
  expect(library.text() === long).toBe(true);
});

it('P55 writes a filler only where nothing else waits: it would stand in the middle of a text', () => {
  const { library, pieces } = openLibrary(0);
  expect(pieces.write('short')).toBe(false);
  expect(pieces.probe('.')).toBeNull();
  library.room = 100;
  expect(pieces.probe('.')).toBe(0);
  expect(pieces.write('more')).toBe(true);
  expect(library.text()).toBe('short..more');
});
