// The gateway as its users run it: a process of its own, from the build.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type SpawnedGateway = {
  readonly url: string;
  readonly pid: number;
  /** What it logged so far, a JSON line each. */
  readonly lines: readonly string[];
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
};

const start = path.resolve(import.meta.dirname, '../../src/start.mjs');
/** Nothing of the tests' own settings reaches the process. */
const bare = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  PORT: '0',
});

/** Starts it and waits for its `listening` line. Throws with what it printed when it ends before. */
export async function spawnGateway(options: {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}): Promise<SpawnedGateway> {
  const child: ChildProcess = spawn(process.execPath, [start, ...(options.args ?? [])], {
    env: { ...bare(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines: string[] = [];
  const errors: string[] = [];
  child.stderr?.on('data', (data: Buffer) => errors.push(data.toString()));
  const output = child.stdout;
  if (!output) throw new Error('No standard output.');
  const listening = new Promise<string>((resolve) => {
    createInterface(output).on('line', (line) => {
      lines.push(line);
      if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { url: string }).url);
    });
  });
  const url = await Promise.race([listening, exited.then(([code]) => ({ code }))]);
  if (typeof url !== 'string') {
    throw new Error(`The gateway ended with ${String(url.code)}: ${[...lines, ...errors].join('\n')}`);
  }
  return {
    url,
    pid: child.pid ?? 0,
    lines,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}
