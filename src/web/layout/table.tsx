// A table. On a narrow screen it scrolls sideways, or stacks the cells of each row.
import type { ComponentChildren } from 'preact';
import { LongList } from './pieces.tsx';

/** Its name: a caption, or the id of the heading above it. */
type TableName =
  { readonly caption: string; readonly labelledBy?: never } | { readonly caption?: never; readonly labelledBy: string };

/** The head of a column. Screen readers say the long form of a short one; a tooltip shows it. */
type Head = string | { readonly short: string; readonly long: string };

const shortOf = (head: Head | undefined): string | undefined => (typeof head === 'object' ? head.short : head);
const longOf = (head: Head): string | undefined => (typeof head === 'object' ? head.long : undefined);

type TableProps = TableName & {
  readonly head: readonly Head[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** A key of each row, by which an open page knows it again (become-like.ts). */
  readonly rowKeys?: readonly string[];
  /** For rows with a button: on a phone the button must not lie beyond the edge. */
  readonly stacks?: boolean;
};

/** The roles repeat the elements, because browsers ignore the table elements when their cells are stacked. */
export const Table = ({ caption, labelledBy, head, rows, rowKeys = [], stacks = false }: TableProps) => (
  <div
    class={stacks ? 'wide stacks' : 'wide'}
    role="region"
    aria-label={caption}
    aria-labelledby={labelledBy}
    tabIndex={0}
  >
    <table role="table" aria-labelledby={labelledBy}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead role="rowgroup">
        <tr role="row">
          {head.map((cell) => (
            <th key={shortOf(cell)} role="columnheader" scope="col" aria-label={longOf(cell)}>
              {typeof cell === 'object' ? <abbr title={cell.long}>{cell.short}</abbr> : cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        <LongList
          of={rows}
          entry={([first, ...cells], row) => (
            <tr role="row" data-key={rowKeys[row]}>
              <th role="rowheader" scope="row">
                {first}
              </th>
              {cells.map((cell, column) => (
                <td key={column} role="cell" data-label={shortOf(head[column + 1])}>
                  {cell}
                </td>
              ))}
            </tr>
          )}
        />
      </tbody>
    </table>
  </div>
);
