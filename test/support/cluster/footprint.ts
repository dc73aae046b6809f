// The sockets, subscriptions and timers of an idle cluster. They must be the same before and after any number of faults.
import type { Cluster } from './cluster.ts';
import type { Violation } from './checker.ts';
import { metricsText } from '../scrape.ts';
import { pause } from './processes.ts';

type Footprint = Readonly<Record<string, number>>;

/** Connections to PostgreSQL that a node keeps at most, and the two to Redis with one to spare. */
const SOCKETS_MAX = 11;
/** The client of PostgreSQL keeps two timers for each of its connections, which come and go with the load. */
const TIMERS_PER_SOCKET = 2;
/** An idle node has one timer more than that, and two fewer for each spare connection. A leak would have one for each fault. */
const TIMERS_SPARE = 2;
const BACK_WITHIN_MS = 10_000;

async function footprint({ nodes, redis }: Cluster): Promise<Footprint> {
  const channels = await redis.subscriptions();
  const held: Record<string, number> = { 'Redis channels': channels.filter((channel) => !isTopic(channel)).length };
  held['Redis connections'] = await redis.clients();
  for (const { name, url } of nodes) {
    const metrics = readMetrics(await metricsText(url() ?? ''));
    const value = (metric: string): number => metrics.get(metric) ?? 0;
    const sockets = value('nodejs_active_resources{type="TCPSocketWrap"}');
    held[`node ${name}: live connections`] = value('touchline_live_connections');
    held[`node ${name}: subscriptions`] = value('touchline_live_subscriptions');
    held[`node ${name}: sockets over ${SOCKETS_MAX}`] = Math.max(0, sockets - SOCKETS_MAX);
    held[`node ${name}: timers but those of sockets`] = Math.max(
      0,
      value('nodejs_active_resources{type="Timeout"}') - sockets * TIMERS_PER_SOCKET - TIMERS_SPARE,
    );
  }
  return held;
}

const readMetrics = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

/** Counts the resources of the cluster. The returned function finds additional ones later, when all should be released. */
export async function rememberFootprint(cluster: Cluster): Promise<() => Promise<readonly Violation[]>> {
  const before = await footprint(cluster);
  return async () => {
    const until = performance.now() + BACK_WITHIN_MS;
    for (;;) {
      const now = await footprint(cluster);
      const leaks = Object.entries(before).filter(([what, held]) => (now[what] ?? 0) > held);
      if (leaks.length === 0) return [];
      if (performance.now() > until) {
        return leaks.map(([what, held]) => ({ kind: 'leak', what: `${what}: ${String(now[what])}, before ${held}` }));
      }
      await pause(100);
    }
  };
}

/** Whether a topic belongs to a match or a feed; other topics belong to the nodes. */
const isTopic = (channel: string): boolean => /:(game|match|club|tournament):[^:]+$/.test(channel);

const DAY_MS = 86_400_000;
/** Nodes drop unused matches once a minute. */
const FORGOTTEN_WITHIN_MS = 75_000;

/**
 * Lets days pass: matches unused for 10 minutes leave the memory, with their subscriptions of Redis. Feeds
 * go on the first day. A feed in memory uses its matches, so these go on the second day.
 */
export async function topicsLeftAfterDays(cluster: Cluster): Promise<readonly Violation[]> {
  let topics: readonly string[] = [];
  for (let day = 1; day <= 2; day += 1) {
    for (const node of cluster.nodes) node.pass(DAY_MS);
    topics = await topicsLeft(cluster);
    if (topics.length === 0) break;
  }
  return topics.length === 0 ? [] : [{ kind: 'leak', what: `Redis topics are still held: ${topics.join(' ')}` }];
}

/** Topics with subscribers after the nodes have dropped unused matches; waits until there are few. */
async function topicsLeft({ redis }: Cluster): Promise<readonly string[]> {
  const until = performance.now() + FORGOTTEN_WITHIN_MS;
  for (;;) {
    const topics = (await redis.subscriptions()).filter(isTopic);
    if (topics.length === 0 || performance.now() > until) return topics;
    await pause(500);
  }
}
