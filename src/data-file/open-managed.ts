// What staff manage one by one, for the REST interface and the pages: a change is announced before its answer.
import { SERVICE_IDS_FROM } from '../../protocol/rest/managed.ts';
import type { Sql } from '../store/driver/sql.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import { announced } from './announced.ts';
import {
  changeManaged,
  createManaged,
  deleteManaged,
  findManaged,
  type Managed,
  type ManagedTarget,
} from './managed-changes.ts';
import { type Cancellation, cancelGame, changeSeries, restoreGame, type SeriesChange } from './game-changes.ts';
import { openChangeAllowance } from './change-allowance.ts';
import type { ManagedFields } from './managed-apply.ts';
import { etagOf } from './managed-rows.ts';
import {
  changePublicNames,
  importPlayers,
  importSquad,
  type PlayerEntry,
  type SquadChanged,
  type SquadEntry,
  type SquadTarget,
} from './squad-changes.ts';
import type { PublicNames } from '../../protocol/data-file/fields.ts';

/** How long a caller waits for the database, ms: longer than for the lock of changes. */
const ANSWER_MS = 9_000;

/** `dataChanged` resolves when this node shows the change. */
export function openManaged(sql: Sql, dataChanged: <T extends SquadChanged>(changed: T) => Promise<T>) {
  const done = <T extends SquadChanged>(work: Promise<T>): Promise<T> =>
    announced(work, (changed) => (changed.isChanged ? dataChanged(changed) : null), ANSWER_MS);
  const managed = async <T extends Managed>(work: Promise<T>) => {
    const changed = await done(work);
    return { ...changed, ...shown(changed) };
  };
  return {
    countChange: openChangeAllowance(),
    read: async (target: ManagedTarget, key: string) => shown(await orStoreAway(findManaged(sql, target, key))),
    create: (target: ManagedTarget, fields: ManagedFields, key: string | null) =>
      managed(createManaged(sql, target, fields, key)),
    change: (target: ManagedTarget, key: string, fields: ManagedFields, ifMatch: string | null) =>
      managed(changeManaged(sql, target, key, fields, ifMatch)),
    remove: (target: ManagedTarget, key: string, ifMatch: string | null) =>
      managed(deleteManaged(sql, target, key, ifMatch)),
    cancel: (target: ManagedTarget, key: string, cancellation: Cancellation, ifMatch: string | null) =>
      managed(cancelGame(sql, target, key, cancellation, ifMatch)),
    restore: (target: ManagedTarget, key: string, following: boolean, ifMatch: string | null) =>
      managed(restoreGame(sql, target, key, following, ifMatch)),
    changeSeries: (target: ManagedTarget, key: string, change: SeriesChange, ifMatch: string | null) =>
      managed(changeSeries(sql, target, key, change, ifMatch)),
    importSquad: (target: SquadTarget, entries: readonly SquadEntry[], seen: string) =>
      done(importSquad(sql, target, entries, seen)),
    importPlayers: (target: SquadTarget, entries: readonly PlayerEntry[], seen: string) =>
      done(importPlayers(sql, target, entries, seen)),
    changePublicNames: (target: SquadTarget, names: PublicNames) => done(changePublicNames(sql, target, names)),
  };
}

const shown = ({ row }: Managed) => ({ file: row.file, etag: etagOf(row), isOfService: row.id >= SERVICE_IDS_FROM });
