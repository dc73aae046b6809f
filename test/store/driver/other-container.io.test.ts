// The lock of an embedded database that a process of another container holds: its process id means nothing here.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { backupEmbedded } from '../../../src/store/driver/embedded-copy.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import { createHome } from '../../support/database.ts';
import { prepareEmbedded } from '../../support/embedded-template.ts';
import { failure } from '../../support/failure.ts';

test.runIf(process.platform === 'linux')(
  'rules OPS-9, OPS-20: a database that another container serves is neither opened nor copied',
  async () => {
    const { home, remove } = await createHome();
    onTestFinished(remove);
    await prepareEmbedded(home);
    const options = { databaseUrl: null, home, logger: createLogger('silent') };
    const store = await openStore(options);
    const lock = path.join(home, 'embedded', 'lock');
    const ours = await readFile(lock, 'utf8');
    // As it looks from outside of its container: no process here has this id.
    await writeFile(lock, JSON.stringify({ pid: 2 ** 30, born: null }));
    const inUse = /in use by process \d+ of another container/;
    expect(String(await failure(openStore(options)))).toMatch(inUse);
    expect(String(await failure(backupEmbedded(home, path.join(home, 'copy'))))).toMatch(inUse);
    expect(await store.sql`select count(*) as n from live_match`).toEqual([{ n: 0 }]);
    await writeFile(lock, ours);
    await store.close();
    await (await openStore(options)).close();
  },
);
