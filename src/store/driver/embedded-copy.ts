// Copies the embedded database while it stands still, and puts a copy back.
import { existsSync } from 'node:fs';
import { chmod, cp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../ops/make-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { giveTo, otherOwner, type Owner } from './folder-owner.ts';
import type { Sql } from './sql.ts';

/** What a copy contains, by its path in TOUCHLINE_HOME. Without its secret, sessions and view tokens of a restored server end. */
const PARTS = { database: 'embedded/database', secret: 'secret' } as const;
/** A file in the folder of a database that was put back, until its next start. */
const RESTORED = 'restored';

/** Runs `work` while no server can use the embedded database of `home`. Throws an Error if one uses it now. */
async function whileLocked(home: string, work: () => Promise<void>): Promise<void> {
  const folder = path.join(home, 'embedded');
  makeFolder(folder);
  const unlock = await lockFolder(folder);
  try {
    await work();
  } finally {
    await unlock();
  }
}

/** `make` makes `to` under another name: whole, or not at all. */
async function putWhole(to: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = path.join(path.dirname(to), `.${path.basename(to)}.unfinished`);
  await rm(unfinished, { recursive: true, force: true });
  try {
    await make(unfinished);
    await rename(unfinished, to);
  } catch (error) {
    // A full disk needs the room.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Copies the embedded database and the generated secret of `home` into the new folder `target`. Throws an Error with one line when
 * there is no database, a server uses it, or the folder exists.
 */
export async function backupEmbedded(home: string, target: string): Promise<void> {
  const database = path.join(home, PARTS.database);
  if (!existsSync(path.join(database, 'PG_VERSION'))) throw new Error(`There is no embedded database in ${home}.`);
  if (existsSync(target)) throw new Error(`${target} exists already. Name a folder that does not exist.`);
  await whileLocked(home, () =>
    putWhole(target, async (unfinished) => {
      makeFolder(unfinished);
      await cp(database, path.join(unfinished, 'database'), { recursive: true, preserveTimestamps: true });
      const secret = path.join(home, PARTS.secret);
      if (existsSync(secret)) await cp(secret, path.join(unfinished, 'secret'));
    }),
  );
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
    if (owner !== null) await giveTo(owner, path.dirname(database));
    await putWhole(database, async (unfinished) => {
      await cp(path.join(source, 'database'), unfinished, { recursive: true, preserveTimestamps: true });
      await writeFile(path.join(unfinished, RESTORED), '');
      if (owner !== null) await giveTo(owner, unfinished);
      // Last, so that a restore that fails leaves the secret that was there.
      await restoreSecret(path.join(source, 'secret'), path.join(home, PARTS.secret), owner);
    });
  });
}

async function restoreSecret(from: string, to: string, owner: Owner | null): Promise<void> {
  if (!existsSync(from)) return;
  await putWhole(to, async (unfinished) => {
    await cp(from, unfinished);
    await chmod(unfinished, 0o600);
    if (owner !== null) await giveTo(owner, unfinished);
  });
}

/**
 * After a restore, gives each match a new epoch: clients that saw later changes get the stored state, also when the new history is as
 * long as theirs (rule LIVE-4).
 */
export async function renewRestored(sql: Sql, home: string): Promise<void> {
  const mark = path.join(home, PARTS.database, RESTORED);
  if (!existsSync(mark)) return;
  await sql`update live_match set epoch = default`;
  await rm(mark);
}
