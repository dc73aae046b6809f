// The lock of an embedded database that a process of another container holds: its process id means nothing here.
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { backupEmbedded } from '../../../src/store/driver/embedded-copy.ts';
import { lockFolder } from '../../../src/store/driver/folder-lock.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import { prepareEmbedded } from '../../support/embedded-template.ts';
import { failure } from '../../support/failure.ts';
import { newHome } from '../../support/new-database.ts';

const logger = createLogger('silent');
/** As a holder looks from outside of its container: no process here has this id. */
const outside = { pid: 2 ** 30, born: null };
const inUse = /in use by process \d+ of another container/;

/** Makes the lock of this process look as if another container had it. Returns its text from before. */
async function moveOutside(lock: string): Promise<string> {
  const text = await readFile(lock, 'utf8');
  await writeFile(lock, JSON.stringify({ ...(JSON.parse(text) as object), ...outside }));
  return text;
}

/** A socket as a killed process leaves it. */
async function deadSocket(folder: string, name: string): Promise<void> {
  const server = createServer().listen(path.join(folder, 'own'));
  await once(server, 'listening');
  await rename(path.join(folder, 'own'), path.join(folder, name));
  server.close();
  await once(server, 'close');
}

describe.runIf(process.platform === 'linux')('rule OPS-9: a lock of another container', () => {
  test.for([40, 120])(
    'keeps a start and a copy out before its holder serves (folder of %i letters)',
    async (length) => {
      const home = path.join(await newHome(), 'a'.repeat(length));
      await prepareEmbedded(home);
      const folder = path.join(home, 'embedded');
      const unlock = await lockFolder(folder);
      await moveOutside(path.join(folder, 'lock'));
      expect(String(await failure(openStore({ databaseUrl: null, home, logger })))).toMatch(inUse);
      expect(String(await failure(backupEmbedded(home, path.join(home, 'copy'))))).toMatch(inUse);
      await unlock();
      expect(await readdir(folder)).toEqual(['database']);
      await backupEmbedded(home, path.join(home, 'copy'));
    },
  );

  test('is taken over by one process when its holder was killed, and its socket is deleted', async () => {
    const wins = new Set<number>();
    for (let round = 0; round < 50; round += 1) {
      const folder = path.join(await newHome(), 'embedded');
      await mkdir(folder);
      const socket = 'holder.killed.sock';
      await deadSocket(folder, socket);
      // The id and the start of a process that runs: the socket says that the holder was another one.
      await writeFile(path.join(folder, 'lock'), JSON.stringify({ pid: process.pid, born: null, socket }));
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, 0)));
      const locks = results.filter((result) => result.status === 'fulfilled').map((result) => result.value);
      wins.add(locks.length);
      expect(await readdir(folder)).not.toContain(socket);
      for (const unlock of locks) await unlock();
      expect(await readdir(folder)).toEqual([]);
    }
    expect(wins).toEqual(new Set([1]));
  });

  test('of an earlier version, which names no socket, is seen while its holder serves', async () => {
    const home = await newHome();
    await prepareEmbedded(home);
    const options = { databaseUrl: null, home, logger };
    const store = await openStore(options);
    const lock = path.join(home, 'embedded', 'lock');
    const ours = await readFile(lock, 'utf8');
    await writeFile(lock, JSON.stringify(outside));
    expect(String(await failure(openStore(options)))).toMatch(inUse);
    await writeFile(lock, ours);
    await store.close();
  });
});

test.runIf(process.platform === 'linux')(
  'rules OPS-9, OPS-20: a database that another container serves is neither opened nor copied',
  async () => {
    const home = await newHome();
    await prepareEmbedded(home);
    const options = { databaseUrl: null, home, logger };
    const store = await openStore(options);
    const lock = path.join(home, 'embedded', 'lock');
    const ours = await moveOutside(lock);
    expect(String(await failure(openStore(options)))).toMatch(inUse);
    expect(String(await failure(backupEmbedded(home, path.join(home, 'copy'))))).toMatch(inUse);
    expect(await store.sql`select count(*) as n from live_match`).toEqual([{ n: 0 }]);
    await writeFile(lock, ours);
    await store.close();
    await (await openStore(options)).close();
  },
);
