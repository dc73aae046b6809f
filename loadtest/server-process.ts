// A server under test in its own process, and the CPU time that it uses.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export type ServerProcess = {
  readonly host: string;
  readonly port: number;
  /** CPU milliseconds of all threads so far, user and system. */
  cpuMs(): number;
  /** Sends SIGTERM. Resolves when the process has ended. */
  stop(): Promise<void>;
};

/** Starts `node …args` and waits for a line of JSON that has a `url`. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid, stdout } = child;
  if (pid === undefined || !stdout) throw new Error(`Cannot start ${args.join(' ')}.`);
  const exited = once(child, 'exit');
  const printed: string[] = [];
  const listening = new Promise<URL>((resolve) => {
    createInterface(stdout).on('line', (line) => {
      printed.push(line);
      const url = /"url":"([^"]+)"/.exec(line)?.[1];
      if (url !== undefined) resolve(new URL(url));
    });
  });
  const url = await Promise.race([listening, exited.then(() => null)]);
  if (!url) throw new Error(`${args.join(' ')} ended: ${printed.join('\n')}`);
  return {
    host: url.hostname,
    port: Number(url.port),
    cpuMs: () => cpuMs(pid),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** From the scheduler in nanoseconds if the kernel reports them, or else from /proc/PID/stat in ticks of 10 ms. */
function cpuMs(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const spent = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    return spent.reduce((sum, ns) => sum + Number(ns) / 1e6, 0);
  } catch (error) {
    // The kernel has no schedstat, or the thread ended between the two reads.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')))
      throw error;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
}
