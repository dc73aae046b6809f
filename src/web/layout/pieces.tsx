// Makes a page in pieces: each entry of its long lists is one, so that a large page holds up no other client (rule OPS-18).
import { createContext, h, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import { inLanguage, usePageLanguage } from './words.tsx';

/** The entries of the lists of the page that is being made, in their order. Null: the page is made at once. */
const Lists = createContext<Iterable<VNode>[] | null>(null);

/** Stands for a list until its entries are made. No text of a page can look like it: `<` is escaped there. */
const PLACE = 'list-in-pieces';
const PLACE_HTML = `<${PLACE}></${PLACE}>`;

type LongListProps<Item> = { readonly of: readonly Item[]; readonly entry: (item: Item, index: number) => VNode };

/** The entries of a list that may be long. Of the contexts of the page, they have its language alone. */
export function LongList<Item>({ of: items, entry }: LongListProps<Item>) {
  const lists = useContext(Lists);
  const language = usePageLanguage();
  if (lists === null) return <>{items.map(entry)}</>;
  function* entries(): Generator<VNode, void> {
    for (const [index, item] of items.entries()) yield inLanguage(language, entry(item, index));
  }
  lists.push(entries());
  return h(PLACE, null);
}

/** A whole document as bytes. */
export function* pageInPieces(page: VNode): Generator<void, Buffer> {
  const lists: Iterable<VNode>[] = [];
  const [start = '', ...rest] = renderToString(<Lists.Provider value={lists}>{page}</Lists.Provider>).split(PLACE_HTML);
  // Bytes of each piece: one long text would be put together in one turn.
  const pieces = [Buffer.from(`<!doctype html>\n${start}`)];
  for (const [index, after] of rest.entries()) {
    for (const entry of lists[index] ?? []) {
      yield;
      pieces.push(Buffer.from(renderToString(entry)));
    }
    pieces.push(Buffer.from(after));
  }
  return Buffer.concat(pieces);
}
