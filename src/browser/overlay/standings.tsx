// Group tables: the group of the match on air, or all groups of a tournament.
import { StandingsCells, StandingsHead } from '../shared/standings-cells.tsx';
import type { Facts, FactsTable } from '../../../protocol/rest/facts.ts';
import type { OverlayOptions } from './options.ts';
import type { Words } from '../shared/words.ts';
import { ThemeCrest } from './theme-crest.tsx';

type Props = {
  readonly facts: Facts;
  readonly options: OverlayOptions;
  readonly words: Words;
  /** Teams to highlight. */
  readonly playing: readonly number[];
};

/** Draws nothing without a table. */
export function Standings({ facts, options, words, playing }: Props) {
  const tables = facts.tables.filter(({ group }) => options.group === undefined || group === options.group);
  if (tables.length === 0) return null;
  const columns = columnsFor(tables.length);
  const uprightColumns = tables.length <= UPRIGHT_TABLES ? 1 : 2;
  const linesIn = (count: number): number =>
    Math.ceil(tables.length / count) * (1 + Math.max(...tables.map(({ rows }) => rows.length)));
  const size = {
    '--columns': columns,
    '--row': rowFor(linesIn(columns), ROWS[columns - 1] ?? 32, 780),
    '--wide': WIDTHS[columns - 1] ?? 1_000,
    '--upright-columns': uprightColumns,
    '--upright-row': rowFor(linesIn(uprightColumns), uprightColumns === 1 ? 29 : 16, 1_000),
  };
  return (
    <section class="panel standings" data-testid="standings" style={size}>
      <h2 class="panel-title">
        <ThemeCrest options={options} place="panel" />
        {words.standings}
        {facts.competition !== null && <span class="panel-of"> {facts.competition}</span>}
      </h2>
      <div class="tables">
        {tables.map((table) => (
          <Table key={table.group} table={table} words={words} playing={playing} />
        ))}
      </div>
    </section>
  );
}

/** The number of columns: as many as keep the names readable. */
function columnsFor(groups: number): number {
  if (groups === 1) return 1;
  return groups <= 4 ? 2 : Math.min(4, Math.ceil(groups / 3));
}

/** Widths and largest text sizes at 1920 × 1080, by the number of columns. */
const WIDTHS = [1_240, 1_728, 1_728, 1_728];
const ROWS = [32, 27, 20, 17];
/** So many tables stand below each other on an upright picture (upright.css). */
const UPRIGHT_TABLES = 4;

/** The text size at which `lines` lines fit into `height`. */
const rowFor = (lines: number, largest: number, height: number): number =>
  Math.min(largest, Math.floor(height / lines / 1.85));

function Table({ table, words, playing }: { table: FactsTable; words: Words; playing: readonly number[] }) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col" class="team">
            {words.group} {table.group}
          </th>
          <StandingsHead columns={words.columns} />
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          <tr key={row.id} class={playing.includes(row.id) ? 'playing' : ''}>
            <th scope="row" class="team">
              <span class="place">{index + 1}</span>
              <bdi>{row.name}</bdi>
            </th>
            <StandingsCells row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
