// The entries of a feed, and which matches it contains.
import type { Board, FeedMatch } from '../../protocol/wire/board.ts';
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import type { Match } from '../match/match.ts';
import { isCompleted, pastFrom } from '../match/past-games.ts';
import { shareStructure } from '../match/structural-sharing.ts';

const DAY_MS = 86_400_000;

/** The kind and the slug in a feed's name. */
export function splitFeed(ref: FeedRef): readonly ['club' | 'tournament', string] {
  const colon = ref.indexOf(':');
  return [ref.startsWith('club:') ? 'club' : 'tournament', ref.slice(colon + 1)];
}

/** The part of each pairing that a feed shows. Unchanged parts are the same objects as in the match's state. */
export function entriesOf(channel: MatchRef, match: Match): Record<string, FeedMatch> {
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

/** Whether the feed shows the same for both: a match that was loaded again, or woke, has other objects. */
const sameEntry = (a: FeedMatch, b: FeedMatch): boolean => shareStructure(a, b) === a;

export type FeedEntries = Readonly<Record<string, FeedMatch>>;

/** The entries of a feed after a change: those of `channels` are now `own`. The same object when the feed shows the same. */
export function replaceEntries(entries: FeedEntries, channels: ReadonlySet<string>, own: FeedEntries): FeedEntries {
  const isGone = (id: string): boolean => own[id] === undefined && channels.has(entries[id]?.channel ?? '');
  const news = Object.entries(own).filter(([id, entry]) => !entries[id] || !sameEntry(entries[id], entry));
  const isShorter = Object.keys(entries).some(isGone);
  if (news.length === 0 && !isShorter) return entries;
  const kept = isShorter ? Object.entries(entries).filter(([id]) => !isGone(id)) : null;
  return { ...(kept === null ? entries : Object.fromEntries(kept)), ...Object.fromEntries(news) };
}

/**
 * A tournament's feed holds all its matches; a club's those of its upcoming list (rule READ-3) and those completed in
 * the last 24 hours.
 */
export function belongsAtFirst(match: Match, now: number): boolean {
  if (match.fixture.kind === 'match') return true;
  const from = pastFrom(match, match.lastMarkerAt);
  if (from > now) return true;
  if (!isCompleted(match)) return from === match.fixture.kickOff && from > now - DAY_MS;
  const ends = Object.values<Board>(match.state.matches).map((board) => board.clock.as_of ?? 0);
  return Math.max(...ends) > now - DAY_MS;
}
