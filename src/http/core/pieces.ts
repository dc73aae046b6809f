// Hands the text of an answer that stays open to the library in pieces. The system reports that a reader takes something only when a
// third of its buffer is free, and each write fills that again: a reader of megabytes would seem to take nothing for minutes. A piece that
// the library could hand on whole shows that it does.
import type { OpenAnswer } from './answer.ts';
import { utf8 } from './utf8.ts';

/** Bytes that are given to the library at once. It keeps what the system does not take. */
export const PIECE = 65_536;
/** Bytes that find out whether the system takes more. */
const PROBE = 1_024;

export type Pieces = Pick<OpenAnswer, 'write' | 'probe'> & {
  /** The library has room again. Returns about how many bytes still wait. */
  more(): number;
};

/** `give`: hands text or bytes to the library. Returns whether the system took all that the library has. */
export function openPieces(give: (bytes: string | Uint8Array) => boolean): Pieces {
  let parts: Uint8Array[] = [];
  let left = 0;
  /** The library has bytes that the system did not take. */
  let isHeld = false;

  function giveFirst(size: number): void {
    const [first, ...others] = parts;
    if (first === undefined) return;
    const piece = first.subarray(0, size);
    parts = piece.length === first.length ? others : [first.subarray(size), ...others];
    left -= piece.length;
    isHeld = !give(piece);
  }

  function giveAll(): void {
    while (!isHeld && left > 0) giveFirst(PIECE);
  }

  const waiting = (): number => (isHeld ? Math.max(1, left) : left);

  return {
    write(text) {
      if (!isHeld && text.length <= PIECE) {
        isHeld = !give(utf8(text));
        return !isHeld;
      }
      const bytes = Buffer.from(text);
      if (bytes.length > 0) parts.push(bytes);
      left += bytes.length;
      giveAll();
      return !isHeld;
    },
    probe(filler) {
      if (left > 0) giveFirst(PROBE);
      else isHeld = !give(filler);
      if (isHeld) return null;
      giveAll();
      return waiting();
    },
    more() {
      isHeld = false;
      giveAll();
      return waiting();
    },
  };
}
