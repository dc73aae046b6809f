// The gateway as its users run it: a separate process, from the build.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openLogCheck } from './log-secrets.ts';

export type SpawnedGateway = {
  readonly url: string;
  readonly pid: number;
  /** Its log so far, one JSON text per line. */
  readonly lines: readonly string[];
  /** Its standard error so far. */
  readonly errors: readonly string[];
  /** Closes the pipe of its log, as a reader does that ends. */
  closeLog(): void;
  /** Whether the process has not ended yet. */
  isAlive(): boolean;
  /** How it ended: exit code or signal. */
  end(): string;
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
};

const root = path.resolve(import.meta.dirname, '../..');
/** The environment of the process, without the settings of the tests. */
const bare = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  PORT: '0',
});

/** Starts it and waits for its `listening` line. Throws with its output when it ends before that. */
export async function spawnGateway(options: {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Options of Node.js itself. */
  readonly nodeArgs?: readonly string[];
  /** Another checkout than this one. */
  readonly checkout?: string;
  /** Called for each line of its log. */
  readonly onLine?: (line: string, pid: number) => void;
}): Promise<SpawnedGateway> {
  const start = path.join(options.checkout ?? root, 'src/start.mjs');
  const child: ChildProcess = spawn(process.execPath, [...(options.nodeArgs ?? []), start, ...(options.args ?? [])], {
    env: { ...bare(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  // A test that fails does not leave it behind.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const lines: string[] = [];
  const errors: string[] = [];
  const logCheck = openLogCheck();
  child.stderr?.on('data', (data: Buffer) => errors.push(data.toString()));
  const output = child.stdout;
  if (!output) throw new Error('No standard output.');
  const listening = new Promise<string>((resolve) => {
    createInterface(output).on('line', (line) => {
      lines.push(line);
      logCheck.write(line);
      options.onLine?.(line, child.pid ?? 0);
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
    errors,
    end: () => `exit code ${child.exitCode ?? 'none'}, signal ${child.signalCode ?? 'none'}`,
    closeLog: () => void output.destroy(),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      await exited;
      logCheck.done();
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      logCheck.done();
      return code;
    },
  };
}
