// A node of the cluster: a process of the built server with a proxy on every side of it, so that each of its connections can
// fail alone, at a named point of a write or at any time.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { TEST_SECRET } from '../gateway.ts';
import { spawnGateway, type SpawnedGateway } from '../process.ts';
import { ADMIN_TOKEN } from '../world/tokens.ts';
import { type Point, watchAnnouncements, watchAnswers, watchStatements } from './points.ts';
import { signal } from './processes.ts';
import { openFaultyProxy, type Target, type FaultyProxy } from './faulty-proxy.ts';

export type PointName =
  | 'before the commit'
  | 'committed, not told'
  | 'before the announcement'
  | 'before the answer'
  | 'before the checkpoint'
  | 'checkpoint written, not told';

export type ClusterNode = {
  readonly name: string;
  /** The proxies to PostgreSQL, to Redis, and from writers. */
  readonly proxies: { readonly database: FaultyProxy; readonly redis: FaultyProxy; readonly posts: FaultyProxy };
  readonly points: Readonly<Record<PointName, Point>>;
  /** Through the proxy. */
  readonly postUrl: string;
  /** Without a proxy; null while it is down. */
  url(): string | null;
  /** Where new screens go: its port while it takes them. */
  target(): readonly Target[];
  /** Withholds the messages of Redis channels; gives their number so far. */
  setDeaf(deaf: boolean): void;
  dropped(): number;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM; the exit code, and how long it took. */
  drain(): Promise<{ readonly code: number | null; readonly ms: number }>;
  freeze(): void;
  thaw(): void;
  /** Moves its wall clock by so much. */
  setClock(offsetMs: number): void;
  /** Lets so much time pass on all its clocks but timers, for good. */
  pass(ms: number): void;
  /** Its log. */
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
  let offsetMs = 0;
  let passedMs = 0;
  const writeClock = (): void => writeFileSync(clockFile, `${offsetMs} ${passedMs}`);
  writeClock();
  const statements = watchStatements();
  const announcements = watchAnnouncements();
  const answers = watchAnswers();
  let gateway: SpawnedGateway | null = null;
  const logs: (readonly string[])[] = [];
  let taking = false;

  const self = (): readonly Target[] => (gateway ? [{ name, port: Number(new URL(gateway.url).port) }] : []);
  const proxies = {
    database: await openFaultyProxy(() => [{ name: 'database', port: place.databasePort }], {
      inspect: statements.inspect,
    }),
    redis: await openFaultyProxy(() => [{ name: 'redis', port: place.redisPort ?? 1 }], {
      inspect: announcements.inspect,
    }),
    posts: await openFaultyProxy(self, { inspect: answers.inspect }),
  };

  async function start(): Promise<void> {
    gateway = await spawnGateway({
      env: {
        TOUCHLINE_HOME: home,
        TOUCHLINE_SECRET: TEST_SECRET,
        TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
        DATABASE_URL: place.databaseUrl(proxies.database.port),
        ...(place.redisPort === null ? {} : { REDIS_URL: `redis://127.0.0.1:${proxies.redis.port}` }),
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
    proxies,
    points: {
      'before the commit': statements.commit.asked,
      'committed, not told': statements.commit.answered,
      'before the checkpoint': statements.checkpoint.asked,
      'checkpoint written, not told': statements.checkpoint.answered,
      'before the announcement': announcements.announced,
      'before the answer': answers.answer,
    },
    postUrl: `http://127.0.0.1:${proxies.posts.port}`,
    url: () => gateway?.url ?? null,
    target: () => (taking ? self() : []),
    setDeaf: announcements.setDeaf,
    dropped: announcements.dropped,
    start,
    kill,
    async drain() {
      const running = gateway;
      if (!running) throw new Error(`Node ${name} is not running.`);
      // The load balancer sends no new connections; open ones stay open.
      taking = false;
      const began = performance.now();
      const code = await running.stop();
      gateway = null;
      return { code, ms: performance.now() - began };
    },
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    setClock(ms) {
      offsetMs = ms;
      writeClock();
    },
    pass(ms) {
      passedMs += ms;
      writeClock();
    },
    lines: () => logs.flat(),
    async close() {
      await kill();
      for (const proxy of Object.values(proxies)) await proxy.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
