// What an import does with the numbers and fill-ins that staff gave to a game or match (rule LINE-4).
import type { LineupEdits } from '../match/fixture.ts';
import { isSameEdits, NO_EDITS } from '../match/lineup-edits.ts';
import type { ISql } from '../store/driver/sql.ts';
import type { DraftedOwner } from './draft.ts';
import { listRows, type ListTable, readLists, replaceLists, type Row } from './rows.ts';
import { TABLES } from './tables.ts';

/** The lists that `writeStoredEdits` writes. */
export const EDITS: readonly ListTable[] = [TABLES.game_lineup_edits, TABLES.match_lineup_edits];

/** A game or match; `editsAfter`: its row of edits after the import, by the stored one. */
export type DraftedEdits = DraftedOwner & { readonly editsAfter: (before: readonly Row[]) => readonly Row[] };

/**
 * The row of the edits after an import, by the stored row, if there is one. A file that brings the line-up replaces shirt numbers, and
 * fill-ins stay; an export has the edits themselves (rule LINE-4).
 */
export const importedEdits =
  (
    table: ListTable,
    id: number,
    { given, bringsLineup }: { readonly given: LineupEdits | null | undefined; readonly bringsLineup: boolean },
  ): DraftedEdits['editsAfter'] =>
  (before) => {
    const stored = (before[0]?.['edits'] ?? NO_EDITS) as LineupEdits;
    const kept = bringsLineup ? { ...stored, numbers: {} } : stored;
    const edits = given === undefined ? kept : (given ?? NO_EDITS);
    return isSameEdits(edits, stored) ? before : listRows(table, id, [{ edits }]);
  };

/**
 * Writes the edits of stored games or matches that the import changes. Call it when they are reserved: staff may have changed the
 * edits since the import read them, and reserve before they write too.
 */
export async function writeStoredEdits(sql: ISql, drafted: readonly DraftedEdits[]): Promise<void> {
  for (const table of EDITS) {
    const owners = drafted.filter(({ stored, changed }) => stored !== null && changed.has(table));
    const before = await readLists(
      sql,
      table,
      owners.map(({ id }) => id),
    );
    const lists = owners.map(({ id, editsAfter }) => ({
      parent: id,
      rows: editsAfter(before.get(id) ?? []),
      isNew: false,
    }));
    await replaceLists(sql, table, lists);
  }
}
