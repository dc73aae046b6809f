// The connections to Redis, or to a Redis Cluster, as the relay needs them. A link is used once: when it ends or is silent,
// another one is made. So there is one way to begin and one way to end.
import { Cluster, Redis } from 'ioredis';

export type LinkDeps = {
  /** Of one Redis, or of some nodes of a Redis Cluster. */
  readonly urls: readonly string[];
  readonly hear: (channel: string, text: string) => void;
  /** A connection was closed, by either side. May come more than once. */
  readonly ended: (reason: string) => void;
};

export type Link = {
  /**
   * How many slots the channels are to be spread over: those with the same number between braces share one. 1 outside of
   * a cluster.
   */
  readonly lanes: number;
  /** Resolves when connected; rejects when that failed. May never end: the caller sets a limit. */
  open(): Promise<void>;
  /** Resolves when Redis has taken it. */
  publish(channel: string, text: string): Promise<unknown>;
  /** Resolves when Redis has confirmed all. */
  subscribe(channels: readonly string[]): Promise<void>;
  unsubscribe(channel: string): Promise<unknown>;
  /** Closes the connections and drops what waits in them. */
  close(): void;
};

const CLUSTER_LANES = 16;
/** Channels in one command. */
const CHANNELS_AT_ONCE = 500;
const CONNECT_MS = 3_000;

/** Nothing is kept for later: a message that cannot leave now would be old, and its content is in the database. */
const connection = {
  connectTimeout: CONNECT_MS,
  disconnectTimeout: 200,
  disableClientInfo: true,
  enableAutoPipelining: true,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} as const;

export function openLink(deps: LinkDeps): Link {
  const [first, ...more] = deps.urls;
  if (first === undefined) throw new Error('A link needs an address.');
  return more.length === 0 ? openSingle(first, deps) : openCluster([first, ...more], deps);
}

function openSingle(url: string, { hear, ended }: LinkDeps): Link {
  const options = { ...connection, lazyConnect: true, retryStrategy: null };
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, options);
  let reason = 'the connection was closed';
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: Error) => {
      reason = error.message;
    });
    client.on('end', () => {
      ended(reason);
    });
  }
  subscriber.on('message', hear);
  return {
    lanes: 1,
    async open() {
      await Promise.all([publisher.connect(), subscriber.connect()]);
    },
    publish: (channel, text) => publisher.publish(channel, text),
    async subscribe(channels) {
      for (const some of groups(channels)) await subscriber.subscribe(...some);
    },
    unsubscribe: (channel) => subscriber.unsubscribe(channel),
    close() {
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** From Redis 7 on, a message goes only to the node that owns its slot; before, to all nodes of the cluster. */
function openCluster(urls: readonly [string, ...string[]], { hear, ended }: LinkDeps): Link {
  const [{ username, password, protocol }] = urls.map((url) => new URL(url)) as [URL, ...URL[]];
  const cluster = new Cluster([...urls], {
    lazyConnect: true,
    clusterRetryStrategy: () => null,
    shardedSubscribers: true,
    enableAutoPipelining: true,
    slotsRefreshTimeout: CONNECT_MS,
    // Names are checked against certificates: they must not be turned into numbers first.
    ...(protocol === 'rediss:'
      ? {
          dnsLookup: (address, found) => {
            found(null, address);
          },
        }
      : {}),
    redisOptions: {
      ...connection,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
  });
  let isSharded = false;
  let reason = 'the cluster is not reachable';
  cluster.on('error', (error: Error) => {
    reason = error.message;
  });
  cluster.on('end', () => {
    ended(reason);
  });
  cluster.on('message', hear);
  cluster.on('smessage', hear);
  return {
    lanes: CLUSTER_LANES,
    async open() {
      await cluster.connect();
      isSharded = majorVersion(await cluster.info('server')) >= 7;
    },
    publish: (channel, text) => (isSharded ? cluster.spublish(channel, text) : cluster.publish(channel, text)),
    async subscribe(channels) {
      const lanes = new Map<string, string[]>();
      for (const channel of channels) {
        const lane = channel.slice(channel.indexOf('{'), channel.indexOf('}'));
        lanes.set(lane, [...(lanes.get(lane) ?? []), channel]);
      }
      for (const lane of lanes.values()) {
        for (const some of groups(lane)) await (isSharded ? cluster.ssubscribe(...some) : cluster.subscribe(...some));
      }
    },
    unsubscribe: (channel) => (isSharded ? cluster.sunsubscribe(channel) : cluster.unsubscribe(channel)),
    close() {
      cluster.disconnect();
    },
  };
}

function groups(channels: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(channels.length / CHANNELS_AT_ONCE) }, (_, n) =>
    channels.slice(n * CHANNELS_AT_ONCE, (n + 1) * CHANNELS_AT_ONCE),
  );
}

/** Valkey names the Redis version that it is compatible with. */
const majorVersion = (info: string): number => Number(/^redis_version:(\d+)\./m.exec(info)?.[1] ?? 0);
