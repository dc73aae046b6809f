// What an import does with the numbers and fill-ins that staff gave to a game or match (rule LINE-4).
import type { LineupEdits } from '../match/fixture.ts';
import { isSameEdits, NO_EDITS } from '../match/lineup-edits.ts';
import { listRows, type ListTable, type Row } from './rows.ts';

/**
 * The row of the edits after an import. A file that brings the line-up replaces shirt numbers, and fill-ins stay; an export has
 * the edits themselves (rule LINE-4). `before`: the stored row, if there is one.
 */
export function importedEdits(
  table: ListTable,
  id: number,
  before: readonly Row[],
  { given, bringsLineup }: { readonly given: LineupEdits | null | undefined; readonly bringsLineup: boolean },
): readonly Row[] {
  const stored = (before[0]?.['edits'] ?? NO_EDITS) as LineupEdits;
  const kept = bringsLineup ? { ...stored, numbers: {} } : stored;
  const edits = given === undefined ? kept : (given ?? NO_EDITS);
  return isSameEdits(edits, stored) ? before : listRows(table, id, [{ edits }]);
}
