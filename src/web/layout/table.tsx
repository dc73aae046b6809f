// A table; where the screen is too narrow for it, it scrolls sideways by itself, or stacks each row's cells.
import type { ComponentChildren } from 'preact';

export type TableProps = {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** For rows with something to press: on a phone it must not lie beyond the edge. */
  readonly stacks?: boolean;
};

/** The roles say what the elements say already: in a stack browsers would no longer take them for a table. */
export const Table = ({ caption, head, rows, stacks = false }: TableProps) => (
  <div class={stacks ? 'wide stacks' : 'wide'} role="region" aria-label={caption} tabIndex={0}>
    <table role="table">
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {head.map((cell) => (
            <th key={cell} role="columnheader" scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([first, ...cells], row) => (
          <tr key={row} role="row">
            <th role="rowheader" scope="row">
              {first}
            </th>
            {cells.map((cell, column) => (
              <td key={column} role="cell" data-label={head[column + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
