// Exchanges messages with the other nodes.
import { withDeadline } from '../ops/deadline.ts';
import { type AnyChannel, airRef, type FeedRef, type MatchRef } from '../../protocol/wire/ids.ts';
import { openEvents } from '../ops/events.ts';
import type { FeedChanged, Message, Moved, ViewerCounts } from './messages.ts';
import { openRelay, type Relay, type RelayDeps, type RelayTiming } from './relay.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import type { Sql } from '../store/driver/sql.ts';
import { installationId } from '../store/log/positions.ts';

/** Without `urls` and `channel` the nodes share only the database. */
type PeersDeps = Pick<RelayDeps, 'urls' | 'channel' | 'signing' | 'dropped' | 'tracing' | 'logger'> & {
  readonly sql: Sql;
  /** Records the transit time of a message, in ms. It compares the clocks of both nodes. */
  readonly observeLag: (ms: number) => void;
  /** The number of requests of each caller on this node since the last call. */
  readonly spent: () => Readonly<Record<string, number>>;
  readonly relayTiming?: Partial<RelayTiming> | undefined;
};

/** The messages of other nodes, as events. */
type PeerEvents = {
  readonly moved: Moved;
  readonly feedChanged: FeedChanged;
  /** Another node has changed what is on air at a match. */
  readonly aired: { readonly ref: MatchRef };
  /** Another node has changed tokens, roles or rights. */
  readonly rightsChanged: undefined;
  /** Another node has applied a data file. */
  readonly dataChanged: undefined;
  /** The number of requests of each caller on another node. */
  readonly spent: Readonly<Record<string, number>>;
  /** The viewers of each channel on another node. */
  readonly viewers: ViewerCounts;
  /** The link to Redis went up or down. Messages sent while it was down are lost, so the database must be polled. */
  readonly linkChanged: undefined;
};

/** How often nodes exchange the request counts of callers (rule LIMIT-1). */
const PUBLISH_SPENT_MS = 1_000;
/** How long a load waits for Redis to confirm the subscription. */
const FOLLOW_MS = 100;

export type Peers = Awaited<ReturnType<typeof openPeers>>;

/** Connects to Redis or to the other workers, if there are any. Throws Problem 503 when the database does not answer. */
export async function openPeers({ urls, channel, sql, observeLag, spent, relayTiming, logger, ...deps }: PeersDeps) {
  const events = openEvents<PeerEvents>();

  function receive(message: Message, lagMs: number): void {
    observeLag(lagMs);
    switch (message.kind) {
      case 'moved':
        events.emit('moved', message);
        return;
      case 'feed_changed':
        events.emit('feedChanged', message);
        return;
      case 'aired':
        events.emit('aired', message);
        return;
      case 'rights':
        events.emit('rightsChanged', undefined);
        return;
      case 'spent':
        events.emit('spent', message.requests);
        return;
      case 'viewers':
        events.emit('viewers', message);
        return;
      case 'data':
        events.emit('dataChanged', undefined);
    }
  }

  const relay: Relay | null =
    urls.length === 0 && !channel
      ? null
      : openRelay({
          urls,
          channel,
          installation: await orStoreAway(installationId(sql)),
          receive,
          changed: () => {
            events.emit('linkChanged', undefined);
          },
          ...deps,
          logger,
          timing: relayTiming ?? {},
        });

  // A single node sends no counts, so it needs no timer.
  const publishing = relay === null ? undefined : setInterval(publishSpent, PUBLISH_SPENT_MS, relay);

  function publishSpent({ publish }: Relay): void {
    const requests = spent();
    if (Object.keys(requests).length > 0) publish('all', { kind: 'spent', requests });
  }

  return {
    on: events.on,
    /** Subscribes to the messages of a channel. Resolves when Redis has confirmed it, at the latest after 100 ms. */
    async follow(topic: AnyChannel): Promise<void> {
      if (!relay) return;
      await withDeadline(relay.follow(topic), FOLLOW_MS, () => undefined);
    },
    unfollow: (topic: AnyChannel): void => relay?.unfollow(topic),
    /** Publishes the new position of a match of this feed. */
    publishMoved(message: Moved, feed: FeedRef): void {
      if (!relay) return;
      relay.publish(message.ref, message);
      const { ref, seq, at, changes } = message;
      relay.publish(feed, {
        kind: 'feed_changed',
        feed,
        ref,
        seq,
        at,
        cause: (changes ?? []).flatMap(({ cause }) => cause),
      });
    },
    /** Publishes that what is on air at a match was changed here. */
    publishAired: ({ ref }: { readonly ref: MatchRef }): void => relay?.publish(airRef(ref), { kind: 'aired', ref }),
    /** Publishes that tokens, roles or rights have changed here. */
    publishRightsChanged: (): void => relay?.publish('all', { kind: 'rights' }),
    publishViewers: (counts: ViewerCounts): void => relay?.publish('all', { kind: 'viewers', ...counts }),
    /** Publishes that a data file was applied here. */
    publishDataChanged: (): void => relay?.publish('all', { kind: 'data' }),
    /** `none`: without Redis. */
    redis(): 'none' | 'up' | 'away' {
      if (urls.length === 0) return 'none';
      return relay?.isUp() ? 'up' : 'away';
    },
    /** Whether messages reach the other nodes now. */
    isLinkUp: (): boolean => relay?.isUp() ?? false,
    /** Resolves when the last messages are sent, at the latest after half a second. */
    async close(): Promise<void> {
      clearInterval(publishing);
      await relay?.close();
    },
  };
}
