// `npm run backup` and `npm run restore` of the embedded database, as a person runs them (rule OPS-20).
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { importData } from '../../src/data-file/import.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { backupEmbedded, restoreEmbedded } from '../../src/store/driver/embedded-copy.ts';
import { openStore } from '../../src/store/driver/open.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import { readPositions } from '../../src/store/log/positions.ts';
import { createHome } from '../support/database.ts';
import { prepareEmbedded } from '../support/embedded-template.ts';
import { exported } from '../support/exported.ts';
import { openTestGateway } from '../support/gateway.ts';
import { gameKeeper } from '../support/scorekeeper.ts';
import { connect } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';
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

const epochOf = async (sql: Sql) => (await readPositions(sql, ['game:100'])).get('game:100')?.epoch;

it('rule OPS-20: a restored server has what the backed up one had; neither command touches a database in use', async () => {
  const [old, fresh] = [await createHome(), await createHome()];
  const copy = path.join(fresh.home, 'copy');
  await prepareEmbedded(old.home);
  await writeFile(path.join(old.home, 'secret'), 'a secret of 32 characters or more', { mode: 0o600 });
  const running = await openStore({ databaseUrl: null, home: old.home, logger });
  await importData(running.sql, worldWithResults());
  const [data, epoch] = [await exported(running.sql, { history: true }), await epochOf(running.sql)];
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
  const renewed = await epochOf(restored.sql);
  expect(renewed).not.toBe(epoch);
  await restored.close();
  const again = await openStore({ databaseUrl: null, home: target, logger });
  expect(await epochOf(again.sql), 'only the first start after a restore renews it').toBe(renewed);
  await again.close();
  expect(await readFile(path.join(target, 'secret'), 'utf8')).toBe('a secret of 32 characters or more');
  await Promise.all([old.remove(), fresh.remove()]);
});

it('rule OPS-20: what clients saw after the backup is of another history: they get the restored state', async () => {
  const { home, remove } = await createHome();
  const copy = path.join(home, 'copy');
  const node = await openTestGateway({ kind: 'embedded' });
  const keeper = gameKeeper(node, 'sunday-5s');
  await node.restart(() => backupEmbedded(node.config.home, copy));
  await keeper.post('Goal', { team: '1' });
  const [screen, address, token] = [await connect(node.liveUrl, TOKENS.club), 'live/game:100', TOKENS.club];
  const { epoch, seq } = await screen.subscribe('game:100');
  const polled = await node.call('GET', address, { token });
  await screen.close();

  await node.restart(async () => {
    await rename(path.join(node.config.home, 'embedded', 'database'), path.join(home, 'lost'));
    await restoreEmbedded(copy, node.config.home);
  });
  await keeper.post('Goal', { team: '2' });
  const back = await connect(node.liveUrl, token);
  back.send({ type: 'subscribe', channel: 'game:100', since: { epoch, seq } });
  expect(await back.next('snapshot')).toMatchObject({ seq, state: { team_scores: { '1': 0, '2': 1 } } });
  await back.close();
  const headers = { 'if-none-match': polled.headers.get('etag') ?? '' };
  expect(await node.call('GET', address, { token, headers })).toMatchObject({
    status: 200,
    body: { seq, state: { team_scores: { '1': 0, '2': 1 } } },
  });
  await node.close();
  await remove();
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
