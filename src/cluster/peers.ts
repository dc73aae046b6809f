// This node among the others: what it tells them, what it hears, and how it looks into the database for the rest.
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import { feedOf } from '../match/fixture.ts';
import type { Feeds } from '../live/feeds.ts';
import { type DatabasePoller, startDatabasePoller } from './database-poller.ts';
import type { Matches } from '../live/live-matches.ts';
import type { Timing } from '../live/timing.ts';
import type { Logger } from '../ops/logger.ts';
import type { Match } from '../match/match.ts';
import { openRelay, type Relay, type RelayTiming } from './relay.ts';
import type { Message, Moved } from './messages.ts';
import { orUnavailable } from '../store/driver/with-deadline.ts';
import type { Sql } from '../store/driver/sql.ts';
import { installationId, readPositions } from '../store/log/positions.ts';

export type PeersDeps = {
  /** Of Redis; none: the database is all that nodes share. */
  readonly urls: readonly string[];
  readonly sql: Sql;
  /** The embedded database has one node. */
  readonly isEmbedded: boolean;
  readonly matches: Pick<Matches, 'hear' | 'positions' | 'compare'>;
  readonly feeds: Pick<Feeds, 'stirred' | 'look'>;
  /** Another node has changed tokens, roles or rights. */
  readonly rightsChanged: () => Promise<void>;
  /** Another node has applied a data file. */
  readonly dataChanged: () => Promise<void>;
  /** How long something took from one node to this one, ms by the clocks of both. */
  readonly observeLag: (ms: number) => void;
  readonly timing: Timing;
  readonly relayTiming?: Partial<RelayTiming> | undefined;
  readonly log: Logger;
};

export type Peers = {
  /** Hears of a match or a feed from now on. Resolves when that is certain, if it can be. */
  follow(topic: MatchRef | FeedRef): Promise<void>;
  unfollow(topic: MatchRef | FeedRef): void;
  /** Tells the others where a match stands. */
  tellMoved(message: Moved, match: Match): void;
  /** Tells the others that tokens, roles or rights have changed here. */
  tellRights(): void;
  /** Tells the others that a data file was applied here. */
  tellData(): void;
  /** `none`: without Redis. */
  redis(): 'none' | 'up' | 'away';
  close(): void;
};

export async function openPeers(deps: PeersDeps): Promise<Peers> {
  const { sql, matches, feeds, timing, log } = deps;

  function hear(message: Message, lagMs: number): void {
    deps.observeLag(lagMs);
    switch (message.kind) {
      case 'moved':
        void matches.hear(message);
        return;
      case 'stirred':
        void feeds.stirred(message);
        return;
      case 'rights':
        void deps.rightsChanged();
        return;
      case 'data':
        void deps.dataChanged();
        lookout?.now();
    }
  }

  // What is said while the link is down is never heard: whenever that changes, the database is asked.
  const relay: Relay | null =
    deps.urls.length === 0
      ? null
      : openRelay({
          urls: deps.urls,
          installation: await orUnavailable(installationId(sql)),
          hear,
          changed: () => lookout?.now(),
          log,
          timing: deps.relayTiming ?? {},
        });
  // One node alone moves everything itself; and nobody puts a backup back under an embedded database that runs.
  const lookout: DatabasePoller | null =
    deps.isEmbedded && relay === null
      ? null
      : startDatabasePoller({
          positions: matches.positions,
          readPositions: (refs) => orUnavailable(readPositions(sql, refs)),
          compare: matches.compare,
          feeds: feeds.look,
          isTold: () => relay?.isUp() ?? false,
          timing,
          log,
        });

  return {
    follow: async (topic) => relay?.follow(topic),
    unfollow: (topic) => relay?.unfollow(topic),
    tellMoved(message, match) {
      if (!relay) return;
      relay.tell(message.ref, message);
      const { ref, seq, at, changes } = message;
      const feed = feedOf(match.fixture);
      relay.tell(feed, { kind: 'stirred', feed, ref, seq, at, cause: (changes ?? []).flatMap(({ cause }) => cause) });
    },
    tellRights: () => relay?.tell('all', { kind: 'rights' }),
    tellData: () => relay?.tell('all', { kind: 'data' }),
    redis() {
      if (!relay) return 'none';
      return relay.isUp() ? 'up' : 'away';
    },
    close() {
      lookout?.stop();
      relay?.close();
    },
  };
}
