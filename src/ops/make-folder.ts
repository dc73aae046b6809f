// Makes folders. `mkdir` of Node.js with `recursive` never returns where the system makes no folder in an existing one, as in /proc.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Makes a private folder (0700) and the folders above it, where they are missing. Throws the error of the system. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process has made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (name: string): boolean => existsSync(name) && statSync(name).isDirectory();
