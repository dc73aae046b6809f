// A list that grows at its end and never changes: the list with one more item shares all blocks but the last with the list
// before it. So an addition copies at most one block, and both lists stay what they are.

export type PersistentList<T> = { readonly length: number; readonly blocks: readonly (readonly T[])[] };

/** Maximum number of items that an addition copies. */
const BLOCK_ITEMS = 64;

export const NO_ITEMS: PersistentList<never> = { length: 0, blocks: [] };

export const listOf = <T>(items: readonly T[]): PersistentList<T> =>
  items.length === 0 ? NO_ITEMS : { length: items.length, blocks: [items] };

export function withItem<T>({ length, blocks }: PersistentList<T>, item: T): PersistentList<T> {
  const last = blocks.at(-1);
  const grown =
    last === undefined || last.length >= BLOCK_ITEMS ? [...blocks, [item]] : blocks.with(-1, appended(last, item));
  return { length: length + 1, blocks: grown };
}

/** A copy with one more item. A spread takes twice the memory: V8 makes room for more. */
export const appended = <T>(items: readonly T[], item: T): readonly T[] => items.toSpliced(items.length, 0, item);

export const itemsOf = <T>({ blocks }: PersistentList<T>): readonly T[] => blocks.flat();
