// Sends messages between nodes over Redis: fast, at most once, signed (envelope.ts), and never trusted. The database has the
// same data, so a lost message only causes a short delay.
//
// The link counts as up while the node receives its own messages through it. A half-open connection, a frozen server and a
// lost subscription look the same (silence) and are handled in the same way: with a new link.
import { randomUUID } from 'node:crypto';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import type { RelayDrop } from '../ops/counters.ts';
import { withDeadline } from '../ops/deadline.ts';
import { parseJson } from '../ops/json.ts';
import type { Logger } from '../ops/logger.ts';
import type { Tracing } from '../ops/tracing.ts';
import { type Link, type LinkDeps, openLink } from './redis-link.ts';
import type { WorkerChannel } from './worker-channel.ts';
import { openEnvelopes, openLineLimit, type Signing, TEXT_MAX } from './envelope.ts';
import { envelopeSchema, type Message } from './messages.ts';

/** A topic of messages: one match, the matches of one feed, what is on air at a match, or all nodes. */
type Topic = AnyChannel | 'all';

export type RelayTiming = {
  /** How often the node sends a heartbeat to itself. */
  readonly heartbeatMs: number;
  /** A link that is silent for this long is closed. Together with `heartbeatMs` this is less than 10 seconds. */
  readonly silentMs: number;
  /** The first wait before a new link; it grows to eight times as long. */
  readonly retryMs: number;
};
export const RELAY_TIMING: RelayTiming = { heartbeatMs: 1_000, silentMs: 5_000, retryMs: 250 };

export type RelayDeps = {
  /** Addresses of one Redis, or of some nodes of a Redis Cluster. Empty: the link leads over `channel`. */
  readonly urls: readonly string[];
  /** To the other workers of this machine. */
  readonly channel?: Pick<WorkerChannel, 'openLink'> | undefined;
  /** The same for all nodes of one installation, and different for every other installation. */
  readonly installation: string;
  readonly signing: Signing;
  /** Called for each message that was dropped. */
  readonly dropped: (reason: RelayDrop) => void;
  /** Called for each message of another node. `lagMs`: its transit time by the clocks of both nodes. */
  readonly receive: (message: Message, lagMs: number) => void;
  /** Called when the link goes up or down. Messages sent while it was down are lost: poll the database. */
  readonly changed: (isUp: boolean) => void;
  readonly tracing?: Pick<Tracing, 'current' | 'received'> | null;
  readonly logger: Logger;
  readonly timing?: Partial<RelayTiming>;
};

export type Relay = ReturnType<typeof openRelay>;

/** Bytes that may wait for Redis. Beyond that, messages are not sent. */
const UNSENT_MAX = 8 * 1_024 * 1_024;

/** How long a node that stops waits for Redis to accept its last messages, ms. */
const CLOSE_MS = 500;

/** Characters of a message that carries its changes. */
const MESSAGE_MAX = 64 * 1_024;

/** The heartbeats of the node to itself on one channel. `receivedAt`: on the clock of `performance.now()`. */
type Heartbeat = { receivedAt: number; isReceived: boolean };
/** A link in use. `isReady`: all followed topics are subscribed, and new ones are subscribed at once. */
type Current = {
  readonly link: Link;
  readonly heartbeats: ReadonlyMap<string, Heartbeat>;
  isReady: boolean;
  unsentBytes: number;
  /** Called when Redis has accepted all messages. */
  allSent?: () => void;
};

/** Connects, and stays connected until closed. Redis may be away at any time, also at the start. */
export function openRelay({
  urls,
  channel: workers,
  installation,
  receive,
  changed,
  logger,
  tracing,
  ...deps
}: RelayDeps) {
  const timing = { ...RELAY_TIMING, ...deps.timing };
  const self = randomUUID();
  const envelopes = openEnvelopes(self, deps.signing);
  const mayLog = openLineLimit();
  const openAnyLink = workers && urls.length === 0 ? workers.openLink : (of: LinkDeps) => openLink(urls, of);
  const peer = urls.length === 0 ? 'The supervisor' : 'Redis';
  const followed = new Set<Topic>(['all']);
  let current: Current | null = null;
  let isUp = false;
  /** The newest reason in the log; null while the link is up. */
  let awayLogged: string | null = null;
  let isClosed = false;
  let failures = 0;
  let tickedAt = performance.now();
  let retry: NodeJS.Timeout | undefined;
  const ticking = setInterval(tick, timing.heartbeatMs);

  /** Redis publish/subscribe ignores database numbers: only the name keeps installations apart. */
  const channel = (hashTag: number, topic: string): string => `touchline:${installation}:{${hashTag}}:${topic}`;
  const channelOf = ({ hashTags }: Link, topic: Topic): string => channel(hashTagOf(topic, hashTags), topic);

  function connect(): void {
    const link = openAnyLink({
      receive: (from, text) => {
        if (current?.link === link) onMessage(current, from, text);
      },
      ended: (reason) => {
        if (current?.link === link) giveUp(reason);
      },
    });
    const now = performance.now();
    const ownChannels = Array.from({ length: link.hashTags }, (_, hashTag) => channel(hashTag, `node:${self}`));
    const heartbeats = new Map(ownChannels.map((own) => [own, { receivedAt: now, isReceived: false }]));
    const made: Current = { link, heartbeats, isReady: false, unsentBytes: 0 };
    current = made;
    prepare(made).catch((error: unknown) => {
      if (current === made) giveUp(error instanceof Error ? error.message : String(error));
    });
  }

  async function prepare(made: Current): Promise<void> {
    const { link, heartbeats } = made;
    await link.open();
    await link.subscribe([...heartbeats.keys()]);
    // Topics may come and go while Redis answers.
    const asked = new Set<Topic>();
    for (;;) {
      const missing = [...followed].filter((topic) => !asked.has(topic));
      if (missing.length === 0) break;
      for (const topic of missing) asked.add(topic);
      await link.subscribe(missing.map((topic) => channelOf(link, topic)));
    }
    made.isReady = true;
    for (const topic of asked) if (!followed.has(topic)) quietly(link.unsubscribe(channelOf(link, topic)));
    sendHeartbeats(made);
  }

  /** Closes the link; another one follows. */
  function giveUp(reason: string): void {
    const gone = current;
    current = null;
    gone?.link.close();
    if (isClosed) return;
    if (awayLogged === null || (reason !== awayLogged && mayLog())) {
      logger.warn({ reason }, `${peer} is away: this node polls the database instead`);
      awayLogged = reason;
    }
    const waitMs = timing.retryMs * 2 ** Math.min(failures, 3);
    failures += 1;
    // Spread, so that not all nodes connect at once when Redis comes back.
    retry = setTimeout(connect, waitMs * (0.5 + Math.random() / 2));
    if (!isUp) return;
    isUp = false;
    changed(false);
  }

  function tick(): void {
    const now = performance.now();
    // A busy process receives no messages: that time does not count as silence of Redis.
    const stalledMs = now - tickedAt - timing.heartbeatMs;
    tickedAt = now;
    if (!current) return;
    const heartbeats = [...current.heartbeats.values()];
    if (stalledMs > timing.heartbeatMs) for (const heartbeat of heartbeats) heartbeat.receivedAt += stalledMs;
    if (heartbeats.some(({ receivedAt }) => now - receivedAt > timing.silentMs))
      giveUp(`silent for ${timing.silentMs} ms`);
    else if (current.isReady) sendHeartbeats(current);
  }

  function sendHeartbeats({ link, heartbeats }: Current): void {
    for (const own of heartbeats.keys()) quietly(link.publish(own, envelopes.sign(own, '')));
  }

  function onMessage(from: Current, name: string, text: string): void {
    const heartbeat = from.heartbeats.get(name);
    if (envelopes.cameBack(name, text)) return;
    const verified = envelopes.verify(name, text);
    if (typeof verified === 'string') {
      drop(name, verified);
      return;
    }
    if (heartbeat) {
      heartbeat.receivedAt = performance.now();
      if (heartbeat.isReceived) return;
      heartbeat.isReceived = true;
      if (!isUp && [...from.heartbeats.values()].every(({ isReceived }) => isReceived)) cameUp();
      return;
    }
    if (envelopes.isOwn(text)) return;
    const parsed = envelopeSchema.safeParse(parseJson(verified.body));
    if (!parsed.success) {
      drop(name, 'malformed');
      return;
    }
    const { message, sentAt, trace } = parsed.data;
    const take = (): void => {
      receive(message, Math.max(0, Date.now() - sentAt));
    };
    if (tracing) tracing.received(message, sentAt, trace, take);
    else take();
  }

  function drop(name: string, reason: RelayDrop): void {
    deps.dropped(reason);
    if (mayLog()) logger.warn({ channel: name, reason }, 'an invalid message on Redis was ignored');
  }

  function cameUp(): void {
    isUp = true;
    failures = 0;
    if (awayLogged !== null) logger.info(`${peer} is back`);
    awayLogged = null;
    changed(true);
  }

  /** Sends a message to the nodes that follow the topic. Returns at once and never throws. Without a link it sends no message. */
  function publish(topic: Topic, message: Message): void {
    const target = current;
    if (!target || !isUp || target.unsentBytes > UNSENT_MAX) return;
    const whole = textOf(message);
    // Too long for all nodes: those that need the changes read the log.
    const isTooLong = message.kind === 'moved' && whole.length > MESSAGE_MAX;
    const channelName = channelOf(target.link, topic);
    const text = envelopes.sign(channelName, isTooLong ? textOf({ ...message, changes: null }) : whole);
    // The other nodes would drop it. They find the change in the database.
    if (text.length > TEXT_MAX) return;
    if (followed.has(topic)) envelopes.expectBack(channelName, text);
    const bytes = text.length;
    target.unsentBytes += bytes;
    const done = (): void => {
      target.unsentBytes -= bytes;
      if (target.unsentBytes === 0) target.allSent?.();
    };
    target.link.publish(channelName, text).then(done, done);
  }

  const textOf = (message: Message): string =>
    JSON.stringify({ sentAt: Date.now(), message, trace: tracing?.current() });

  /** Subscribes to a topic. Resolves when Redis has confirmed it, and at once when there is no link. */
  async function follow(topic: Topic): Promise<void> {
    followed.add(topic);
    const asked = current;
    if (!asked?.isReady) return;
    try {
      await asked.link.subscribe([channelOf(asked.link, topic)]);
    } catch (error) {
      // A link without all its subscriptions is closed.
      if (current === asked) giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  function unfollow(topic: Topic): void {
    followed.delete(topic);
    if (current?.isReady) quietly(current.link.unsubscribe(channelOf(current.link, topic)));
  }

  /** A failure here also ends the link, and `giveUp` handles that. */
  function quietly(asked: Promise<unknown>): void {
    asked.catch((error: unknown) => logger.debug({ err: error }, 'a command to Redis failed'));
  }

  connect();
  return {
    publish,
    follow,
    unfollow,
    isUp: (): boolean => isUp,
    /** Bytes that wait for Redis. */
    unsentBytes: (): number => current?.unsentBytes ?? 0,
    /** Resolves when Redis has accepted the last messages, or after half a second without its answer. */
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(ticking);
      clearTimeout(retry);
      const last = current;
      // They wait in this process while an earlier one is under way.
      const sent = new Promise<void>((resolve) => {
        if (last && last.unsentBytes > 0) last.allSent = resolve;
        else resolve();
      });
      await withDeadline(sent, CLOSE_MS, () => undefined);
      giveUp('closed');
    },
  };
}

/** Any hash works if all nodes use the same one. */
function hashTagOf(topic: string, hashTags: number): number {
  let sum = 0;
  for (let at = 0; at < topic.length; at += 1) sum = (sum * 31 + topic.charCodeAt(at)) % 65_521;
  return sum % hashTags;
}
