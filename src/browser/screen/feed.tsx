// A club's or a tournament's matches. Running matches form a grid, and the others alternate on a line below. When no
// match is running, all of them form a list.
import type { FeedMatch, FeedState, MatchStatus } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { useFit } from '../shared/fit-text.ts';
import { hasShootout, readableSlug, matchStatusLabel } from '../shared/match-status.ts';
import { useTick } from '../shared/tick.ts';
import type { Words } from '../shared/words.ts';
import { MatchBoard } from './board.tsx';
import { Tiles } from './grid.tsx';
import { Heading } from './heading.tsx';
import { ENTRIES } from './scene.ts';
import { useSettings } from './settings.ts';
import { Notice } from './connection-status.tsx';

type FeedProps = { readonly state: FeedState; readonly facts: Facts; readonly now: () => number };

const ORDER: Readonly<Record<MatchStatus, number>> = {
  live: 0,
  completed: 1,
  awarded: 2,
  scheduled: 3,
  abandoned: 4,
  postponed: 5,
  cancelled: 6,
};

/** The largest number of readable tiles. With more matches, the tiles take turns. */
const TILES_MAX = 12;
const PAGE_MS = 10_000;

export function Feed({ state, facts, now }: FeedProps) {
  const { words } = useSettings();
  const heading = facts.competition ?? readableSlug(state.slug);
  const matches = Object.entries(state.matches).sort(([, a], [, b]) => ORDER[a.status] - ORDER[b.status]);
  const live = matches.filter(([, { status }]) => status === 'live');
  if (matches.length === 0) return <Notice title={heading} lines={[words.noMatches]} />;
  if (live.length === 0) return <MatchList heading={heading} matches={matches} now={now} />;
  const others = matches.slice(live.length);
  return (
    <main class="grid">
      <Heading text={heading} />
      <LiveTiles live={live} now={now} />
      {others.length > 0 && <Ticker matches={others.map(([, match]) => match)} now={now} />}
    </main>
  );
}

type Listed = readonly (readonly [string, FeedMatch])[];

/** The part of `matches` to show now: all of them, or pages that take turns. */
function usePage(matches: Listed, size: number, now: () => number): Listed {
  const page = useTick(() => Math.floor(now() / PAGE_MS) % Math.ceil(matches.length / size));
  return matches.slice(page * size, (page + 1) * size);
}

function LiveTiles({ live, now }: { live: Listed; now: () => number }) {
  const shown = usePage(live, TILES_MAX, now);
  return (
    <Tiles count={shown.length}>
      {shown.map(([id, match]) => (
        <div class="tile" key={id} data-match={id}>
          <MatchBoard board={match} entries={null} heading={null} slides={[ENTRIES]} kickOff={null} now={now} />
        </div>
      ))}
    </Tiles>
  );
}

/** The matches that are not running, one at a time. */
function Ticker({ matches, now }: { matches: readonly FeedMatch[]; now: () => number }) {
  const { words } = useSettings();
  const index = useTick(() => Math.floor(now() / (PAGE_MS / 2)) % matches.length);
  const match = matches[index];
  const ref = useFit<HTMLParagraphElement>(match?.title ?? '');
  if (!match) return null;
  return (
    <p class="ticker" data-testid="ticker" dir="auto" ref={ref}>
      {match.home.name} <b>{resultOf(match, words)}</b> {match.away?.name ?? words.bye}
      <small> · {matchStatusLabel(match, words)}</small>
    </p>
  );
}

/** The number of rows that fits on any screen. With more matches, the rows take turns. */
const ROWS_MAX = 8;

function MatchList({ heading, matches, now }: { heading: string; matches: Listed; now: () => number }) {
  const { words } = useSettings();
  const shown = usePage(matches, ROWS_MAX, now);
  return (
    <main class="list">
      <Heading text={heading} />
      <ol class="rows">
        {shown.map(([key, match]) => (
          <li class="row" key={key} data-status={match.status}>
            <bdi class="side home">{match.home.name}</bdi>
            <span class="result">
              <span class="points">{resultOf(match, words)}</span>
              <span class="when">{matchStatusLabel(match, words)}</span>
            </span>
            <bdi class="side away">{match.away?.name ?? words.bye}</bdi>
          </li>
        ))}
      </ol>
      <Ticker matches={matches.map(([, match]) => match)} now={now} />
    </main>
  );
}

/** `2–1`, `2–2 (4–3 pens)`, `v`. */
function resultOf(match: FeedMatch, words: Words): string {
  const { home, away, home_penalties: homeKicks, away_penalties: awayKicks } = match.score;
  if (home === undefined || away === undefined) return words.versus;
  return hasShootout(match) ? `${home}–${away} (${homeKicks}–${awayKicks})` : `${home}–${away}`;
}
