// What an operator does to all data at once. The log and the audit trail say what was done (rule OPS-21).
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Logger } from '../ops/logger.ts';
import { type Action, writeAudit } from '../store/audit.ts';
import type { TokenEncryption } from '../store/connections.ts';
import type { Sql } from '../store/driver/sql.ts';
import { eraseUser } from './erase-user.ts';
import { exportData } from './export.ts';
import { importData } from './import.ts';
import { spooled } from './spool.ts';

type OperatorWorkDeps = {
  readonly sql: Sql;
  readonly encryption: TokenEncryption;
  /** Resolves when this node shows the change. */
  readonly dataChanged: <T extends { readonly affected: readonly MatchRef[] }>(changed: T) => Promise<T>;
  readonly logger: Logger;
};

/** `subject` has no name: an erasure could not find it here. `ownerId`: the user whom it is about. */
const audit = (sql: Sql, action: Action, subject: string, ownerId: number | null = null): Promise<void> =>
  writeAudit(sql, { userId: null, otherwise: 'Operator', action, subject, resource: null, ownerId }, Date.now());

export const openOperatorWork = ({ sql, encryption, dataChanged, logger }: OperatorWorkDeps) => ({
  /** Returns the counts per entity. Throws Problem 422. */
  async importData(file: unknown): Promise<object> {
    const { counts, scoresKept } = await dataChanged(await importData(sql, file, { encryption }));
    logger.info({ counts }, 'an operator applied a data file');
    const changed = Object.values(counts).reduce((sum, { created, updated }) => sum + created + updated, 0);
    await audit(sql, 'data_imported', String(changed));
    return { ...counts, ...(scoresKept === 0 ? {} : { scores_kept: scoresKept }) };
  },
  /** Returns how many matches changed. Throws Problem 404. */
  async eraseUser(id: number): Promise<number> {
    const { affected } = await dataChanged(await eraseUser(sql, id));
    logger.info({ user: id }, 'an operator erased a user');
    await audit(sql, 'user_erased', `user ${id}`, id);
    return affected.length;
  },
  /** The data file as a stream. `history`: with the logs and the audit trail. */
  async exportData(history: boolean) {
    logger.info({ history }, 'an operator exports all data');
    await audit(sql, 'data_exported', history ? 'history' : '');
    return spooled((write) => exportData(sql, write, { history }));
  },
});
