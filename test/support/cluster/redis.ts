// A private Redis, which tests kill, restart empty and freeze. It keeps nothing on disk.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { freePort } from '../free-port.ts';
import { eventually, gone, signal } from './processes.ts';

export type PrivateRedis = {
  readonly port: number;
  kill(): Promise<void>;
  /** Starts it again, empty. */
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Channels with subscribers: plain, sharded and patterns. */
  subscriptions(): Promise<readonly string[]>;
  /** Open connections, except our own. */
  clients(): Promise<number>;
  close(): Promise<void>;
};

/** Whether redis-server (or valkey-server) is in the PATH, and which. */
export function findRedisBinary(): string | null {
  return ['redis-server', 'valkey-server'].find(runs) ?? null;
}

function runs(binary: string): boolean {
  try {
    execFileSync(binary, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

export async function startRedis(binary: string): Promise<PrivateRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const started = spawn(
      binary,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()],
      { stdio: 'ignore' },
    );
    child = started;
    await eventually(() => ask((redis) => redis.ping()), 40_000, 'Redis of the test does not start');
  }

  /** One command on a separate connection. */
  async function ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis({
      port,
      host: '127.0.0.1',
      retryStrategy: () => null,
      lazyConnect: true,
      commandTimeout: 2_000,
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
      if (redis.status !== 'end') await once(redis, 'end');
    }
  }

  async function kill(): Promise<void> {
    if (child?.pid === undefined) return;
    signal(child.pid, 'SIGKILL');
    await gone(child);
    child = null;
  }
  const send = (name: NodeJS.Signals): void => {
    if (child?.pid !== undefined) signal(child.pid, name);
  };

  await start();
  return {
    port,
    kill,
    start,
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    subscriptions: () =>
      ask(async (redis) => {
        const plain = (await redis.pubsub('CHANNELS')) as string[];
        const sharded = (await redis.pubsub('SHARDCHANNELS')) as string[];
        const patterns = Number(await redis.call('PUBSUB', 'NUMPAT'));
        return [...plain, ...sharded, ...(patterns > 0 ? [`${patterns} patterns`] : [])].sort();
      }),
    clients: () =>
      ask(async (redis) => {
        const lines = ((await redis.client('LIST')) as string).split('\n').filter(Boolean);
        return lines.length - 1;
      }),
    close: kill,
  };
}
