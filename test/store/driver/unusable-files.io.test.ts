// Files of an embedded database that cannot be opened.
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import { createHome } from '../../support/database.ts';
import { prepareEmbedded } from '../../support/embedded-template.ts';
import { failure } from '../../support/failure.ts';

async function startWith(spoil: (folder: string) => Promise<void>): Promise<string> {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  await prepareEmbedded(home);
  await spoil(path.join(home, 'embedded', 'database'));
  return String(await failure(openStore({ databaseUrl: null, home, logger: createLogger('silent') })));
}

test('an embedded database of another PostgreSQL is refused with both versions and what to do', async () => {
  const said = await startWith((folder) => writeFile(path.join(folder, 'PG_VERSION'), '15\n'));
  expect(said).toMatch(/are those of PostgreSQL 15, and this version of Touchline has \d+: export the data with /);
  expect(said).not.toContain('\n');
});

test('a damaged embedded database is refused with what to do', async () => {
  const said = await startWith((folder) => truncate(path.join(folder, 'global', 'pg_control')));
  expect(said).toMatch(/cannot start: .* may be damaged: keep them, and restore a backup into another TOUCHLINE_HOME/);
  expect(said).not.toContain('\n');
});

test('a new embedded database that cannot be put in its place leaves nothing behind', async () => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  const folder = path.join(home, 'embedded');
  await mkdir(path.join(folder, 'database', 'foreign'), { recursive: true });
  const said = String(await failure(openStore({ databaseUrl: null, home, logger: createLogger('silent') })));
  expect(said).toMatch(/cannot start: ENOTEMPTY: .*database/);
  expect(await readdir(folder)).toEqual(['database']);
});

test('rule OPS-5: a home that takes no folder ends the start with one line that names the setting and what to do', async () => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  const file = path.join(home, 'file');
  await writeFile(file, '');
  const said = String(await failure(openStore({ databaseUrl: null, home: file, logger: createLogger('silent') })));
  expect(said).toMatch(/TOUCHLINE_HOME must be a folder .* or set DATABASE_URL: EEXIST.*file/);
  expect(said).not.toContain('\n');
});
