// The cells of a table of standings that screens and overlays share: played, won, drawn, lost, difference, points.
import type { FactsTable } from '../../../protocol/rest/facts.ts';
import { signed } from './goal-difference.ts';
import type { Words } from './words.ts';

export const StandingsHead = ({ columns }: Pick<Words, 'columns'>) => (
  <>
    {[columns.played, columns.won, columns.drawn, columns.lost, columns.difference, columns.points].map((word) => (
      <th scope="col" key={word}>
        {word}
      </th>
    ))}
  </>
);

export const StandingsCells = ({ row }: { row: FactsTable['rows'][number] }) => (
  <>
    <td>{row.played}</td>
    <td>{row.won}</td>
    <td>{row.drawn}</td>
    <td>{row.lost}</td>
    <td>
      <span dir="ltr">{signed(row.goals_for - row.goals_against)}</span>
    </td>
    <td class="points">{row.points}</td>
  </>
);
