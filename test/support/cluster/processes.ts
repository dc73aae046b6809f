// Processes that tests start, stop, freeze and kill, with their child processes.
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** Sends a signal. A process that has already ended is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The pids of the processes that `pid` started. */
export function childrenOf(pid: number): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(file)) return numbers(readFileSync(file, 'utf8').split(' '));
  if (existsSync('/proc/self')) return [];
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/));
  return numbers(pairs.filter(([, parent]) => Number(parent) === pid).map(([child = '']) => child));
}

const numbers = (texts: readonly string[]): number[] => texts.map(Number).filter((number) => number > 0);

/** Sends a signal to a process and to those that it started: the parent first, so that it starts no more. */
export function signalAll(pid: number, name: NodeJS.Signals): void {
  signal(pid, name);
  for (const child of childrenOf(pid)) signal(child, name);
}

/** Resolves when the process has ended. */
export async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Tries every 20 ms for `ms` until it works; then throws the last error. */
export async function eventually<T>(work: () => Promise<T>, ms: number, what: string): Promise<T> {
  const until = performance.now() + ms;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw new Error(`${what}: not within ${ms} ms.`, { cause: error });
    }
    await pause(20);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The result, or an error with the name of the work that took too long. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
