// The ids that the service gives to new rows (rule MANAGE-4).
import type { ISql } from '../store/driver/sql.ts';
import { greatestId } from './managed-rows.ts';

export async function nextId(tx: ISql): Promise<number> {
  // A restored backup may have greater ids than this database gave so far.
  const [row] = await tx<{ id: number }[]>`
    select setval('managed_id', greatest(nextval('managed_id'), ${greatestId(tx)} + 1)) as id`;
  if (row === undefined) throw new TypeError('The database gave no id.');
  return row.id;
}
