// Tiles glide to their new places when their order changes: a goal's tile to the front and back (`--change` of tokens.css).
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Place = { readonly left: number; readonly top: number };

/** For the children of `ref`, which carry `data-match`. A resized window moves nothing. */
export function useMoves(ref: RefObject<HTMLElement | null>): void {
  const before = useRef<ReadonlyMap<string, Place>>(new Map());
  useLayoutEffect(() => {
    const tiles = [...(ref.current?.children ?? [])].filter((tile) => tile instanceof HTMLElement);
    const idOf = (tile: HTMLElement): string => tile.dataset['match'] ?? '';
    const hasMoved = tiles.map(idOf).join() !== [...before.current.keys()].join();
    for (const tile of tiles) {
      const from = before.current.get(idOf(tile));
      if (!hasMoved || !from) continue;
      const { style, offsetLeft, offsetTop } = tile;
      style.transition = 'none';
      style.transform = `translate(${from.left - offsetLeft}px, ${from.top - offsetTop}px)`;
      // The browser draws the old place first.
      tile.getBoundingClientRect();
      style.transition = '';
      style.transform = '';
    }
    before.current = new Map(tiles.map((tile) => [idOf(tile), { left: tile.offsetLeft, top: tile.offsetTop }]));
  });
}
