// Locks a folder for one process. The lock file names its holder, so that the lock of a killed process can be detected.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { answers, listenIn, sweepSockets, type LockSocket } from './lock-socket.ts';

/** In a locked folder: the socket of its database, while that serves. */
export const SOCKET_NAME = 'postgres.sock';

/** `socket`: where the holder listens (lock-socket.ts); null in locks of earlier versions, and on systems without containers. */
const holderSchema = z.object({
  pid: z.int(),
  born: z.string().nullable(),
  socket: z.string().nullable().default(null),
});
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

/** Whether the holder runs in the container of this process. */
const isHere = ({ pid, born }: Holder): boolean => isRunning(pid) && (born === null || born === bornAt(pid));

/** A holder of an earlier version that runs in another container is known by the socket of its database only. */
const isAlive = async (folder: string, holder: Holder): Promise<boolean> =>
  holder.socket === null ? isHere(holder) || answers(folder, SOCKET_NAME) : answers(folder, holder.socket);

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

/** The running holder of a lock of the folder with this text; null if it is dead. */
const runningHolder = async (folder: string, text: string): Promise<Holder | null> => {
  const holder = holderIn(text);
  return holder !== null && (await isAlive(folder, holder)) ? holder : null;
};

const cannotLock = (folder: string, error: unknown): Error => {
  // The error of a write to a full disk names no file.
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The embedded database in ${folder} cannot be locked: ${reason}`, { cause: error });
};

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
    throw cannotLock(path.dirname(file), error);
  } finally {
    await rm(draft, { force: true });
  }
};

const inUse = (folder: string, holder: Holder): Error =>
  new Error(
    `The embedded database in ${folder} is in use by process ${holder.pid}${isHere(holder) ? '' : ' of another container'}. Stop that process, set TOUCHLINE_HOME to another folder, or set DATABASE_URL to a PostgreSQL that several processes can share.`,
  );

/** Makes `self` the holder of the lock. Returns null then, or else the running process that has it or is taking it. */
async function take(file: string, self: Holder): Promise<Holder | null> {
  for (;;) {
    // A link never replaces a file.
    if (await place(file, self, link)) return null;
    const text = await readLock(file);
    if (text === null) continue;
    const holder = await runningHolder(path.dirname(file), text);
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
  await sweepSockets(folder);
  for (const name of await readdir(folder)) {
    if (!name.startsWith('lock.')) continue;
    const file = path.join(folder, name);
    // The draft of a running process may have no text yet.
    const holder = holderIn((await readLock(file)) ?? '');
    if (holder !== null && !(await isAlive(folder, holder))) await rm(file, { force: true });
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
  const socket = process.platform === 'linux' ? await listen(folder) : null;
  const self: Holder = { pid: process.pid, born: bornAt(process.pid), socket: socket?.name ?? null };
  try {
    await waitFor(file, self, waitMs);
    await sweep(folder);
  } catch (error) {
    await socket?.close();
    throw error;
  }
  return async () => {
    // In this order: while the socket is open, no other process replaces the lock.
    await rm(file, { force: true });
    await socket?.close();
  };
};

const listen = async (folder: string): Promise<LockSocket> => {
  try {
    return await listenIn(folder);
  } catch (error) {
    throw cannotLock(folder, error);
  }
};

/** Makes `self` the holder of the lock. Throws an Error when a running process keeps it. */
async function waitFor(file: string, self: Holder, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    const holder = await take(file, self);
    if (holder === null) return;
    if (performance.now() > until) throw inUse(path.dirname(file), holder);
    await setTimeout(retryEveryMs);
  }
}
