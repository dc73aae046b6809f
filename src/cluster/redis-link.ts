// The connections to Redis, or to a Redis Cluster, as the relay needs them. A link is used once: when it ends or is silent, the
// relay opens a new one.
import { Cluster, Redis } from 'ioredis';

export type LinkDeps = {
  readonly receive: (channel: string, text: string) => void;
  /** Called when either side closes a connection. May be called more than once. */
  readonly ended: (reason: string) => void;
};

export type Link = {
  /** The number of hash tags. Channels with the same tag between braces are in one slot of the cluster. 1 without a cluster. */
  readonly hashTags: number;
  /** Resolves when connected; rejects on failure. May never settle, so the caller sets a deadline. */
  open(): Promise<void>;
  /** Resolves when Redis has accepted the message. */
  publish(channel: string, text: string): Promise<unknown>;
  /** Resolves when Redis has confirmed all subscriptions. */
  subscribe(channels: readonly string[]): Promise<void>;
  unsubscribe(channel: string): Promise<unknown>;
  /** Closes the connections and drops unsent messages. */
  close(): void;
};

const CLUSTER_HASH_TAGS = 16;
/** Maximum number of channels in one command. */
const CHANNELS_AT_ONCE = 500;
const CONNECT_MS = 3_000;

/** Messages are not queued: a delayed message would be outdated, and its content is in the database. */
const connection = {
  connectTimeout: CONNECT_MS,
  disconnectTimeout: 200,
  disableClientInfo: true,
  enableAutoPipelining: true,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} as const;

/** `urls`: addresses of one Redis, or of some nodes of a Redis Cluster. */
export function openLink(urls: readonly string[], deps: LinkDeps): Link {
  const [first, ...more] = urls;
  if (first === undefined) throw new Error('A link needs an address.');
  return more.length === 0 ? openSingle(first, deps) : openCluster([first, ...more], deps);
}

function openSingle(url: string, { receive, ended }: LinkDeps): Link {
  const options = { ...connection, lazyConnect: true, retryStrategy: null };
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, options);
  for (const client of [publisher, subscriber]) reportEnd(client, 'the connection was closed', ended);
  subscriber.on('message', receive);
  return {
    hashTags: 1,
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
function openCluster(urls: readonly [string, ...string[]], { receive, ended }: LinkDeps): Link {
  const [{ username, password, protocol }] = urls.map((url) => new URL(url)) as [URL, ...URL[]];
  const cluster = new Cluster([...urls], {
    lazyConnect: true,
    clusterRetryStrategy: () => null,
    shardedSubscribers: true,
    enableAutoPipelining: true,
    // In a pipeline with a `spublish` they would leave on its connection, where messages are not read.
    autoPipeliningIgnoredCommands: ['ssubscribe', 'sunsubscribe'],
    slotsRefreshTimeout: CONNECT_MS,
    // Certificates are checked against host names, so the names must not be resolved first.
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
  reportEnd(cluster, 'the cluster is not reachable', ended);
  cluster.on('message', receive);
  cluster.on('smessage', receive);
  return {
    hashTags: CLUSTER_HASH_TAGS,
    async open() {
      await cluster.connect();
      isSharded = majorVersion(await cluster.info('server')) >= 7;
    },
    publish: (channel, text) => (isSharded ? cluster.spublish(channel, text) : cluster.publish(channel, text)),
    async subscribe(channels) {
      const byHashTag = new Map<string, string[]>();
      for (const channel of channels) {
        const hashTag = channel.slice(channel.indexOf('{'), channel.indexOf('}'));
        byHashTag.set(hashTag, [...(byHashTag.get(hashTag) ?? []), channel]);
      }
      for (const tagged of byHashTag.values()) {
        for (const some of groups(tagged)) await (isSharded ? cluster.ssubscribe(...some) : cluster.subscribe(...some));
      }
    },
    unsubscribe: (channel) => (isSharded ? cluster.sunsubscribe(channel) : cluster.unsubscribe(channel)),
    close() {
      cluster.disconnect();
    },
  };
}

/** Calls `ended` when the connection ends, with its last error or else `otherwise`. */
function reportEnd(client: Redis | Cluster, otherwise: string, ended: LinkDeps['ended']): void {
  let reason = otherwise;
  client.on('error', (error: Error) => {
    reason = error.message;
  });
  client.on('end', () => {
    ended(reason);
  });
}

function groups(channels: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(channels.length / CHANNELS_AT_ONCE) }, (_, n) =>
    channels.slice(n * CHANNELS_AT_ONCE, (n + 1) * CHANNELS_AT_ONCE),
  );
}

/** Valkey names the Redis version that it is compatible with. */
const majorVersion = (info: string): number => Number(/^redis_version:(\d+)\./m.exec(info)?.[1] ?? 0);
