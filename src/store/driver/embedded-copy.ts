// Copies the embedded database while it stands still, and puts a copy back.
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockFolder } from './folder-lock.ts';
import { giveTo, otherOwner, type Owner } from './folder-owner.ts';

/** What a copy contains, by its path in TOUCHLINE_HOME. Without its secret, sessions and view tokens of a restored server end. */
const PARTS = { database: 'embedded/database', secret: 'secret' } as const;

/** Runs `work` while no server can use the embedded database of `home`. Throws an Error if one uses it now. */
async function whileLocked(home: string, work: () => Promise<void>): Promise<void> {
  const folder = path.join(home, 'embedded');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(folder);
  try {
    await work();
  } finally {
    await unlock();
  }
}

/** Whole or not at all: a copy that was interrupted has another name. */
async function copyWhole(from: string, to: string, owner: Owner | null): Promise<void> {
  const unfinished = `${to}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, preserveTimestamps: true });
  if (owner !== null) await giveTo(owner, unfinished);
  await rename(unfinished, to);
}

/**
 * Copies the embedded database and the generated secret of `home` into the new folder `target`. Throws an Error with one line when
 * there is no database, a server uses it, or the folder exists.
 */
export async function backupEmbedded(home: string, target: string): Promise<void> {
  const database = path.join(home, PARTS.database);
  if (!existsSync(path.join(database, 'PG_VERSION'))) throw new Error(`There is no embedded database in ${home}.`);
  if (existsSync(target)) throw new Error(`${target} exists already. Name a folder that does not exist.`);
  await whileLocked(home, async () => {
    const unfinished = `${target}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await cp(database, path.join(unfinished, 'database'), { recursive: true, preserveTimestamps: true });
    const secret = path.join(home, PARTS.secret);
    if (existsSync(secret)) await cp(secret, path.join(unfinished, 'secret'));
    await rename(unfinished, target);
  });
}

/**
 * Puts a copy into `home`, which must have no embedded database. Throws an Error with one line when it has one, a server uses it,
 * or `source` is no copy. Where root does so, the owner of `home` gets the files.
 */
export async function restoreEmbedded(source: string, home: string): Promise<void> {
  if (!existsSync(path.join(source, 'database', 'PG_VERSION')))
    throw new Error(`${source} is no backup of an embedded database.`);
  const owner = await otherOwner(home);
  await whileLocked(home, async () => {
    const database = path.join(home, PARTS.database);
    if (existsSync(database))
      throw new Error(`${home} has an embedded database already. Move it away first: ${database}.`);
    const secret = path.join(source, 'secret');
    if (existsSync(secret)) {
      await copyWhole(secret, path.join(home, PARTS.secret), owner);
      await chmod(path.join(home, PARTS.secret), 0o600);
    }
    if (owner !== null) await giveTo(owner, path.dirname(database));
    await copyWhole(path.join(source, 'database'), database, owner);
  });
}
