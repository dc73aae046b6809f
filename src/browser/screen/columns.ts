import { useState } from 'preact/hooks';
import { useMeasured } from '../shared/use-measured.ts';

/** The aspect ratio that suits a board best. */
const TILE_ASPECT = 16 / 9;

/** Returns the number of columns that makes `count` tiles largest, on a screen `aspect` times as wide as high. */
export function bestColumns(count: number, aspect: number): number {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const width = aspect / columns;
    const height = 1 / Math.ceil(count / columns);
    const size = Math.min(width, height * TILE_ASPECT);
    if (size > best.size + 1e-9) best = { columns, size };
  }
  return best.columns;
}

/** A ref for an element, and its number of columns: `columnsAt` is called again with other `inputs`. */
export function useColumns<T extends HTMLElement>(columnsAt: (aspect: number) => number, inputs: readonly unknown[]) {
  const [columns, setColumns] = useState(1);
  const ref = useMeasured<T>(
    ({ clientWidth, clientHeight }) => setColumns(columnsAt(clientWidth / Math.max(1, clientHeight))),
    inputs,
  );
  return [ref, columns] as const;
}
