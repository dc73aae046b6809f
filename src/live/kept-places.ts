// Finds positions in the blocks of recent deltas (kept-blocks.ts).
import { type Block, textsOf } from './kept-blocks.ts';

/** A position: its block, and the number of the block's deltas that lead to it. */
type Place = { readonly index: number; readonly done: number };

/** Bytes of the deltas in a delayed page, to about a block: the page is made for each reader. */
const PAGE_BYTES = 512 * 1_024;

/** The place of a position; null if it is not kept. `passed`: deltas of the first block whose positions do not count. */
export function placeOf(blocks: readonly Block[], passed: number, seq: number): Place | null {
  const index = blocks.findLastIndex((block) => block.seq <= seq);
  const block = blocks[index];
  if (!block) return null;
  const done = block.seq === seq ? 0 : block.deltas.findIndex((delta) => delta.seq === seq) + 1;
  if (done === 0 && block.seq !== seq) return null;
  return index === 0 && done < passed ? null : { index, done };
}

/** The place of the newest position at `time` or before it (ms since 1970), or of the oldest one that is kept for pages. */
export function placeAt(blocks: readonly Block[], passed: number, time: number): Place {
  let bytes = 0;
  for (const [index, block] of [...blocks.entries()].reverse()) {
    const done = block.deltas.findLastIndex(({ at }) => at <= time) + 1;
    const least = index === 0 ? passed : 0;
    bytes += block.size;
    if (done > 0 || block.at <= time || bytes > PAGE_BYTES) return { index, done: Math.max(done, least) };
  }
  return { index: 0, done: passed };
}

/** The texts of all deltas after a place. */
export const textsFrom = (blocks: readonly Block[], { index, done }: Place): string[] =>
  blocks.slice(index).flatMap((block, at) => textsOf(block).slice(at === 0 ? done : 0));
