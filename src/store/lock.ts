// A folder for one process at a time. The lock file names its holder, so that one left by a killed process is known.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.int(), born: z.string().nullable() });
type Holder = z.infer<typeof holderSchema>;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * When the process began, as the kernel tells it: a process id is used again (in a container it is 1 each time), this
 * together with it is not. Null where there is no /proc, or no such process.
 */
const bornAt = (pid: number): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22, counted behind the name, which may itself hold spaces and parentheses.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return start === undefined ? null : `${boot} ${start}`;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return null;
    throw error;
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return hasCode(error, 'EPERM');
  }
};

const isAlive = ({ pid, born }: Holder): boolean => isRunning(pid) && (born === null || born === bornAt(pid));

const readHolder = async (file: string): Promise<Holder | null> => {
  try {
    return holderSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    // Gone meanwhile, or cut short by a crash of the machine: nobody holds it.
    if (error instanceof SyntaxError || error instanceof z.ZodError || hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Linked into place, so that the file is never seen without its content. False when there is one. */
const create = async (file: string, holder: Holder): Promise<boolean> => {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft);
  }
};

const inUse = (folder: string, holder: Holder): Error =>
  new Error(
    `The embedded database in ${folder} is in use by process ${holder.pid}. Stop that one, or set TOUCHLINE_HOME to another folder, or DATABASE_URL to a PostgreSQL that several may share.`,
  );

/**
 * Takes the folder for this process and returns what gives it back. Throws an Error that names folder and process when
 * a living process holds it; the lock of a dead one is taken over.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const file = path.join(folder, 'lock');
  const self: Holder = { pid: process.pid, born: bornAt(process.pid) };
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await create(file, self)) return () => rm(file, { force: true });
    const holder = await readHolder(file);
    if (holder !== null && isAlive(holder)) throw inUse(folder, holder);
    // Moved aside before it is removed: of two processes that find a dead lock, one moves it, and the other then finds
    // that what it moved is the first one's new lock, and puts it back.
    const aside = `${file}.${randomUUID()}`;
    try {
      await rename(file, aside);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) continue;
      throw error;
    }
    const moved = await readHolder(aside);
    if (moved !== null && isAlive(moved)) {
      await rename(aside, file);
      throw inUse(folder, moved);
    }
    await rm(aside, { force: true });
  }
  throw new Error(`The lock ${file} keeps changing hands; start again.`);
};
