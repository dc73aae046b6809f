// Locks a folder for one process. The lock file names its holder, so that the lock of a killed process can be detected.
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
 * Start time of a process, from the kernel. Process ids are reused (in a container each process may be 1); id and start
 * time together are unique. Null without /proc, and for an unknown or ended process.
 */
const bornAt = (pid: number): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Counted after the process name, which may contain spaces and parentheses.
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
    // EPERM: the process runs under another user.
    return hasCode(error, 'EPERM');
  }
};

const isAlive = ({ pid, born }: Holder): boolean => isRunning(pid) && (born === null || born === bornAt(pid));

const readHolder = async (file: string): Promise<Holder | null> => {
  try {
    return holderSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    // The file is gone, or a crash of the machine truncated it: the lock has no holder.
    if (error instanceof SyntaxError || error instanceof z.ZodError || hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Creates the file with a link, so that it is never visible without content. False if it exists. */
const create = async (file: string, holder: Holder): Promise<boolean> => {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // The error of a write to a full disk names no file.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The embedded database in ${path.dirname(file)} cannot be locked: ${reason}`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
};

const inUse = (folder: string, holder: Holder): Error =>
  new Error(
    `The embedded database in ${folder} is in use by process ${holder.pid}. Stop that process, set TOUCHLINE_HOME to another folder, or set DATABASE_URL to a PostgreSQL that several processes can share.`,
  );

/** Removes the lock of a dead process. Returns the holder if the lock belongs to a running process. */
const clear = async (file: string): Promise<Holder | null> => {
  // Two processes may find the same dead lock. One moves it aside and creates its own. The other then moves that new lock,
  // sees that its holder is running, and puts it back.
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

/** Waits this long for a killed process to disappear or a stopping one to close its database, ms. */
const waitMs = 2_000;
const retryEveryMs = 100;

/**
 * Locks the folder for this process and returns the unlock function. The lock of a dead process is taken over. Throws an
 * Error that names folder and process when a running process keeps the lock.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const file = path.join(folder, 'lock');
  const self: Holder = { pid: process.pid, born: bornAt(process.pid) };
  const until = performance.now() + waitMs;
  for (;;) {
    if (await create(file, self)) return () => rm(file, { force: true });
    const found = await readHolder(file);
    const holder = found !== null && isAlive(found) ? found : await clear(file);
    if (holder === null) continue;
    if (performance.now() > until) throw inUse(folder, holder);
    await setTimeout(retryEveryMs);
  }
};
