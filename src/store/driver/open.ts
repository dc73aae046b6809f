// Opens the database of the store: PostgreSQL or the embedded one. Both behave the same after this file.
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { Logger } from '../../ops/logger.ts';
import { openEmbedded } from './embedded.ts';
import { renewRestored } from './embedded-copy.ts';
import { hasNoSession, meansStoreAway, queryDeadlineMs, withQueryDeadline } from './errors.ts';
import { migrate } from '../schema/migrate.ts';
import { openReadOnlyWatch } from './read-only.ts';
import { openSockets } from './sockets.ts';
import type { Sql } from './sql.ts';

export type Store = {
  readonly sql: Sql;
  /** For reads of pages and lists, which may take long: they hold no connection that a marker or a screen needs. */
  readonly reads: Sql;
  readonly embedded: boolean;
  /** Takes the error of a write and returns it. Sessions that have stayed read-only are replaced. */
  writeFailed<Failure>(error: Failure): Failure;
  /** Waits up to 2 seconds for running queries. */
  close(): Promise<void>;
};

type StoreOptions = {
  /** PostgreSQL 14 or newer; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Folder of the embedded database. */
  readonly home: string;
  readonly logger: Logger;
  /** How long an unreachable database is retried at start (rule OPS-1), ms. */
  readonly startForMs?: number;
  /** How long a connection may be silent before it is cut, ms. */
  readonly silentLimitMs?: number;
};

const poolSize = 8;
/** Of the pool for reads of pages and lists. */
const readsPoolSize = 3;
/** The caller has already waited for its writes; queries still running after this are cut. */
const closeForS = 2;
/** How long a start tries a database that cannot be reached (rule OPS-1). */
export const startForMsDefault = 30_000;
/** Longer than any statement takes, shorter than a recovery should take. */
const silentLimitMsDefault = 20_000;
/** The same for reads of pages and lists: an answer after the deadline of its query is not used. */
const readsSilentLimitMs = queryDeadlineMs + 1_000;
/** The schema files; a build has them next to the bundle. */
const schemaFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../schema/' : './schema/', import.meta.url),
);

/** Settings of both kinds. */
const clientOptions = (logger: Logger) => ({
  connect_timeout: queryDeadlineMs / 1_000,
  // The default grows to 20 seconds; a recovered database would stay unused that long.
  backoff: () => 0.2,
  // Times are milliseconds and counts are small: both fit into a number.
  types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  onnotice: (notice: postgres.Notice) => logger.debug({ notice: notice['message'] }, 'notice from the database'),
});

type Client = {
  readonly sql: Sql;
  readonly reads: Sql;
  /** The schema is up to date: from now on no statement takes long. */
  prepared(): Promise<void>;
  /** Called with the error of a write. */
  failed(error: unknown): void;
  close(): Promise<void>;
};

/**
 * Learns the array types once a pool. By default the library asks for them on each new connection, and no one catches its
 * query when that connection is reset.
 */
const keepTypes = async (pool: Sql): Promise<void> => {
  await withQueryDeadline(pool`select 1`);
  Object.assign(pool.options, { fetch_types: false }); // read again for each new connection; the types are kept by the pool
};

/** `watch` is called when the schema is up to date; `release` after the last connection has ended. */
const clientOf = (
  { sql, reads }: Pick<Client, 'sql' | 'reads'>,
  release: () => void | Promise<void>,
  { watch, failed }: { readonly watch: () => void } & Pick<Client, 'failed'> = {
    watch: () => undefined,
    failed: () => undefined,
  },
): Client => ({
  sql,
  reads,
  failed,
  async prepared() {
    await Promise.all([...new Set([sql, reads])].map(keepTypes));
    watch();
  },
  async close() {
    await Promise.all([...new Set([sql, reads])].map((pool) => pool.end({ timeout: closeForS })));
    await release();
  },
});

const connectTo = (databaseUrl: string, logger: Logger, silentLimitMs: number): Client => {
  const poolOf = (max: number, silentMs: number) => {
    const sockets = openSockets(silentMs);
    const options = {
      ...clientOptions(logger),
      max,
      connection: {
        application_name: 'touchline',
        TimeZone: 'UTC',
        // The statements are short: compiling one takes longer than running it.
        jit: 'off',
        // Who waited for another writer reads what that one stored (locked-commit.ts). The database may have another default.
        default_transaction_isolation: 'read committed' as const,
      },
      idle_timeout: (silentMs * 0.75) / 1_000, // see sockets.ts
      socket: sockets.connect, // works, though the types leave it out
    };
    return { sql: postgres(databaseUrl, options), sockets };
  };
  const main = poolOf(poolSize, silentLimitMs);
  const reads = poolOf(readsPoolSize, Math.min(silentLimitMs, readsSilentLimitMs));
  const checkNew = async (): Promise<void> => {
    const options = { ...clientOptions(logger), max: 1, fetch_types: false, socket: main.sockets.connect };
    const one = postgres(databaseUrl, options);
    try {
      await checkWritable(one);
    } finally {
      await one.end({ timeout: 0 });
    }
  };
  return clientOf(
    { sql: main.sql, reads: reads.sql },
    () => {
      main.sockets.close();
      reads.sockets.close();
    },
    {
      watch() {
        main.sockets.watch();
        reads.sockets.watch();
      },
      failed: openReadOnlyWatch(checkNew, main.sockets.cutAll),
    },
  );
};

const connectEmbedded = async (home: string, logger: Logger): Promise<Client> => {
  const embedded = await openEmbedded(home, logger);
  const options = {
    ...clientOptions(logger),
    ...embedded.address,
    // The embedded database has one session for all connections: a second connection could see a half-sent statement of
    // the first. All queries are pipelined on one connection.
    max: 1,
    username: 'postgres',
    database: 'postgres',
  };
  const sql = postgres(options);
  return clientOf({ sql, reads: sql }, embedded.close);
};

const retryEveryMs = 1_000;
const minimumVersion = 140_000;

const checkVersion = async (sql: Sql): Promise<void> => {
  const [row] = await withQueryDeadline(
    sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`,
  );
  if (row === undefined || row.version < minimumVersion)
    throw new Error(`The database is PostgreSQL ${row?.version ?? 'unknown'}; Touchline needs version 14 or newer.`);
};

/** Throws when the database is away or read-only (for example a standby). For `/readyz`. */
export const checkWritable = async (sql: Sql, deadlineMs?: number): Promise<void> => {
  const [row] = await withQueryDeadline(
    sql<{ isReadOnly: boolean }[]>`select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    deadlineMs,
  );
  if (row?.isReadOnly !== false) throw Object.assign(new Error('The database accepts no writes.'), { code: '25006' });
};

/** Deadline of the check whether the database accepts writes, ms. */
const READY_MS = 2_000;

/** The reason why the database accepts no writes; null if it does. */
export async function whyNotWritable({ sql, writeFailed }: Pick<Store, 'sql' | 'writeFailed'>): Promise<string | null> {
  try {
    await checkWritable(sql, READY_MS);
    return null;
  } catch (error) {
    return describe(writeFailed(error));
  }
}

/** Retries `work` until the database is reachable; throws the reason after `forMs`. `name`: of the database. */
const whenReachable = async (work: () => Promise<void>, logger: Logger, forMs: number, name: string): Promise<void> => {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!meansStoreAway(error) || adviceOn(error) !== undefined) throw error;
      if (performance.now() >= until)
        throw new Error(`${name} could not be reached: ${describe(error)}`, { cause: error });
      logger.warn({ reason: describe(error) }, 'waiting for the database');
      await setTimeout(retryEveryMs);
    }
  }
};

/** What to do when the database refuses a start, by the code of the error. */
const adviceFor: Readonly<Record<string, string>> = {
  '42501': 'The user of DATABASE_URL must own the database and its tables: alter database NAME owner to USER',
  '55P03':
    'Another session uses a table that has to change, such as pg_dump or an open transaction: start again when it has ended',
  '3D000': 'Create the database of DATABASE_URL first, or name another one at its end: createdb --owner USER NAME',
  '28000': 'Check the user in DATABASE_URL, and pg_hba.conf of the server',
  '28P01': 'Check the user and the password in DATABASE_URL',
};
/** A parameter of the session that does not exist, or has no such value. */
const BAD_PARAMETER: ReadonlySet<string> = new Set(['42704', '22023']);

/** Waiting helps nothing where there is advice. */
const adviceOn = (error: unknown): string | undefined => {
  if (!(error instanceof postgres.PostgresError)) return undefined;
  if (BAD_PARAMETER.has(error.code) && hasNoSession(error))
    return 'Check what follows the question mark in DATABASE_URL';
  return adviceFor[error.code];
};

const withAdvice = (error: unknown): unknown => {
  const advice = adviceOn(error);
  return advice === undefined ? error : new Error(`${describe(error)}. ${advice}.`, { cause: error });
};

/** What Node.js says when the other side ends a connection on which TLS begins. */
const NO_TLS = 'before secure TLS connection was established';

/** An AggregateError of several addresses has no message of its own. */
const describe = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.message.includes(NO_TLS)
    ? 'The server ended the connection when TLS began. If it has no TLS, leave sslmode out of DATABASE_URL'
    : error.message;
};

/**
 * Opens the database and updates its schema. Throws an Error whose single line says what to do when the database cannot be
 * reached in 30 seconds, rejects the connection, is older than PostgreSQL 14, has a newer schema than this code, or when
 * another process uses the embedded database.
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { databaseUrl, home, logger } = options;
  const client =
    databaseUrl === null
      ? await connectEmbedded(home, logger)
      : connectTo(databaseUrl, logger, options.silentLimitMs ?? silentLimitMsDefault);
  try {
    const prepare = async (): Promise<void> => {
      await checkVersion(client.sql);
      await migrate(client.sql, schemaFolder, logger);
      if (databaseUrl === null) await renewRestored(client.sql, home);
      await client.prepared();
    };
    const name = databaseUrl === null ? `The embedded database in ${home}` : 'The database of DATABASE_URL';
    await whenReachable(prepare, logger, options.startForMs ?? startForMsDefault, name);
  } catch (error) {
    await client.close();
    throw withAdvice(error);
  }
  const { sql, reads, failed, close } = client;
  const writeFailed = <Failure>(error: Failure): Failure => {
    failed(error);
    return error;
  };
  return { sql, reads, embedded: databaseUrl === null, writeFailed, close };
};
