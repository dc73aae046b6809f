// The lock of an embedded database between processes of one container.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { lockFolder } from '../../../src/store/driver/folder-lock.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import { createHome } from '../../support/database.ts';
import { failure } from '../../support/failure.ts';

const logger = createLogger('silent');
const newFolder = async (): Promise<string> => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  const folder = path.join(home, 'embedded');
  await mkdir(folder);
  return folder;
};

test('rule OPS-9: a folder in use is rejected with one line that names it and the process, and is free afterwards', async () => {
  const folder = await newFolder();
  const unlock = await lockFolder(folder);
  const error = String(await failure(openStore({ databaseUrl: null, home: path.dirname(folder), logger })));
  expect(error).toContain(folder);
  expect(error).toContain(`process ${process.pid}`);
  expect(error).not.toContain('\n');
  await unlock();
  await (
    await lockFolder(folder)
  )();
});

test('rule OPS-9: the lock of a killed process is taken over, even if its process id is used again', async () => {
  const folder = await newFolder();
  const lock = path.join(folder, 'lock');
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  for (const holder of [{ pid: dead.pid, born: null }, { pid: process.ppid, born: 'another life' }, 'cut sho']) {
    await writeFile(lock, typeof holder === 'string' ? holder : JSON.stringify(holder));
    const unlock = await lockFolder(folder);
    expect(JSON.parse(await readFile(lock, 'utf8'))).toMatchObject({ pid: process.pid });
    await unlock();
  }
});

/** The files of the lock, without the socket of its holder. */
const lockFiles = async (folder: string): Promise<readonly string[]> => {
  const lock = await readFile(path.join(folder, 'lock'), 'utf8').catch(() => '{}');
  const { socket } = JSON.parse(lock) as { socket?: string | null };
  return (await readdir(folder)).filter((name) => name !== socket).sort();
};

/** Eight lock each of 100 folders at once, one folder after the other. Returns the numbers of those that got it. */
async function raceFor(lock: string): Promise<ReadonlySet<number>> {
  const wins = new Set<number>();
  for (let round = 0; round < 100; round += 1) {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'lock'), lock);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, 0)));
    wins.add(results.filter((result) => result.status === 'fulfilled').length);
  }
  return wins;
}

test('of several processes that find a dead lock at once, one gets the folder', async () => {
  expect(await raceFor(JSON.stringify({ pid: process.ppid, born: 'another life' }))).toEqual(new Set([1]));
});

test('a lock is taken over although another process died while it took it over', async () => {
  const folder = await newFolder();
  const dead = JSON.stringify({ pid: process.ppid, born: 'another life' });
  const turn = `lock.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  for (const name of ['lock', turn]) await writeFile(path.join(folder, name), dead);
  const unlock = await lockFolder(folder, 0);
  expect(await lockFiles(folder)).toEqual(['lock']);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test('a lock that is a symbolic link to no file is taken over', async () => {
  const folder = await newFolder();
  await symlink('no-such-file', path.join(folder, 'lock'));
  const unlock = await lockFolder(folder, 0);
  expect(JSON.parse(await readFile(path.join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test('what killed takers have left is deleted, and not what a running one has', async () => {
  const folder = await newFolder();
  const dead = JSON.stringify({ pid: 2 ** 30, born: null });
  const turn = 'lock.0123456789abcdef';
  const running = JSON.stringify({ pid: process.pid, born: null });
  await writeFile(path.join(folder, turn), dead);
  await writeFile(path.join(folder, `${turn}.0123456789abcdef`), dead);
  await writeFile(path.join(folder, 'lock.draft-of-a-killed-one'), dead);
  await writeFile(path.join(folder, 'lock.draft'), running);
  await writeFile(path.join(folder, 'lock.empty-draft'), '');
  const unlock = await lockFolder(folder, 0);
  expect(await lockFiles(folder)).toEqual(['lock', 'lock.draft', 'lock.empty-draft']);
  await unlock();
});

test('a lock that a crash of the machine has truncated is taken over by one process', async () => {
  expect(await raceFor('{"pid":')).toEqual(new Set([1]));
});

test.runIf(process.platform === 'linux')('a folder that cannot be locked is named', async () => {
  const folder = '/proc/self';
  const reason = String(await failure(lockFolder(folder)));
  expect(reason).toMatch(/^Error: The embedded database in \/proc\/self cannot be locked: (listen )?E[A-Z]+: /);
});
