// Makes files whole. A write that fails in the middle, as on a full disk, would leave an empty or half a file under its name.
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Makes a private file (0600), whole or not at all. A file of this name is kept. Throws the error of the system. */
export function makeFile(name: string, text: string): void {
  if (existsSync(name)) return;
  const unfinished = `${name}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
    giveName(unfinished, name);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** A link never replaces the file that another process has made meanwhile. Some file systems have none. */
function giveName(unfinished: string, name: string): void {
  try {
    linkSync(unfinished, name);
  } catch {
    if (!existsSync(name)) renameSync(unfinished, name);
  }
}
