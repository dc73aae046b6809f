// A table that scrolls sideways by itself where the screen is too narrow for it.
import type { ComponentChildren } from 'preact';

export type TableProps = {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly ComponentChildren[])[];
};

export const Table = ({ caption, head, rows }: TableProps) => (
  <div class="wide" role="region" aria-label={caption} tabIndex={0}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{first}</th>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
