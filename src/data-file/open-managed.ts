// What staff manage one by one, for the REST interface and the pages: a change is announced before its answer.
import { SERVICE_IDS_FROM } from '../../protocol/rest/managed.ts';
import type { Sql } from '../store/driver/sql.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import {
  changeManaged,
  createManaged,
  deleteManaged,
  findManaged,
  type Managed,
  type ManagedFields,
  type ManagedTarget,
} from './managed-changes.ts';
import { openChangeAllowance } from './change-allowance.ts';
import { etagOf } from './managed-rows.ts';

/** How long a caller waits for the database, ms: longer than for the lock of changes. */
const ANSWER_MS = 8_000;

/** `dataChanged` resolves when this node shows the change. */
export function openManaged(sql: Sql, dataChanged: <T extends Managed>(changed: T) => Promise<T>) {
  const announced = async <T extends Managed>(work: Promise<T>) => {
    const done = await orStoreAway(work, ANSWER_MS);
    if (done.isChanged) await dataChanged(done);
    return { ...done, ...shown(done) };
  };
  return {
    countChange: openChangeAllowance(),
    read: async (target: ManagedTarget, key: string) => shown(await orStoreAway(findManaged(sql, target, key))),
    create: (target: ManagedTarget, fields: ManagedFields, key: string | null) =>
      announced(createManaged(sql, target, fields, key)),
    change: (target: ManagedTarget, key: string, fields: ManagedFields, ifMatch: string | null) =>
      announced(changeManaged(sql, target, key, fields, ifMatch)),
    remove: (target: ManagedTarget, key: string, ifMatch: string | null) =>
      announced(deleteManaged(sql, target, key, ifMatch)),
  };
}

const shown = ({ row }: Managed) => ({ file: row.file, etag: etagOf(row), isOfService: row.id >= SERVICE_IDS_FROM });
