// A folder for one process at a time. The lock file names its holder, so that one left by a killed process is known.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

const holderSchema = z.object({ pid: z.int(), born: z.string().nullable() });
type Holder = z.infer<typeof holderSchema>;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * When the process began, as the kernel tells it: a process id is used again (in a container it is 1 each time), this
 * together with it is not. Null where there is no /proc, or no such process, or one that has ended but for its number.
 */
const bornAt = (pid: number): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The third field and on, counted behind the name, which may itself hold spaces and parentheses.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const start = fields[18];
    return start === undefined || state === 'Z' || state === 'X' ? null : `${boot} ${start}`;
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

/** Removes a dead process's lock. Returns the holder when the lock turns out to be a living one's. */
const clear = async (file: string): Promise<Holder | null> => {
  // Moved aside before it is removed: of two processes that find a dead lock, one moves it, and the other then finds
  // that what it moved is the first one's new lock, and puts it back.
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== null && isAlive(moved)) {
    await rename(aside, file);
    return moved;
  }
  await rm(aside, { force: true });
  return null;
};

/** A killed process is not gone at once, and one that is told to stop needs a moment to close its database. */
const patienceMs = 2_000;
const lookEveryMs = 100;

/**
 * Takes the folder for this process and returns what gives it back. The lock of a dead process is taken over; when a
 * living one holds it for longer than a moment, throws an Error that names folder and process.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const file = path.join(folder, 'lock');
  const self: Holder = { pid: process.pid, born: bornAt(process.pid) };
  const until = performance.now() + patienceMs;
  for (;;) {
    if (await create(file, self)) return () => rm(file, { force: true });
    const found = await readHolder(file);
    const holder = found !== null && isAlive(found) ? found : await clear(file);
    if (holder === null) continue;
    if (performance.now() > until) throw inUse(folder, holder);
    await setTimeout(lookEveryMs);
  }
};
