// A separate database for each test file, dropped when it is closed.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { createLogger } from '../../src/ops/logger.ts';
import { openStore } from '../../src/store/driver/open.ts';
import type { Store } from '../../src/store/driver/open.ts';
import { prepareEmbedded, schemaHash } from './embedded-template.ts';

export type DatabaseKind = 'postgres' | 'embedded';
export type TestStore = Store & {
  /** The address, for a second store or process. Null for the embedded kind: only one process can use it. */
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

/** The kinds on this machine: always the embedded one, and PostgreSQL if it answers (with CI=true it must). */
export const testDatabases = async (): Promise<readonly DatabaseKind[]> =>
  (await answers()) ? ['postgres', 'embedded'] : ['embedded'];

/** PostgreSQL if it answers, else the embedded database: for tests that need one database of any kind. */
export const bestDatabase = async (): Promise<DatabaseKind> => ((await answers()) ? 'postgres' : 'embedded');

const onServer = async (work: (sql: postgres.Sql) => Promise<unknown>, url = serverUrl): Promise<void> => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
};

const urlOf = (name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};
const newName = (): string => `touchline_test_${randomUUID().replaceAll('-', '')}`;

/** Any number: one process at a time makes the template. */
const TEMPLATE_LOCK = 7_018_231;

/** Each checkout has its own: another one may have another schema. */
const TEMPLATE = `touchline_template_${createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 8)}_`;

/** The database to copy: it has the schema and is made once for each schema. */
const makeTemplate = async (): Promise<string> => {
  const name = `${TEMPLATE}${schemaHash()}`;
  await onServer(async (sql) => {
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const found = await sql<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${TEMPLATE})`;
    if (found.some(({ datname }) => datname === name)) return;
    const unfinished = newName();
    await sql.unsafe(`create database ${unfinished}`);
    const store = await openStore({ databaseUrl: urlOf(unfinished), home: '', logger: createLogger('silent') });
    await store.close();
    // Of older schemas.
    for (const { datname } of found) await sql.unsafe(`drop database ${datname}`);
    await sql.unsafe(`alter database ${unfinished} with allow_connections false`);
    await sql.unsafe(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
};
let template: Promise<string> | null = null;

/** A database without rows, with our schema unless told otherwise. `drop` removes it, connections and all. */
export const createDatabase = async ({ hasSchema = true } = {}): Promise<{
  url: string;
  drop: () => Promise<void>;
}> => {
  const name = newName();
  const from = hasSchema ? `template ${await (template ??= makeTemplate())}` : '';
  await onServer((sql) => sql.unsafe(`create database ${name} ${from}`));
  // Its nodes share Redis with those of other tests, and only the id of the installation keeps their messages apart.
  if (hasSchema) await onServer((sql) => sql`update installation set id = gen_random_uuid()`, urlOf(name));
  return {
    url: urlOf(name),
    drop: () => onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`)),
  };
};

/** A private folder, as TOUCHLINE_HOME would name it. */
export const createHome = async (): Promise<{ home: string; remove: () => Promise<void> }> => {
  const home = await mkdtemp(path.join(tmpdir(), 'touchline-test-'));
  return { home, remove: () => rm(home, { recursive: true, force: true }) };
};

/** A migrated store on a new, empty database. `isCopy` false: it is made as a first start makes it. */
export const openTestStore = async (kind: DatabaseKind, { isCopy = true } = {}): Promise<TestStore> => {
  const { home, remove } = await createHome();
  const database = kind === 'postgres' ? await createDatabase({ hasSchema: isCopy }) : null;
  if (kind === 'embedded' && isCopy) await prepareEmbedded(home);
  const store = await openStore({ databaseUrl: database?.url ?? null, home, logger: createLogger('silent') });
  const close = async (): Promise<void> => {
    await store.close();
    await database?.drop();
    await remove();
  };
  return { ...store, url: database?.url ?? null, home, close };
};
