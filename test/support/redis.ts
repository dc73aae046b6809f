// Redis for tests: the shared one if it answers, and private servers that tests freeze, kill and restart.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

const sharedUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';

/** Address of the Redis that tests share, as `test/support/run-tests.mjs` found it; null where none answers (with CI=true it must). */
export async function testRedis(): Promise<string | null> {
  const client = new Redis(sharedUrl, { lazyConnect: true, retryStrategy: null, connectTimeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return sharedUrl;
  } catch (error) {
    if (process.env['CI'] === 'true' || process.env['REDIS_URL'] !== undefined)
      throw new Error(`Tests need Redis at ${sharedUrl}.`, { cause: error });
    return null;
  } finally {
    client.disconnect();
  }
}

export type RedisServer = {
  readonly url: string;
  readonly port: number;
  /** Stops answering until `thaw`; connections stay open. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Whether `redis-server` is installed. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A private server without persistence. */
export async function startRedis(more: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-redis-'));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const started = spawn('redis-server', [...args, ...more], { stdio: ['ignore', 'pipe', 'ignore'] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      started.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        if (said.includes('Ready to accept connections')) resolve();
      });
      started.once('exit', () => {
        reject(new Error(`redis-server ended: ${said}`));
      });
    });
  }

  async function kill(): Promise<void> {
    const running = child;
    child = null;
    if (!running) return;
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
