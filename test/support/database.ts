// A database of its own for each test file, dropped when it is closed.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { createLogger } from '../../src/ops/logger.ts';
import { openStore } from '../../src/store/driver/open.ts';
import type { Store } from '../../src/store/driver/open.ts';

export type DatabaseKind = 'postgres' | 'embedded';
export type TestStore = Store & {
  /** For a second store, or a process: the address; null for the embedded kind, which is for one process. */
  readonly url: string | null;
  /** TOUCHLINE_HOME of the embedded kind; a private empty folder for the other. */
  readonly home: string;
};

/** The server that tests may make databases on, as `test/support/run-tests.mjs` found it. */
const serverUrl = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const answers = async (): Promise<boolean> => {
  const sql = postgres(serverUrl, { max: 1, connect_timeout: 2, backoff: false });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    if (process.env['CI'] === 'true' || process.env['DATABASE_URL'] !== undefined)
      throw new Error(`Tests need PostgreSQL at ${serverUrl}.`, { cause: error });
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** The kinds there are on this machine: the embedded one always, PostgreSQL where it answers (with CI=true it must). */
export const testDatabases = async (): Promise<readonly DatabaseKind[]> =>
  (await answers()) ? ['postgres', 'embedded'] : ['embedded'];

/** PostgreSQL where it answers, else the embedded database: for tests that need one database, whichever. */
export const bestDatabase = async (): Promise<DatabaseKind> => ((await answers()) ? 'postgres' : 'embedded');

const onServer = async (work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> => {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
};

/** An empty database without our schema. `drop` removes it, connections and all. */
export const createDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const name = `touchline_test_${randomUUID().replaceAll('-', '')}`;
  await onServer((sql) => sql.unsafe(`create database ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`)) };
};

/** A private folder, as TOUCHLINE_HOME would name it. */
export const createHome = async (): Promise<{ home: string; remove: () => Promise<void> }> => {
  const home = await mkdtemp(path.join(tmpdir(), 'touchline-test-'));
  return { home, remove: () => rm(home, { recursive: true, force: true }) };
};

/** A migrated store on an empty database of its own. */
export const openTestStore = async (kind: DatabaseKind): Promise<TestStore> => {
  const { home, remove } = await createHome();
  const database = kind === 'postgres' ? await createDatabase() : null;
  const store = await openStore({ databaseUrl: database?.url ?? null, home, log: createLogger('silent') });
  const close = async (): Promise<void> => {
    await store.close();
    await database?.drop();
    await remove();
  };
  return { ...store, url: database?.url ?? null, home, close };
};
