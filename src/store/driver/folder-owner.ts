// Who owns the folder of an embedded database. What root writes there cannot be read by its user, whose server then does not start.
import { existsSync } from 'node:fs';
import { lchown, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export type Owner = { readonly uid: number; readonly gid: number };

/** The owner of the folder, where this process is root and the folder is another user's. Otherwise null. */
export async function otherOwner(folder: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return null;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? null : { uid, gid };
}

/** Gives a file, or a folder and all that is in it, to a user. */
export async function giveTo({ uid, gid }: Owner, file: string): Promise<void> {
  await lchown(file, uid, gid);
  if (!(await stat(file)).isDirectory()) return;
  for (const inner of await readdir(file, { recursive: true })) await lchown(path.join(file, inner), uid, gid);
}
