// What nodes tell each other over Redis: fast, at most once, and never trusted. All of it is in the database too, so a lost
// message costs a moment and nothing else.
//
// The link counts as up while the node hears its own messages through it. A half-open connection, a frozen server and a lost
// subscription look the same (silence) and end the same way: with a new link.
import { randomUUID } from 'node:crypto';
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import type { Logger } from '../ops/logger.ts';
import { type Link, openLink } from './redis-link.ts';
import { envelopeSchema, type Message } from './messages.ts';

/** What is followed: one match, the matches of one feed, or what concerns all nodes. */
export type Topic = MatchRef | FeedRef | 'all';

export type RelayTiming = {
  /** How often the node sends a message to itself. */
  readonly beatMs: number;
  /** A link that is silent for this long is given up; together with `beatMs` less than 10 seconds. */
  readonly silentMs: number;
  /** The first wait before another link is tried; it grows to eight times as long. */
  readonly retryMs: number;
};
export const RELAY_TIMING: RelayTiming = { beatMs: 1_000, silentMs: 5_000, retryMs: 250 };

export type RelayDeps = {
  /** Of one Redis, or of some nodes of a Redis Cluster. */
  readonly urls: readonly string[];
  /** Shared by the nodes of one installation, and by no other node. */
  readonly installation: string;
  /** A message of another node, sent `lagMs` ago by the clocks of both. */
  readonly hear: (message: Message, lagMs: number) => void;
  /** The link is up, or down. Messages sent while it was down are lost: ask the database. */
  readonly changed: (isUp: boolean) => void;
  readonly log: Logger;
  readonly timing?: Partial<RelayTiming>;
};

export type Relay = {
  /** Tells the other nodes that follow the topic. Waits for nothing and never throws. Without a link nothing is sent. */
  tell(topic: Topic, message: Message): void;
  /** Hears a topic from now on. Resolves when that is certain, and at once when there is no link. */
  follow(topic: Topic): Promise<void>;
  unfollow(topic: Topic): void;
  isUp(): boolean;
  /** Sent, but not yet taken by Redis, bytes. */
  unsentBytes(): number;
  close(): void;
};

/** Bytes that may wait for Redis. Beyond that, messages are not sent. */
const UNSENT_MAX = 8 * 1_024 * 1_024;

/** Characters of a message that carries its changes. */
const MESSAGE_MAX = 64 * 1_024;

/** The node's messages to itself on one channel. `heardAt`: on the clock of `performance.now()`. */
type Beat = { heardAt: number; isHeard: boolean };
/** A link in use. `isReady`: all followed topics are subscribed, and new ones are subscribed at once. */
type Current = {
  readonly link: Link;
  readonly beats: ReadonlyMap<string, Beat>;
  isReady: boolean;
  unsentBytes: number;
};

/** Connects, and stays connected until closed. Redis may be away at any time, also at the start. */
export function openRelay({ urls, installation, hear, changed, log, ...deps }: RelayDeps): Relay {
  const timing = { ...RELAY_TIMING, ...deps.timing };
  const self = randomUUID();
  const followed = new Set<Topic>(['all']);
  let current: Current | null = null;
  let isUp = false;
  let isSaidAway = false;
  let isClosed = false;
  let failures = 0;
  let tickedAt = performance.now();
  let retry: NodeJS.Timeout | undefined;
  const ticking = setInterval(tick, timing.beatMs);

  /** Redis publish/subscribe ignores database numbers: only the name keeps installations apart. */
  const channel = (lane: number, topic: string): string => `touchline:${installation}:{${lane}}:${topic}`;
  const channelOf = ({ lanes }: Link, topic: Topic): string => channel(lanes === 1 ? 0 : laneOf(topic, lanes), topic);

  function connect(): void {
    const link = openLink({
      urls,
      hear: (from, text) => {
        if (current?.link === link) take(current, from, text);
      },
      ended: (reason) => {
        if (current?.link === link) giveUp(reason);
      },
    });
    const now = performance.now();
    const lanes = Array.from({ length: link.lanes }, (_, lane) => lane);
    const beats = new Map(lanes.map((lane) => [channel(lane, `node:${self}`), { heardAt: now, isHeard: false }]));
    const made: Current = { link, beats, isReady: false, unsentBytes: 0 };
    current = made;
    prepare(made).catch((error: unknown) => {
      if (current === made) giveUp(error instanceof Error ? error.message : String(error));
    });
  }

  async function prepare(made: Current): Promise<void> {
    const { link, beats } = made;
    await link.open();
    await link.subscribe([...beats.keys()]);
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
    beat(made);
  }

  /** Closes the link; another one follows. */
  function giveUp(reason: string): void {
    const gone = current;
    current = null;
    gone?.link.close();
    if (isClosed) return;
    if (!isSaidAway) log.warn({ reason }, 'Redis is away: this node polls the database instead');
    isSaidAway = true;
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
    // While this process was busy it heard nothing: that time does not count as silence of Redis.
    const stalledMs = now - tickedAt - timing.beatMs;
    tickedAt = now;
    if (!current) return;
    const beats = [...current.beats.values()];
    if (stalledMs > timing.beatMs) for (const beat of beats) beat.heardAt += stalledMs;
    if (beats.some(({ heardAt }) => now - heardAt > timing.silentMs)) giveUp(`silent for ${timing.silentMs} ms`);
    else if (current.isReady) beat(current);
  }

  function beat({ link, beats }: Current): void {
    for (const own of beats.keys()) quietly(link.publish(own, ''));
  }

  function take(from: Current, name: string, text: string): void {
    const beat = from.beats.get(name);
    if (beat) {
      beat.heardAt = performance.now();
      if (beat.isHeard) return;
      beat.isHeard = true;
      if (!isUp && [...from.beats.values()].every(({ isHeard }) => isHeard)) cameUp();
      return;
    }
    if (text.startsWith(self)) return;
    const parsed = envelopeSchema.safeParse(parseJson(text.slice(text.indexOf(' ') + 1)));
    if (parsed.success) hear(parsed.data.message, Math.max(0, Date.now() - parsed.data.sentAt));
    else log.warn({ channel: name }, 'a message on Redis that is not of this program was ignored');
  }

  function cameUp(): void {
    isUp = true;
    failures = 0;
    if (isSaidAway) log.info('Redis is back');
    isSaidAway = false;
    changed(true);
  }

  function tell(topic: Topic, message: Message): void {
    const said = current;
    if (!said || !isUp || said.unsentBytes > UNSENT_MAX) return;
    const whole = textOf(message);
    // Too long for all nodes: those that need the changes read the log.
    const isTooLong = message.kind === 'moved' && whole.length > MESSAGE_MAX;
    const text = isTooLong ? textOf({ ...message, changes: null }) : whole;
    const bytes = text.length;
    said.unsentBytes += bytes;
    const taken = (): void => {
      said.unsentBytes -= bytes;
    };
    said.link.publish(channelOf(said.link, topic), text).then(taken, taken);
  }

  /** The sender's id comes first: a node skips its own messages without parsing them. */
  const textOf = (message: Message): string => `${self} ${JSON.stringify({ sentAt: Date.now(), message })}`;

  async function follow(topic: Topic): Promise<void> {
    followed.add(topic);
    const asked = current;
    if (!asked?.isReady) return;
    try {
      await asked.link.subscribe([channelOf(asked.link, topic)]);
    } catch (error) {
      // A link that does not carry all topics is useless.
      if (current === asked) giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  function unfollow(topic: Topic): void {
    followed.delete(topic);
    if (current?.isReady) quietly(current.link.unsubscribe(channelOf(current.link, topic)));
  }

  /** A failure here also ends the link, and that is handled there. */
  function quietly(asked: Promise<unknown>): void {
    asked.catch((error: unknown) => log.debug({ err: error }, 'Redis did not take it'));
  }

  connect();
  return {
    tell,
    follow,
    unfollow,
    isUp: () => isUp,
    unsentBytes: () => current?.unsentBytes ?? 0,
    close() {
      isClosed = true;
      clearInterval(ticking);
      clearTimeout(retry);
      giveUp('closed');
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Any number that all nodes agree on. */
function laneOf(topic: string, lanes: number): number {
  let sum = 0;
  for (let at = 0; at < topic.length; at += 1) sum = (sum * 31 + topic.charCodeAt(at)) % 65_521;
  return sum % lanes;
}
