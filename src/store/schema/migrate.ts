// Updates the schema: numbered SQL files, each run once and in order by the first node that starts.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Sql, TransactionSql } from '../driver/sql.ts';
import type { Logger } from '../../ops/logger.ts';
import { transaction } from '../driver/transaction.ts';

/** Advisory lock. Every version of Touchline must use the same number. */
const migrationLock = 7_311_809_001;

/** A step waits this long for a table that another session uses: all other sessions wait behind it. */
const lockWait = '10s';

/** A node that is lost with its machine in the middle keeps the lock, and its other locks, for this long. */
const lostFor = '60s';

type Step = { readonly version: number; readonly file: string };

/** The steps in a folder: `001_live.sql`, `002_clubs.sql` …, by number. */
const listSteps = async (folder: string): Promise<readonly Step[]> => {
  const steps = (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ file, version: Number.parseInt(file, 10) }))
    .sort((a, b) => a.version - b.version);
  for (const [index, step] of steps.entries()) {
    if (step.version !== index + 1)
      throw new Error(`Schema file ${step.file} must have number ${index + 1}: numbers increase by one without a gap.`);
  }
  return steps;
};

const lock = async (tx: TransactionSql, logger: Logger): Promise<void> => {
  const [row] = await tx<{ isFree: boolean }[]>`select pg_try_advisory_xact_lock(${migrationLock}) as "isFree"`;
  if (row?.isFree === true) return;
  logger.info('another node changes the schema: waiting for it');
  await tx`select pg_advisory_xact_lock(${migrationLock})`;
};

/**
 * Updates the database to this code's schema in one transaction, under a lock that other nodes wait for. Throws when the
 * database is newer than the code: an old node must not write to a schema that it does not know.
 */
export const migrate = async (sql: Sql, folder: string, logger: Logger): Promise<void> => {
  const steps = await listSteps(folder);
  const applied = await transaction(sql, async (tx) => {
    await tx`select set_config('idle_in_transaction_session_timeout', ${lostFor}, true)`;
    // The database may set limits for queries, which a step or the wait for another node outlasts.
    await tx`select set_config(name, '0', true) from pg_settings where name in ('statement_timeout', 'transaction_timeout')`;
    await lock(tx, logger);
    // The limit of the operator counts, if there is one.
    await tx`select set_config('lock_timeout', ${lockWait}, true) where current_setting('lock_timeout') = '0'`;
    await tx`create table if not exists schema_version (
      version integer primary key, file text not null, applied_at timestamptz not null default now())`;
    const rows = await tx<
      { version: number; file: string }[]
    >`select version, file from schema_version order by version`;
    const newest = rows.at(-1);
    if (newest !== undefined && newest.version > steps.length) {
      throw new Error(
        `The database is newer than this Touchline: it has schema ${newest.version} (${newest.file}), this code knows ${steps.length}. Start the newer release.`,
      );
    }
    const missing = steps.slice(newest?.version ?? 0);
    if (newest !== undefined && missing.length > 0)
      logger.info(
        { steps: missing.map((step) => step.file) },
        'bringing the schema up to date: a large database takes minutes',
      );
    for (const { file, version } of missing) {
      await tx.unsafe(await readFile(path.join(folder, file), 'utf8'));
      await tx`insert into schema_version (version, file) values (${version}, ${file})`;
    }
    return missing;
  });
  if (applied.length > 0) logger.info({ steps: applied.map((step) => step.file) }, 'schema brought up to date');
};
