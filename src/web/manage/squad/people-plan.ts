// What the plans of a squad table and of a table of players share: a row is about one person, and a shirt number has one wearer.
import { groupBy } from '../../../match/group-by.ts';
import { nameKey } from '../../../match/whole-words.ts';
import { type CellFault, nameColumn, type PeopleTable, type TableRow } from './squad-table.ts';

/** What a table changes. Nothing of a plan with faults may be applied. */
export type PeoplePlan<Entry> = {
  readonly entries: readonly Entry[];
  /** The row of each entry. */
  readonly rows: readonly number[];
  /** People of the table whom it does not change. */
  readonly unchanged: number;
  /** By row, then by column. */
  readonly faults: readonly CellFault[];
};

/** The fields that a row changes. `person`: the stored one that the row is about; null for a new one. */
type RowChange = { readonly row: TableRow; readonly person: object | null; readonly fields: object };

/** The people of each name, by its key in any spelling (`nameKey`). */
export const byName = <Person extends { readonly name: string }>(
  people: readonly Person[],
): ReadonlyMap<string, readonly Person[]> => groupBy(people, ({ name }) => nameKey(name));

/** Collects what is wrong with the rows of a table, and makes the plan. */
export function openPlan({ places, faults: faultsOfCells }: PeopleTable) {
  const faults = [...faultsOfCells];
  const firstRows = new Map<string, number>();

  function addFault(
    row: TableRow,
    column: 'name' | 'number' | 'role',
    fault: Pick<CellFault, 'fault' | 'other'>,
  ): void {
    faults.push({ row: row.row, column: places[column] ?? nameColumn(places), ...fault });
  }

  return {
    addFault,

    /** Two rows must not be about one person. `twoPeople`: the fault of a name that several of the stored `people` have. */
    checkName(row: TableRow, key: string, people: readonly unknown[], twoPeople: CellFault['fault']): void {
      const first = firstRows.get(key);
      if (first !== undefined) addFault(row, 'name', { fault: 'same_name', other: String(first + 1) });
      else if (people.length > 1) addFault(row, 'name', { fault: twoPeople });
      firstRows.set(key, first ?? row.row);
    },

    /** Gives the row its shirt number, unless another person wears it. `wearers`: by the same kind of key. */
    giveNumber<Key>(row: TableRow, key: Key, wearers: Map<Key, { readonly name: string } | TableRow>): void {
      const wearer = wearers.get(key);
      if (wearer === undefined) wearers.set(key, row);
      else if ('row' in wearer) addFault(row, 'number', { fault: 'number_in_row', other: String(wearer.row + 1) });
      else addFault(row, 'number', { fault: 'number_of', other: wearer.name });
    },

    /** The plan of these changes, without those that change nothing. */
    planOf<Change extends RowChange, Entry>(
      changes: readonly Change[],
      entryOf: (change: Change) => Entry,
    ): PeoplePlan<Entry> {
      const stored = changes.filter(({ person, fields }) => person === null || Object.keys(fields).length > 0);
      return {
        entries: stored.map(entryOf),
        rows: stored.map(({ row }) => row.row),
        unchanged: changes.length - stored.length,
        faults: faults.toSorted((a, b) => a.row - b.row || a.column - b.column),
      };
    },
  };
}
