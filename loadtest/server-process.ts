// A server under test in its own process, with the CPU time and the memory that it uses.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryUsageOf } from '../test/support/memory-usage.ts';

/**
 * Bytes. `used`: the resident memory without the free part of V8's heap, which V8 takes and gives back when it likes.
 * `heapUsed`: the used part of that heap.
 */
export type Memory = { readonly used: number; readonly heapUsed: number };

export type ServerProcess = {
  readonly host: string;
  readonly port: number;
  /** CPU milliseconds of all threads so far, user and system. */
  cpuMs(): number;
  /** Resolves when the process is idle, or after 5 seconds. */
  settled(): Promise<void>;
  /** The memory after a garbage collection. Needs `inspect`. */
  memory(): Promise<Memory>;
  /** Sends SIGTERM. Resolves when the process has ended. */
  stop(): Promise<void>;
};

export type ServerOptions = {
  /** Opens V8's inspector, which `memory` needs. */
  readonly inspect?: boolean;
  /** The gateway starts this many nodes on one port. Default: one, without a supervisor. */
  readonly workers?: number;
  /** Where the gateway writes its long turns (turn-times.ts). */
  readonly turnsFile?: string;
};

/** A process is idle when it uses less CPU than this, ms, in each of two looks. */
const IDLE_CPU_MS = 2;
const LOOK_MS = 50;
const MEMORY_LOOKS = 5;
const SETTLE_MS = 5_000;

/** uWebSockets.js writes it for each upgrade after a lookup of the credential. */
const EXPECTED_WARNING = 'HttpResponse writes must be made from within a corked callback';

/** Ends with this process, however it ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `node …args` and waits for a line of JSON that has a `url`. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { inspect = false, workers = 1 }: ServerOptions = {},
): Promise<ServerProcess> {
  const nodeArgs = inspect ? ['--inspect=127.0.0.1:0', ...args] : args;
  const child: ChildProcess = spawn(process.execPath, [...nodeArgs], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid, stdout, stderr } = child;
  if (pid === undefined || !stdout || !stderr) throw new Error(`Cannot start ${args.join(' ')}.`);
  const exited = once(child, 'exit');
  running.add(child);
  child.once('exit', () => running.delete(child));
  const printed: string[] = [];
  let errors = '';
  createInterface(stderr).on('line', (line) => {
    errors += `${line}\n`;
    if (!inspect && !line.includes(EXPECTED_WARNING)) console.error(line);
  });
  const listening = new Promise<URL>((resolve) => {
    createInterface(stdout).on('line', (line) => {
      printed.push(line);
      // The supervisor says it last, when all nodes serve.
      const url = workers > 1 && !line.includes('"workers":') ? undefined : /"url":"([^"]+)"/.exec(line)?.[1];
      if (url !== undefined) resolve(new URL(url));
    });
  });
  const url = await Promise.race([listening, exited.then(() => null)]);
  if (!url) throw new Error(`${args.join(' ')} ended: ${printed.join('\n')}${errors}`);
  return {
    host: url.hostname,
    port: Number(url.port),
    cpuMs: () => cpuMs(pid),
    async settled() {
      const giveUpAt = performance.now() + SETTLE_MS;
      let idle = 0;
      for (let before = cpuMs(pid); idle < 2 && performance.now() < giveUpAt;) {
        await sleep(LOOK_MS);
        const now = cpuMs(pid);
        idle = now - before < IDLE_CPU_MS ? idle + 1 : 0;
        before = now;
      }
    },
    async memory() {
      let least: Memory = { used: Infinity, heapUsed: Infinity };
      // A collection that had begun before leaves garbage to the next one.
      for (let look = 0; look < MEMORY_LOOKS; look += 1) {
        const { rss, heapTotal, heapUsed, external } = await memoryUsageOf(errors);
        // V8 gives back pages of its heap that it still counts.
        const used = Math.max(rss - heapTotal + heapUsed, heapUsed + external);
        if (used < least.used) least = { used, heapUsed };
        await sleep(LOOK_MS);
      }
      return least;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Its processes too. From the scheduler in nanoseconds if the kernel reports them, or else from /proc/PID/stat in ticks of 10 ms. */
function cpuMs(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`);
    const spent = tasks.map((task) => Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
    const children = tasks.flatMap((task) => readFileSync(`${task}/children`, 'utf8').split(' ').filter(Boolean));
    return [...spent, ...children.map((child) => cpuMs(Number(child)))].reduce((sum, ms) => sum + ms, 0);
  } catch (error) {
    // The kernel has no schedstat, or the thread ended between the two reads.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')))
      throw error;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
}
