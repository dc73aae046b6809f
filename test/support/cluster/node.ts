// A node of the cluster: a process of the built server with a wire on every side of it, so that each of its connections can
// fail alone, at a named point of a write or at any time.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { TEST_SECRET } from '../gateway.ts';
import { spawnGateway, type SpawnedGateway } from '../process.ts';
import { ADMIN_TOKEN } from '../sample.ts';
import { type Point, watchAnnouncements, watchAnswers, watchCommits } from './points.ts';
import { signal } from './processes.ts';
import { openWire, type Target, type Wire } from './wire.ts';

export type PointName = 'before the commit' | 'committed, not told' | 'before the announcement' | 'before the answer';

export type ClusterNode = {
  readonly name: string;
  /** To PostgreSQL, to Redis, and from whoever posts. */
  readonly wires: { readonly database: Wire; readonly redis: Wire; readonly posts: Wire };
  readonly points: Readonly<Record<PointName, Point>>;
  /** Through the wire. */
  readonly postUrl: string;
  /** Without a wire; null while it is down. */
  url(): string | null;
  /** Where new screens go: its port while it takes them. */
  target(): readonly Target[];
  /** Keeps the messages of Redis channels from it; gives how many were kept so far. */
  setDeaf(deaf: boolean): void;
  dropped(): number;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM; the exit code, and how long it took. */
  drain(): Promise<{ readonly code: number | null; readonly ms: number }>;
  freeze(): void;
  thaw(): void;
  /** Sets its wall clock off by so much. */
  setClock(offsetMs: number): void;
  /** All that it logged. */
  lines(): readonly string[];
  close(): Promise<void>;
};

const clock = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs')).href;

/** `redisPort` null: nodes that know of each other by the database alone. */
export async function openNode(
  name: string,
  place: {
    readonly databasePort: number;
    readonly databaseUrl: (port: number) => string;
    readonly redisPort: number | null;
  },
): Promise<ClusterNode> {
  const home = mkdtempSync(path.join(tmpdir(), `touchline-node-${name}-`));
  const clockFile = path.join(home, 'clock');
  writeFileSync(clockFile, '0');
  const commits = watchCommits();
  const announcements = watchAnnouncements();
  const answers = watchAnswers();
  let gateway: SpawnedGateway | null = null;
  const logs: (readonly string[])[] = [];
  let taking = false;

  const self = (): readonly Target[] => (gateway ? [{ name, port: Number(new URL(gateway.url).port) }] : []);
  const wires = {
    database: await openWire(() => [{ name: 'database', port: place.databasePort }], { inspect: commits.inspect }),
    redis: await openWire(() => [{ name: 'redis', port: place.redisPort ?? 1 }], { inspect: announcements.inspect }),
    posts: await openWire(self, { inspect: answers.inspect }),
  };

  async function start(): Promise<void> {
    gateway = await spawnGateway({
      env: {
        TOUCHLINE_HOME: home,
        TOUCHLINE_SECRET: TEST_SECRET,
        TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
        DATABASE_URL: place.databaseUrl(wires.database.port),
        ...(place.redisPort === null ? {} : { REDIS_URL: `redis://127.0.0.1:${wires.redis.port}` }),
        NODE_OPTIONS: `--import ${clock}`,
        TEST_CLOCK_FILE: clockFile,
      },
    });
    logs.push(gateway.lines);
    taking = true;
  }
  const send = (what: NodeJS.Signals): void => {
    if (gateway) signal(gateway.pid, what);
  };
  async function kill(): Promise<void> {
    const running = gateway;
    taking = false;
    gateway = null;
    if (!running) return;
    // A frozen one dies as well.
    await running.kill();
  }

  return {
    name,
    wires,
    points: {
      'before the commit': commits.asked,
      'committed, not told': commits.answered,
      'before the announcement': announcements.announced,
      'before the answer': answers.answer,
    },
    postUrl: `http://127.0.0.1:${wires.posts.port}`,
    url: () => gateway?.url ?? null,
    target: () => (taking ? self() : []),
    setDeaf: announcements.setDeaf,
    dropped: announcements.dropped,
    start,
    kill,
    async drain() {
      const running = gateway;
      if (!running) throw new Error(`Node ${name} is not running.`);
      // A load balancer sends nobody more; what is open stays open.
      taking = false;
      const began = performance.now();
      const code = await running.stop();
      gateway = null;
      return { code, ms: performance.now() - began };
    },
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    setClock: (offsetMs) => writeFileSync(clockFile, String(offsetMs)),
    lines: () => logs.flat(),
    async close() {
      await kill();
      for (const wire of Object.values(wires)) await wire.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
