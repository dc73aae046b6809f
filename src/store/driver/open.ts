// The store: PostgreSQL by its address, or the embedded one. After this file nothing knows which.
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { Logger } from '../../ops/logger.ts';
import { openEmbedded } from './embedded.ts';
import { isUnavailable, queryDeadlineMs, withDeadline } from './errors.ts';
import { migrate } from '../schema/migrate.ts';
import { openSockets } from './sockets.ts';

export type Sql = postgres.Sql;

export type Store = {
  readonly sql: Sql;
  readonly embedded: boolean;
  /** Waits for the queries under way, 2 seconds at most. */
  close(): Promise<void>;
};

export type StoreOptions = {
  /** PostgreSQL 14 or newer; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Where the embedded database lives. */
  readonly home: string;
  readonly log: Logger;
  /** How long an unreachable database is tried at start (rule OPS-1). */
  readonly startForMs?: number;
  /** How long a connection may leave a question unanswered before it is cut. */
  readonly silentLimitMs?: number;
};

const poolSize = 8;
/** Whoever closes has waited for what matters: what still runs is cut. */
const closeForS = 2;
const startForMsDefault = 30_000;
/** Longer than any statement of ours runs, shorter than anybody waits for a recovery. */
const silentLimitMsDefault = 20_000;
/** In a build the schema lies beside the bundle. */
const schemaFolder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../schema/' : './schema/', import.meta.url),
);

/** Settings that both kinds share. */
const clientOptions = (log: Logger) => ({
  connect_timeout: queryDeadlineMs / 1_000,
  // The default grows to 20 seconds: a database that is back would be ignored that long.
  backoff: () => 0.2,
  onnotice: (notice: postgres.Notice) => log.debug({ notice: notice['message'] }, 'notice from the database'),
});

/** Times are milliseconds and counts are small: as numbers, both fit. */
const withPlainNumbers = (sql: Sql): Sql => {
  sql.options.parsers[bigintType] = Number;
  return sql;
};
const bigintType = 20;

type Client = { readonly sql: Sql; close(): Promise<void> };

const connectTo = (databaseUrl: string, log: Logger, silentLimitMs: number): Client => {
  const sockets = openSockets(silentLimitMs);
  const options = {
    ...clientOptions(log),
    max: poolSize,
    // Our statements are short: compiling one takes longer than running it.
    connection: { application_name: 'touchline', TimeZone: 'UTC', jit: 'off' },
    idle_timeout: (silentLimitMs * 0.75) / 1_000, // see sockets.ts
    socket: sockets.connect, // works, though the types leave it out
  };
  const sql = withPlainNumbers(postgres(databaseUrl, options));
  const close = async (): Promise<void> => {
    await sql.end({ timeout: closeForS });
    sockets.close();
  };
  return { sql, close };
};

const connectEmbedded = async (home: string, log: Logger): Promise<Client> => {
  const embedded = await openEmbedded(home, log);
  const options = {
    ...clientOptions(log),
    ...embedded.place,
    // One session serves all connections of the embedded database: a second one could see the first one's half-sent
    // statement. Queries are pipelined on the one.
    max: 1,
    username: 'postgres',
    database: 'postgres',
  };
  const sql = withPlainNumbers(postgres(options));
  const close = async (): Promise<void> => {
    await sql.end({ timeout: closeForS });
    await embedded.close();
  };
  return { sql, close };
};

const retryEveryMs = 1_000;
const minimumVersion = 140_000;

const checkVersion = async (sql: Sql): Promise<void> => {
  const [row] = await withDeadline(
    sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`,
  );
  if (row === undefined || row.version < minimumVersion)
    throw new Error(`The database is PostgreSQL ${row?.version ?? 'unknown'}; version 14 or newer is needed.`);
};

/** Throws when the database is away, or takes no writes (a standby, or a server set to read-only). For `/readyz`. */
export const checkWritable = async (sql: Sql, deadlineMs?: number): Promise<void> => {
  const [row] = await withDeadline(
    sql<{ isReadOnly: boolean }[]>`select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    deadlineMs,
  );
  if (row?.isReadOnly !== false) throw Object.assign(new Error('The database takes no writes.'), { code: '25006' });
};

/** Does `work` until the database is there for it; after `forMs` the reason is thrown. */
const whenReachable = async (work: () => Promise<void>, log: Logger, forMs: number): Promise<void> => {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (performance.now() >= until)
        throw new Error(`The database of DATABASE_URL could not be reached: ${describe(error)}`, { cause: error });
      log.warn({ reason: describe(error) }, 'waiting for the database');
      await setTimeout(retryEveryMs);
    }
  }
};

/** Connection errors of several addresses come as an AggregateError without a message of its own. */
const describe = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message : String(error);
};

/**
 * Opens the database and brings its schema up to date. Throws an Error with one line that says what to do when the
 * database cannot be reached in 30 seconds, refuses us, is older than PostgreSQL 14 or newer than this code, or when
 * another process holds the embedded one.
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { databaseUrl, home, log } = options;
  const client =
    databaseUrl === null
      ? await connectEmbedded(home, log)
      : connectTo(databaseUrl, log, options.silentLimitMs ?? silentLimitMsDefault);
  try {
    const prepare = async (): Promise<void> => {
      await checkVersion(client.sql);
      await migrate(client.sql, schemaFolder, log);
    };
    await whenReachable(prepare, log, options.startForMs ?? startForMsDefault);
  } catch (error) {
    await client.close();
    throw error;
  }
  return { sql: client.sql, embedded: databaseUrl === null, close: client.close };
};
