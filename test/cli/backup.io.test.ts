// `npm run backup` and `npm run restore` of the embedded database, as a person runs them (rule OPS-20).
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { importData } from '../../src/data-file/import.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { openStore } from '../../src/store/driver/open.ts';
import { createHome } from '../support/database.ts';
import { prepareEmbedded } from '../support/embedded-template.ts';
import { exported } from '../support/exported.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const start = path.resolve(import.meta.dirname, '../../src/start.mjs');
const logger = createLogger('silent');

/** Runs the command for this home. */
const run = (command: 'backup' | 'restore', home: string, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], TOUCHLINE_HOME: home };
    execFile(process.execPath, [start, command, ...args], { env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), said: out + err });
    });
  });

it('rule OPS-20: a restored server has what the backed up one had; neither command touches a database in use', async () => {
  const [old, fresh] = [await createHome(), await createHome()];
  const copy = path.join(fresh.home, 'copy');
  await prepareEmbedded(old.home);
  await writeFile(path.join(old.home, 'secret'), 'a secret of 32 characters or more', { mode: 0o600 });
  const running = await openStore({ databaseUrl: null, home: old.home, logger });
  await importData(running.sql, worldWithResults());
  const data = await exported(running.sql, { history: true });
  expect(await run('backup', old.home, copy)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/in use|process/) as string,
  });
  expect(existsSync(copy)).toBe(false);
  await running.close();

  const target = path.join(fresh.home, 'home');
  expect(await run('backup', old.home, copy)).toMatchObject({ code: 0 });
  expect((await stat(copy)).mode & 0o777).toBe(0o700);
  expect(await run('backup', old.home, copy)).toMatchObject({
    code: 1,
    said: expect.stringContaining('exists already') as string,
  });
  expect(await run('restore', target, copy)).toMatchObject({ code: 0 });
  expect(await run('restore', target, copy)).toMatchObject({
    code: 1,
    said: expect.stringContaining('already') as string,
  });
  expect(await run('restore', target, old.home)).toMatchObject({
    code: 1,
    said: expect.stringContaining('no backup') as string,
  });

  const restored = await openStore({ databaseUrl: null, home: target, logger });
  expect(await exported(restored.sql, { history: true })).toEqual(data);
  await restored.close();
  expect(await readFile(path.join(target, 'secret'), 'utf8')).toBe('a secret of 32 characters or more');
  await Promise.all([old.remove(), fresh.remove()]);
});

it('rule OPS-20: a backup or a restore that fails leaves nothing of itself, and the secret that was there', async () => {
  const { home, remove } = await createHome();
  const [old, copy, target] = [path.join(home, 'old'), path.join(home, 'copy'), path.join(home, 'new')];
  await prepareEmbedded(old);
  await writeFile(path.join(old, 'secret'), 'the secret of the backup');
  expect(await run('backup', old, copy)).toMatchObject({ code: 0 });
  for (const folder of [copy, path.join(old, 'embedded')])
    execFileSync('mkfifo', [path.join(folder, 'database', 'cannot-be-copied')]);

  expect(await run('backup', old, path.join(home, 'second'))).toMatchObject({ code: 1 });
  await mkdir(target);
  await writeFile(path.join(target, 'secret'), 'the secret that was there');
  expect(await run('restore', target, copy)).toMatchObject({ code: 1 });
  expect(await readFile(path.join(target, 'secret'), 'utf8')).toBe('the secret that was there');
  expect(await readdir(path.join(target, 'embedded'))).toEqual([]);
  expect((await readdir(home)).sort()).toEqual(['copy', 'new', 'old']);
  await remove();
});

it('rule OPS-20: a backup leaves one with a similar name alone', async () => {
  const { home, remove } = await createHome();
  const [old, copy] = [path.join(home, 'old'), path.join(home, 'copy')];
  await prepareEmbedded(old);
  for (const folder of [`${copy}.new`, copy]) expect(await run('backup', old, folder)).toMatchObject({ code: 0 });
  expect((await readdir(home)).sort()).toEqual(['copy', 'copy.new', 'old']);
  await remove();
});

it.runIf(process.platform === 'linux')('where no folder can be made, a backup and a start say so', async () => {
  const { home, remove } = await createHome();
  await prepareEmbedded(home);
  const target = '/proc/self/a/backup';
  expect(await run('backup', home, target)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^ENOENT: no such file or directory, mkdir '\/proc\/self\/a'/) as string,
  });
  const printed = loadConfig({ TOUCHLINE_HOME: target }, []);
  expect(printed).toEqual({
    problem: expect.stringMatching(/^TOUCHLINE_HOME must be a folder where the secret/) as string,
  });
  await remove();
});

it('an option that is none is not taken for a folder', async () => {
  const { home, remove } = await createHome();
  await prepareEmbedded(home);
  expect(await run('backup', home, '--to')).toMatchObject({
    code: 2,
    said: expect.stringContaining("'--to'") as string,
  });
  expect(existsSync('--to')).toBe(false);
  await remove();
});

it.skipIf(process.getuid?.() !== 0)('rule OPS-20: what root restores belongs to the user of the home', async () => {
  const [nobody, { home, remove }] = [65_534, await createHome()];
  await prepareEmbedded(path.join(home, 'old'));
  await writeFile(path.join(home, 'old', 'secret'), 'a secret of 32 characters or more');
  const [copy, target] = [path.join(home, 'copy'), path.join(home, 'new')];
  expect(await run('backup', path.join(home, 'old'), copy)).toMatchObject({ code: 0 });
  await mkdir(target);
  await chown(target, nobody, nobody);
  expect(await run('restore', target, copy)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(target, 'embedded', 'database', 'PG_VERSION'))).toBe(true);
  expect(execFileSync('find', [target, '-not', '-uid', String(nobody)], { encoding: 'utf8' })).toBe('');
  await remove();
});
