// The feeds of clubs and tournaments: score, clock and status of many matches on one channel. A feed follows the matches
// of this node; its sequence is this node's own, so its epoch is new with every loading.
import { randomBytes } from 'node:crypto';
import type { Board, FeedMatch, FeedState } from '../../protocol/board.ts';
import { type FeedRef, gameRef, matchRef, type MatchRef } from '../../protocol/ids.ts';
import type { Match } from '../match/match.ts';
import { isCompleted, lastMarkerOf, pastFrom } from '../match/past.ts';
import { type LiveChannel, openChannel, type Publish, type Step } from './channel.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import type { Stirred } from '../relay/message.ts';
import type { Fixture } from '../match/fixture.ts';
import type { Timing } from './timing.ts';

const DAY_MS = 86_400_000;
/** How long a load waits for the certainty that nothing of other nodes is missed from then on. */
const FOLLOW_MS = 100;
/** Matches loaded at a time. */
const LOAD_AT_ONCE = 8;

export type FeedsDeps = {
  /** Ids of the games a club's feed may hold; null when there is no such club. */
  readonly feedGames: (clubSlug: string, now: number) => Promise<readonly number[] | null>;
  readonly feedMatches: (tournamentSlug: string) => Promise<readonly number[] | null>;
  readonly getMatch: (ref: MatchRef) => Promise<Match | null>;
  /** Hears what other nodes say of a feed's matches from now on, until `unfollow`. */
  readonly follow: (ref: FeedRef) => Promise<void>;
  readonly unfollow: (ref: FeedRef) => void;
  readonly publish: Publish;
  readonly timing: Timing;
  readonly log: Log;
};

type Held = { readonly channel: LiveChannel; entries: Readonly<Record<string, FeedMatch>>; usedAt: number };

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
      usedAt: now,
    };
    feeds.set(ref, held);
    return held;
  }

  /** A match moved: its feed, when somebody uses it, moves too. */
  function moved(match: Match, step: Step): void {
    const ref = feedOf(match.fixture);
    const name = match.fixture.kind === 'game' ? gameRef(match.fixture.id) : matchRef(match.fixture.id);
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
    /** After an import: feeds that nobody watches are loaded anew when next asked for. */
    forget(): void {
      for (const [ref, held] of feeds) if (held.channel.subscribers() === 0) drop(ref);
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

/** The feed that a match is in. */
export const feedOf = (fixture: Fixture): FeedRef =>
  fixture.kind === 'game' ? `club:${fixture.clubSlug}` : `tournament:${fixture.tournament.slug}`;

function splitFeed(ref: FeedRef): readonly ['club' | 'tournament', string] {
  const colon = ref.indexOf(':');
  return [ref.startsWith('club:') ? 'club' : 'tournament', ref.slice(colon + 1)];
}

/** What a feed shows of each pairing; parts keep their identity from the match's own state. */
function entriesOf(channel: MatchRef, match: Match): Record<string, FeedMatch> {
  const { title } = match.state;
  return Object.fromEntries(
    Object.entries<Board>(match.state.matches).map(([id, board]): [string, FeedMatch] => [
      id,
      {
        channel,
        title,
        home: board.home,
        ...(board.away === undefined ? {} : { away: board.away }),
        status: board.status,
        period: board.period,
        clock: board.clock,
        score: board.score,
      },
    ]),
  );
}

const sameEntry = (a: FeedMatch, b: FeedMatch): boolean =>
  a.title === b.title &&
  a.home === b.home &&
  a.away === b.away &&
  a.status === b.status &&
  a.period === b.period &&
  a.clock === b.clock &&
  sameScore(a, b);

const sameScore = ({ score: a }: FeedMatch, { score: b }: FeedMatch): boolean =>
  a === b ||
  (a.home === b.home &&
    a.away === b.away &&
    a.home_penalties === b.home_penalties &&
    a.away_penalties === b.away_penalties);

/**
 * A tournament's feed holds all its matches; a club's those of its upcoming list (decision 23) and those completed in
 * the last 24 hours.
 */
function belongsAtFirst(match: Match, now: number): boolean {
  if (match.fixture.kind === 'match') return true;
  const from = pastFrom(match, lastMarkerOf(match));
  if (from > now) return true;
  if (!isCompleted(match)) return from === match.fixture.kickOff && from > now - DAY_MS;
  const ends = Object.values<Board>(match.state.matches).map((board) => board.clock.as_of ?? 0);
  return Math.max(...ends) > now - DAY_MS;
}
