// The feeds of clubs and tournaments: score, clock and status of many matches on one channel. A feed follows the matches
// of this node. Its sequence belongs to this node, so each load begins a new epoch.
import { randomBytes } from 'node:crypto';
import type { FeedMatch, FeedState } from '../../protocol/wire/board.ts';
import { EDITED, isEdit } from '../../protocol/wire/edits.ts';
import { type FeedRef, gameRef, matchRef, type MatchRef } from '../../protocol/wire/ids.ts';
import { type Match, refOf } from '../match/match.ts';
import { type ChannelDeps, type LiveChannel, openChannel, type WatchedChannel } from './channel.ts';
import type { Step } from './kept-deltas.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import type { FeedChanged } from '../cluster/messages.ts';
import type { Position } from '../store/log/positions.ts';
import { belongsAtFirst, entriesOf, type FeedEntries, replaceEntries, splitFeed } from './feed-entries.ts';
import { feedOf } from '../match/fixture.ts';
import { evictRegularly, isUnused } from './last-use.ts';
import type { LiveMatch } from './live-match.ts';

/** Edits of matches that change nothing of a feed are told together after this time, ms. */
const EDITS_MS = 50;
/** Matches loaded at a time. */
const LOAD_AT_ONCE = 8;

type FeedsDeps = ChannelDeps & {
  /** Ids of the games a club's feed may hold; null when there is no such club. */
  readonly feedGames: (clubSlug: string, now: number) => Promise<readonly number[] | null>;
  readonly feedMatches: (tournamentSlug: string) => Promise<readonly number[] | null>;
  /** For each feed a text that changes whenever one of its matches changes. */
  readonly readMarks: (refs: readonly FeedRef[]) => Promise<ReadonlyMap<FeedRef, string>>;
  /** The positions of all matches of a feed, including those that it does not show. */
  readonly readPositions: (ref: FeedRef) => Promise<ReadonlyMap<MatchRef, Position>>;
  /** The match, loaded if needed; null for an unknown one. Throws Problem 503. */
  readonly getMatch: (ref: MatchRef) => Promise<Pick<LiveMatch, 'match'> | null>;
  /** Subscribes to the messages of other nodes about a feed's matches, until `unfollow`. */
  readonly follow: (ref: FeedRef) => Promise<void>;
  readonly unfollow: (ref: FeedRef) => void;
  readonly logger: Logger;
};

type LoadedFeed = {
  readonly channel: LiveChannel;
  entries: FeedEntries;
  /** The last text read from the store: a different one means that matches have changed. Null before the first one. */
  mark: string | undefined | null;
  positions: ReadonlyMap<MatchRef, Position>;
  usedAt: number;
  /** Until its screens are told of edits that change nothing of it. */
  telling?: NodeJS.Timeout | undefined;
};

export type Feeds = ReturnType<typeof openFeeds>;

export function openFeeds(deps: FeedsDeps) {
  const feeds = new Map<FeedRef, LoadedFeed>();
  /** Feeds being loaded, each with the matches that have changed since the load began. */
  const loading = new Map<
    FeedRef,
    { readonly moved: Map<MatchRef, Match>; readonly done: Promise<LoadedFeed | null> }
  >();
  const sweep = evictRegularly(evict, deps.timing.evictMs);

  /** The channel of a feed, loaded if needed; null when there is no such club or tournament. */
  async function channel(ref: FeedRef): Promise<LiveChannel | null> {
    const feed = feeds.get(ref) ?? (await (loading.get(ref)?.done ?? startLoading(ref)));
    if (feed) feed.usedAt = performance.now();
    return feed?.channel ?? null;
  }

  function startLoading(ref: FeedRef): Promise<LoadedFeed | null> {
    const moved = new Map<MatchRef, Match>();
    const done = load(ref, moved).finally(() => {
      loading.delete(ref);
      if (!feeds.has(ref)) deps.unfollow(ref);
    });
    loading.set(ref, { moved, done });
    return done;
  }

  async function load(ref: FeedRef, moved: ReadonlyMap<MatchRef, Match>): Promise<LoadedFeed | null> {
    const [kind, slug] = splitFeed(ref);
    const now = Date.now();
    // Follow first, then load, so that no message is missed.
    await deps.follow(ref);
    const positions = await deps.readPositions(ref);
    const ids = kind === 'club' ? await deps.feedGames(slug, now) : await deps.feedMatches(slug);
    if (!ids) return null;
    const refs = ids.map((id) => (kind === 'club' ? gameRef(id) : matchRef(id)));
    const loaded = new Map<MatchRef, Match>();
    for (let at = 0; at < refs.length; at += LOAD_AT_ONCE) {
      const some = refs.slice(at, at + LOAD_AT_ONCE);
      for (const [index, live] of (await Promise.all(some.map(readable))).entries()) {
        const [name, match] = [some[index], live?.match()];
        if (match && name && belongsAtFirst(match, now)) loaded.set(name, match);
      }
    }
    const entries: Record<string, FeedMatch> = {};
    for (const [name, match] of new Map([...loaded, ...moved])) Object.assign(entries, entriesOf(name, match));
    const epoch = randomBytes(4).toString('hex');
    const step: Step = { seq: 1, at: now, cause: [], state: { kind, slug, matches: entries } satisfies FeedState };
    const loadedFeed: LoadedFeed = {
      channel: openChannel(ref, { epoch, step }, deps, { hashed: false }),
      entries,
      mark: null,
      positions,
      usedAt: performance.now(),
    };
    feeds.set(ref, loadedFeed);
    return loadedFeed;
  }

  /** Null also for a match that cannot be read: it must not hold up the others. Throws Problem 503. */
  async function readable(ref: MatchRef): ReturnType<FeedsDeps['getMatch']> {
    try {
      return await deps.getMatch(ref);
    } catch (error) {
      if (error instanceof Problem) throw error;
      deps.logger.error({ err: error, ref }, 'a match could not be read: its feed leaves it out');
      return null;
    }
  }

  /** After an accepted change of a match: updates its feed, if it is in memory. */
  function moved(match: Match, step: Step): void {
    const ref = feedOf(match.fixture);
    const name = refOf(match);
    loading.get(ref)?.moved.set(name, match);
    const feed = feeds.get(ref);
    if (!feed) return;
    const before = feed.entries;
    show(ref, feed, replaceEntries(before, new Set([name]), entriesOf(name, match)), step);
    if (feed.entries === before && isEdit(step.cause)) tellEdits(feed);
  }

  /** The schedule may have changed, which is not in the feed: its delta changes nothing. */
  function tellEdits(feed: LoadedFeed): void {
    feed.telling ??= setTimeout(() => {
      feed.telling = undefined;
      const { seq, state } = feed.channel.newest();
      feed.channel.advance([{ seq: seq + 1, at: Date.now(), cause: EDITED, state }]);
    }, EDITS_MS).unref();
  }

  /** Shows the entries, if they are others than before. */
  function show(ref: FeedRef, feed: LoadedFeed, matches: FeedEntries, { at, cause }: Pick<Step, 'at' | 'cause'>): void {
    if (matches === feed.entries) return;
    feed.entries = matches;
    const [kind, slug] = splitFeed(ref);
    feed.channel.advance([{ seq: feed.channel.newest().seq + 1, at, cause, state: { kind, slug, matches } }]);
  }

  /** Handles a message that a match of a feed has changed on another node. This node may not have the match in memory. */
  async function feedChanged({ feed, ref, seq, at, cause }: FeedChanged): Promise<void> {
    if (!feeds.has(feed) && !loading.has(feed)) return;
    try {
      const live = await readable(ref);
      // Its state of now: it may have moved while the answer was on its way.
      const match = live?.match();
      if (match) moved(match, { seq, at, cause, state: match.state });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      deps.logger.debug({ err: error, feed, ref }, 'a match of a feed could not be loaded');
    }
  }

  /** Finds changes in the store that no message announced, for `cause`. Never rejects: the next call asks the store again. */
  async function compareAll(cause: Step['cause'] = []): Promise<void> {
    if (feeds.size === 0) return;
    try {
      const marks = await deps.readMarks([...feeds.keys()]);
      for (const [ref, feed] of feeds) {
        if (feed.mark !== marks.get(ref)) await compare(ref, feed, marks.get(ref), cause);
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      deps.logger.debug({ err: error }, 'the feeds could not be compared with the store');
    }
  }

  async function compare(
    ref: FeedRef,
    feed: LoadedFeed,
    mark: string | undefined,
    ofKnown: Step['cause'],
  ): Promise<void> {
    const { positions: before, entries: shown } = feed;
    const positions = new Map(await deps.readPositions(ref));
    const stored = new Set<string>(positions.keys());
    const deleted = Object.values(shown).flatMap(({ channel: name }) => (stored.has(name) ? [] : [name]));
    show(ref, feed, replaceEntries(feed.entries, new Set(deleted), {}), { at: Date.now(), cause: EDITED });
    let isOlder = false;
    let isSettled = true;
    for (const [name, position] of positions) {
      const known = before.get(name);
      if (known && known.seq === position.seq && known.at === position.at) continue;
      const match = (await readable(name))?.match();
      if (!match || (!known && !belongsAtFirst(match, Date.now()))) continue;
      // The match in memory is newer than the stored position: it has just changed, or the store went back and this is not
      // detected yet.
      if (match.seq > position.seq) {
        isSettled = false;
        if (known) positions.set(name, known);
        continue;
      }
      isOlder ||= known !== undefined && feed.positions.has(name) && known.seq >= position.seq;
      // A match that is new has no commit, and so no time. Pages read their facts again for it, and for one that is deleted.
      const cause = known ? ofKnown : EDITED;
      moved(match, { seq: match.seq, at: position.at || Date.now(), cause, state: match.state });
    }
    // After a match that went back meanwhile, all subscribers have the current feed already.
    for (const name of before.keys()) if (!feed.positions.has(name)) positions.delete(name);
    feed.positions = positions;
    if (isSettled) feed.mark = mark;
    if (isOlder) restart(feed);
  }

  /** The store is older than the shown state: all subscribers get the current feed. */
  function restart({ channel: restarted }: LoadedFeed): void {
    restarted.restart(randomBytes(4).toString('hex'), { ...restarted.newest(), seq: 1, cause: [] });
  }

  /** Handles a match whose stored state is older than the shown one. */
  function wentBack(match: Match): void {
    const feed = feeds.get(feedOf(match.fixture));
    if (!feed) return;
    // Once is enough: the next comparison starts from the state that is shown now.
    const positions = new Map(feed.positions);
    positions.delete(refOf(match));
    feed.positions = positions;
    restart(feed);
  }

  function evict(): void {
    for (const [ref, feed] of feeds) {
      if (isUnused(feed, feed.channel.subscribers() > 0, deps.timing.evictMs)) drop(ref);
    }
  }

  function drop(ref: FeedRef): void {
    const feed = feeds.get(ref);
    clearTimeout(feed?.telling);
    feed?.channel.stop();
    feeds.delete(ref);
    deps.unfollow(ref);
  }

  return {
    channel,
    moved,
    feedChanged,
    compareAll: (): Promise<void> => compareAll(),
    wentBack,
    /** After an import: feeds without subscribers are loaded again when they are asked for, the others are compared. */
    async forget(): Promise<void> {
      for (const [ref, feed] of feeds) if (feed.channel.subscribers() === 0) drop(ref);
      // A feed that is being loaded may have read the matches before the import.
      await Promise.allSettled([...loading.values()].map(({ done }) => done));
      await compareAll(EDITED);
    },
    *watched(): Iterable<WatchedChannel> {
      for (const { channel: watched, entries } of feeds.values()) {
        if (watched.subscribers() === 0) continue;
        yield { channel: watched, isLive: Object.values(entries).some((entry) => entry.status === 'live') };
      }
    },
    close(): void {
      clearInterval(sweep);
      for (const ref of [...feeds.keys()]) drop(ref);
    },
  };
}
