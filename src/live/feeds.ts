// The feeds of clubs and tournaments: score, clock and status of many matches on one channel. A feed follows the matches
// of this node; its sequence is this node's own, so its epoch is new with every loading.
import { randomBytes } from 'node:crypto';
import type { FeedMatch, FeedState } from '../../protocol/wire/board.ts';
import { type FeedRef, gameRef, matchRef, type MatchRef } from '../../protocol/wire/ids.ts';
import { type Match, refOf } from '../match/match.ts';
import { type LiveChannel, openChannel, type Publish, type Step } from './channel.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import type { Stirred } from '../cluster/messages.ts';
import type { Position } from '../store/log/positions.ts';
import { belongsAtFirst, entriesOf, sameEntry, splitFeed } from './feed-entries.ts';
import { feedOf } from '../match/fixture.ts';
import type { Timing } from './timing.ts';

/** How long a load waits for the certainty that nothing of other nodes is missed from then on. */
const FOLLOW_MS = 100;
/** Matches loaded at a time. */
const LOAD_AT_ONCE = 8;

export type FeedsDeps = {
  /** Ids of the games a club's feed may hold; null when there is no such club. */
  readonly feedGames: (clubSlug: string, now: number) => Promise<readonly number[] | null>;
  readonly feedMatches: (tournamentSlug: string) => Promise<readonly number[] | null>;
  /** Of each feed, something that differs when any of its matches moved. */
  readonly readMarks: (refs: readonly FeedRef[]) => Promise<ReadonlyMap<FeedRef, string>>;
  /** Where all matches of a feed stand, those too that it does not show. */
  readonly readPositions: (ref: FeedRef) => Promise<ReadonlyMap<MatchRef, Position>>;
  readonly getMatch: (ref: MatchRef) => Promise<Match | null>;
  /** Hears what other nodes say of a feed's matches from now on, until `unfollow`. */
  readonly follow: (ref: FeedRef) => Promise<void>;
  readonly unfollow: (ref: FeedRef) => void;
  readonly publish: Publish;
  readonly timing: Timing;
  readonly log: Logger;
};

type Held = {
  readonly channel: LiveChannel;
  entries: Readonly<Record<string, FeedMatch>>;
  /** As the store was last seen: what differs from it has to be looked at. */
  mark: string | undefined;
  positions: ReadonlyMap<MatchRef, Position>;
  usedAt: number;
};

export type Feeds = ReturnType<typeof openFeeds>;

export function openFeeds(deps: FeedsDeps) {
  const feeds = new Map<FeedRef, Held>();
  /** Feeds being loaded, each with the matches that moved meanwhile. */
  const loading = new Map<FeedRef, { readonly moved: Map<MatchRef, Match>; readonly done: Promise<Held | null> }>();
  const sweep = setInterval(evict, Math.max(1_000, deps.timing.evictMs / 10)).unref();

  /** The channel of a feed, loaded if needed; null when there is no such club or tournament. */
  async function channel(ref: FeedRef): Promise<LiveChannel | null> {
    const held = feeds.get(ref) ?? (await (loading.get(ref)?.done ?? startLoading(ref)));
    if (held) held.usedAt = Date.now();
    return held?.channel ?? null;
  }

  function startLoading(ref: FeedRef): Promise<Held | null> {
    const moved = new Map<MatchRef, Match>();
    const done = load(ref, moved).finally(() => {
      loading.delete(ref);
      if (!feeds.has(ref)) deps.unfollow(ref);
    });
    loading.set(ref, { moved, done });
    return done;
  }

  async function load(ref: FeedRef, moved: ReadonlyMap<MatchRef, Match>): Promise<Held | null> {
    const [kind, slug] = splitFeed(ref);
    const now = Date.now();
    // Followed first and loaded then: no message falls between the two.
    await Promise.race([deps.follow(ref), new Promise((resolve) => setTimeout(resolve, FOLLOW_MS).unref())]);
    const positions = await deps.readPositions(ref);
    const ids = kind === 'club' ? await deps.feedGames(slug, now) : await deps.feedMatches(slug);
    if (!ids) return null;
    const refs = ids.map((id) => (kind === 'club' ? gameRef(id) : matchRef(id)));
    const loaded = new Map<MatchRef, Match>();
    for (let at = 0; at < refs.length; at += LOAD_AT_ONCE) {
      const some = refs.slice(at, at + LOAD_AT_ONCE);
      for (const [index, match] of (await Promise.all(some.map(deps.getMatch))).entries()) {
        const name = some[index];
        if (match && name && belongsAtFirst(match, now)) loaded.set(name, match);
      }
    }
    let entries: Record<string, FeedMatch> = {};
    for (const [name, match] of new Map([...loaded, ...moved])) entries = { ...entries, ...entriesOf(name, match) };
    const epoch = randomBytes(4).toString('hex');
    const step: Step = { seq: 1, at: now, cause: [], state: { kind, slug, matches: entries } satisfies FeedState };
    const held: Held = {
      channel: openChannel(ref, { epoch, step }, { hashed: false, publish: deps.publish, timing: deps.timing }),
      entries,
      mark: undefined,
      positions,
      usedAt: now,
    };
    feeds.set(ref, held);
    return held;
  }

  /** A match moved: its feed, when somebody uses it, moves too. */
  function moved(match: Match, step: Step): void {
    const ref = feedOf(match.fixture);
    const name = refOf(match);
    loading.get(ref)?.moved.set(name, match);
    const held = feeds.get(ref);
    if (!held) return;
    const before = held.entries;
    const entries = { ...before };
    let changed = false;
    for (const [id, entry] of Object.entries(entriesOf(name, match))) {
      if (before[id] && sameEntry(before[id], entry)) continue;
      entries[id] = entry;
      changed = true;
    }
    if (!changed) return;
    held.entries = entries;
    const [kind, slug] = splitFeed(ref);
    held.channel.advance([
      { seq: held.channel.newest().seq + 1, at: step.at, cause: step.cause, state: { kind, slug, matches: entries } },
    ]);
  }

  /** Another node says that a match of a feed has moved; this one may not hold it. */
  async function stirred({ feed, ref, seq, at, cause }: Stirred): Promise<void> {
    if (!feeds.has(feed) && !loading.has(feed)) return;
    try {
      const match = await deps.getMatch(ref);
      if (match) moved(match, { seq, at, cause, state: match.state });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      deps.log.debug({ err: error, feed, ref }, 'a match of a feed could not be loaded');
    }
  }

  /** Finds in the store what nobody told this node. Never rejects: a store that does not answer is looked into again. */
  async function look(): Promise<void> {
    if (feeds.size === 0) return;
    try {
      const marks = await deps.readMarks([...feeds.keys()]);
      for (const [ref, held] of feeds) {
        if (held.mark !== marks.get(ref)) await lookAt(ref, held, marks.get(ref));
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      deps.log.debug({ err: error }, 'the feeds could not be held against the store');
    }
  }

  async function lookAt(ref: FeedRef, held: Held, mark: string | undefined): Promise<void> {
    const { positions: before } = held;
    const positions = new Map(await deps.readPositions(ref));
    let isOlder = false;
    let isSettled = true;
    for (const [name, position] of positions) {
      const known = before.get(name);
      if (known && known.seq === position.seq && known.at === position.at) continue;
      const match = await deps.getMatch(name);
      if (!match || (!known && !belongsAtFirst(match, Date.now()))) continue;
      // This node holds it further on than the store was: it has just moved, or is about to be found too far.
      if (match.seq > position.seq) {
        isSettled = false;
        if (known) positions.set(name, known);
        continue;
      }
      isOlder ||= known !== undefined && known.seq >= position.seq;
      moved(match, { seq: match.seq, at: position.at, cause: [], state: match.state });
    }
    held.positions = positions;
    if (isSettled) held.mark = mark;
    if (isOlder) restart(held);
  }

  /** The store is older than what was shown: everybody who watches the feed gets it as it is now. */
  function restart({ channel: restarted }: Held): void {
    restarted.restart(randomBytes(4).toString('hex'), { ...restarted.newest(), seq: 1, cause: [] });
  }

  /** The store went back behind what was shown of a match. */
  function wentBack(match: Match): void {
    const held = feeds.get(feedOf(match.fixture));
    if (!held) return;
    // Once is enough: the next look compares with what is shown from now on.
    const positions = new Map(held.positions);
    positions.delete(refOf(match));
    held.positions = positions;
    restart(held);
  }

  function evict(): void {
    const before = Date.now() - deps.timing.evictMs;
    for (const [ref, held] of feeds) {
      if (held.usedAt > before || held.channel.subscribers() > 0) continue;
      drop(ref);
    }
  }

  function drop(ref: FeedRef): void {
    feeds.get(ref)?.channel.stop();
    feeds.delete(ref);
    deps.unfollow(ref);
  }

  return {
    channel,
    moved,
    stirred,
    look,
    wentBack,
    /** After an import: feeds that nobody watches are loaded anew when next asked for, the others looked at. */
    async forget(): Promise<void> {
      for (const [ref, held] of feeds) if (held.channel.subscribers() === 0) drop(ref);
      await look();
    },
    *watched(): Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }> {
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
