// Locks a folder for one process. The lock file names its holder, so that the lock of a killed process can be detected.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

/** In a locked folder: the socket of its database, while that serves. */
export const SOCKET_NAME = 'postgres.sock';

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

/** What `read` resolves to; null if there is no such file. */
const orNone = async <Found>(read: Promise<Found>): Promise<Found | null> => {
  try {
    return await read;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** The text of a lock; null if there is none. A symbolic link to no file is a lock without a text. */
const readLock = async (file: string): Promise<string | null> => {
  const text = await orNone(readFile(file, 'utf8'));
  if (text !== null) return text;
  return (await orNone(lstat(file)))?.isSymbolicLink() === true ? '' : null;
};

/** The holder that a lock with this text names; null if a crash of the machine truncated it. */
const holderIn = (text: string): Holder | null => {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
};

/** The running holder of a lock with this text; null if it is dead. */
const runningHolder = (text: string): Holder | null => {
  const holder = holderIn(text);
  return holder !== null && isAlive(holder) ? holder : null;
};

/**
 * Whether a process serves the database of the folder. A container has process ids of its own, so a holder in another one seems
 * dead here; but its socket answers, and the socket of a dead process refuses.
 */
const isServed = (folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path.join(folder, SOCKET_NAME));
    socket.once('error', () => {
      resolve(false);
    });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** Writes a lock under another name and puts it in its place, so that it is never visible without content. False if `put` finds one there. */
const place = async (
  file: string,
  holder: Holder,
  put: (draft: string, file: string) => Promise<void>,
): Promise<boolean> => {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
    await put(draft, file);
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
    `The embedded database in ${folder} is in use by process ${holder.pid}${isAlive(holder) ? '' : ' of another container'}. Stop that process, set TOUCHLINE_HOME to another folder, or set DATABASE_URL to a PostgreSQL that several processes can share.`,
  );

/** Makes `self` the holder of the lock. Returns null then, or else the running process that has it or is taking it. */
async function take(file: string, self: Holder): Promise<Holder | null> {
  for (;;) {
    // A link never replaces a file.
    if (await place(file, self, link)) return null;
    const text = await readLock(file);
    if (text === null) continue;
    const holder = runningHolder(text) ?? ((await isServed(path.dirname(file))) ? holderIn(text) : null);
    if (holder !== null) return holder;
    const taken = await takeDead(file, text, self);
    if (taken !== 'changed') return taken;
  }
}

/**
 * Takes over a dead lock, as `take` does. Several processes may find it: only the holder of a second lock, which is named after the text of
 * the dead one, may replace it. If that process dies too, its lock is taken over in the same way. `changed`: it was replaced before.
 */
async function takeDead(file: string, dead: string, self: Holder): Promise<Holder | null | 'changed'> {
  const turn = `${file}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  const other = await take(turn, self);
  if (other !== null) return other;
  try {
    if ((await readLock(file)) !== dead) return 'changed';
    await place(file, self, rename);
    return null;
  } finally {
    await rm(turn, { force: true });
  }
}

/** Deletes what takers of the lock have left that were killed. Only for the holder of the lock: no other process can take it now. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('lock.')) continue;
    const file = path.join(folder, name);
    // The draft of a running process may have no text yet.
    const holder = holderIn((await readLock(file)) ?? '');
    if (holder !== null && !isAlive(holder)) await rm(file, { force: true });
  }
}

/** Waits this long for a killed process to disappear or a stopping one to close its database, ms. */
const WAIT_MS = 2_000;
const retryEveryMs = 100;

/**
 * Locks the folder for this process and returns the unlock function. The lock of a dead process is taken over. Throws an
 * Error that names folder and process when a running process keeps the lock.
 */
export const lockFolder = async (folder: string, waitMs = WAIT_MS): Promise<() => Promise<void>> => {
  const file = path.join(folder, 'lock');
  const self: Holder = { pid: process.pid, born: bornAt(process.pid) };
  const until = performance.now() + waitMs;
  for (;;) {
    const holder = await take(file, self);
    if (holder === null) {
      await sweep(folder);
      return () => rm(file, { force: true });
    }
    if (performance.now() > until) throw inUse(folder, holder);
    await setTimeout(retryEveryMs);
  }
};
