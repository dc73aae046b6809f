// A process that is killed while it brings a database up to date: the next start does it, and loses nothing (rule OPS-14).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import {
  createDatabase,
  createHome,
  type DatabaseKind,
  openTestStore,
  testDatabases,
  type TestStore,
} from '../../support/database.ts';
import { fillOlder, play, SCHEMA } from '../../support/older-database.ts';
import { columnsOf, expectSameMatches, expectUpgraded } from '../../support/upgraded-database.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const logger = createLogger('silent');
/** The schema of the database, of which the log has the form before the present one. */
const OLDER = 12;

/** Where a database is, in the form of the options of a store. */
type Place = { readonly databaseUrl: string | null; readonly home: string; readonly logger: typeof logger };

async function newPlace(kind: DatabaseKind): Promise<Place> {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  if (kind === 'embedded') return { databaseUrl: null, home, logger };
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return { databaseUrl: url, home, logger };
}

describe.each(await testDatabases())('a %s database of an earlier schema', (kind) => {
  let made: TestStore;
  beforeAll(async () => {
    made = await openTestStore(kind);
    await play(made.sql);
  });
  afterAll(() => made.close());

  /** Starts to bring it up to date, and kills the process when it has done all steps before this one, and none is stored. */
  async function killedAt(step: number, { databaseUrl, home }: Place): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'touchline-schema-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(SCHEMA, folder, { recursive: true });
    const file = path.join(folder, (await readdir(folder)).find((name) => Number.parseInt(name, 10) === step) ?? '');
    await rm(file);
    execFileSync('mkfifo', [file]);
    const args = ['--import', 'tsx', 'test/support/update-schema.ts', databaseUrl ?? '', home, folder];
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    const ended = once(child, 'exit');
    // A process that ends too early lets the pipe be opened, so that the test ends.
    void ended.then(() => open(file, 'r+')).then((unblocked) => unblocked.close());
    // Opens once the process reads it.
    const pipe = await open(file, 'w');
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await pipe.close();
  }

  test.runIf(process.platform !== 'win32').each([13, 14, 23, 31])(
    'rule OPS-14: a kill before step %i loses nothing: two starts at once, or the next one, complete it',
    async (step) => {
      const place = await newPlace(kind);
      const old = await openStore(place);
      await old.sql.unsafe('drop schema public cascade; create schema public');
      await fillOlder(old.sql, made.sql, OLDER);
      const before = await columnsOf(old.sql);
      await old.close();
      await killedAt(step, place);
      // One process at a time uses the embedded database.
      const starts = kind === 'embedded' ? [openStore(place)] : [openStore(place), openStore(place)];
      const [store, ...others] = await Promise.all(starts);
      if (!store) throw new Error('No store.');
      for (const { close } of [store, ...others]) onTestFinished(close);
      await expectUpgraded(store.sql, made.sql, before);
      await expectSameMatches(store.sql, made.sql);
      const [{ count } = { count: 0 }] = await store.sql<{ count: number }[]>`select count(*) from schema_version`;
      expect(count).toBe((await readdir(SCHEMA)).filter((name) => name.endsWith('.sql')).length);
    },
  );
});

test.runIf((await testDatabases()).includes('postgres'))(
  'rule OPS-14: a start waits for one whose machine is lost, but not for longer than a minute, and says so',
  async () => {
    const { databaseUrl } = await newPlace('postgres');
    const folder = await mkdtemp(path.join(tmpdir(), 'touchline-schema-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(
      path.join(folder, '001_timeout.sql'),
      `create table seen as select current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    const sql = postgres(databaseUrl ?? '', { max: 2, onnotice: () => undefined });
    onTestFinished(() => sql.end());
    await sql.unsafe('drop table schema_version');
    const changing = await sql.reserve();
    await changing`select pg_advisory_lock(7311809001)`;
    const lines: string[] = [];
    const write = (line: string): void => void lines.push((JSON.parse(line) as { msg: string }).msg);
    const migrated = migrate(sql, folder, createLogger('info', { write }));
    await vi.waitUntil(() => lines.length > 0, { timeout: 20_000 });
    expect(lines).toEqual(['another node changes the schema: waiting for it']);
    await changing`select pg_advisory_unlock(7311809001)`;
    changing.release();
    await migrated;
    expect(await sql`select idle from seen`).toEqual([{ idle: '1min' }]);
  },
);
