// Which version a build is made of.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The version and commit of the sources. Where there is no git, as in an image, the file `.commit` names the commit. */
export const buildInfoOf = async (root) => {
  const file = path.join(root, 'package.json');
  const version = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')).version : 'unknown';
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', root, 'describe', '--always', '--dirty', '--exclude=*']);
    return { version, commit: stdout.trim() };
  } catch {
    // Without git, or outside of a checkout.
    const named = path.join(root, '.commit');
    return { version, commit: existsSync(named) ? (await readFile(named, 'utf8')).trim() : 'unknown' };
  }
};
