// This node among the others: what it tells them, and what it hears from them.
import { withDeadline } from '../ops/deadline.ts';
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import { type Events, openEvents } from '../ops/events.ts';
import type { Logger } from '../ops/logger.ts';
import type { FeedChanged, Message, Moved } from './messages.ts';
import { openRelay, type Relay, type RelayTiming } from './relay.ts';
import { orUnavailable } from '../store/driver/with-deadline.ts';
import type { Sql } from '../store/driver/sql.ts';
import { installationId } from '../store/log/positions.ts';

export type PeersDeps = {
  /** Of Redis; none: the database is all that nodes share. */
  readonly urls: readonly string[];
  readonly sql: Sql;
  /** How long a message took from one node to this one, ms by the clocks of both. */
  readonly observeLag: (ms: number) => void;
  readonly relayTiming?: Partial<RelayTiming> | undefined;
  readonly log: Logger;
};

/** What other nodes say. */
export type PeerEvents = {
  readonly moved: Moved;
  readonly feedChanged: FeedChanged;
  /** Another node has changed tokens, roles or rights. */
  readonly rightsChanged: undefined;
  /** Another node has applied a data file. */
  readonly dataChanged: undefined;
  /** The link to Redis is up, or down. Messages sent while it was down are lost: the database has to be asked. */
  readonly linkChanged: undefined;
};

export type Peers = {
  readonly heard: Pick<Events<PeerEvents>, 'on'>;
  /** Hears of a match or a feed from now on. Resolves when that is certain, at the latest after 100 ms. */
  follow(topic: MatchRef | FeedRef): Promise<void>;
  unfollow(topic: MatchRef | FeedRef): void;
  /** Tells the others where a match of this feed stands. */
  tellMoved(message: Moved, feed: FeedRef): void;
  /** Tells the others that tokens, roles or rights have changed here. */
  tellRights(): void;
  /** Tells the others that a data file was applied here. */
  tellData(): void;
  /** `none`: without Redis. */
  redis(): 'none' | 'up' | 'away';
  close(): void;
};

/** How long a load waits until Redis confirms that no message is missed from then on. */
const FOLLOW_MS = 100;

/** Connects to Redis, when there is one. Throws Problem 503 when the database does not answer. */
export async function openPeers({ urls, sql, observeLag, relayTiming, log }: PeersDeps): Promise<Peers> {
  const heard = openEvents<PeerEvents>();

  function hear(message: Message, lagMs: number): void {
    observeLag(lagMs);
    switch (message.kind) {
      case 'moved':
        heard.emit('moved', message);
        return;
      case 'stirred':
        heard.emit('feedChanged', message);
        return;
      case 'rights':
        heard.emit('rightsChanged', undefined);
        return;
      case 'data':
        heard.emit('dataChanged', undefined);
    }
  }

  const relay: Relay | null =
    urls.length === 0
      ? null
      : openRelay({
          urls,
          installation: await orUnavailable(installationId(sql)),
          hear,
          changed: () => {
            heard.emit('linkChanged', undefined);
          },
          log,
          timing: relayTiming ?? {},
        });

  return {
    heard,
    async follow(topic) {
      if (!relay) return;
      await withDeadline(relay.follow(topic), FOLLOW_MS, () => undefined);
    },
    unfollow: (topic) => relay?.unfollow(topic),
    tellMoved(message, feed) {
      if (!relay) return;
      relay.tell(message.ref, message);
      const { ref, seq, at, changes } = message;
      relay.tell(feed, { kind: 'stirred', feed, ref, seq, at, cause: (changes ?? []).flatMap(({ cause }) => cause) });
    },
    tellRights: () => relay?.tell('all', { kind: 'rights' }),
    tellData: () => relay?.tell('all', { kind: 'data' }),
    redis() {
      if (!relay) return 'none';
      return relay.isUp() ? 'up' : 'away';
    },
    close: () => relay?.close(),
  };
}
