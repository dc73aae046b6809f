// A club's or a tournament's matches. Running matches form a grid, and the others alternate on a line below. When no
// match is running, all of them form a list.
import type { FeedMatch, FeedState, MatchStatus } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { dateOf, timeOf } from '../shared/kick-off.ts';
import { useFit } from '../shared/fit-text.ts';
import { hasShootout, readableSlug, matchStatusLabel } from '../shared/match-status.ts';
import { useTick } from '../shared/tick.ts';
import type { Words } from '../shared/words.ts';
import { MatchBoard } from './board.tsx';
import { Tiles } from './grid.tsx';
import { Heading } from './heading.tsx';
import type { MatchShows } from './match-shows.ts';
import { ENTRIES } from './scene.ts';
import { useSettings } from './settings.ts';
import { ShowView } from './show.tsx';
import { Notice } from './connection-status.tsx';

type FeedProps = {
  readonly state: FeedState;
  readonly facts: Facts;
  readonly showOf: MatchShows['current'];
  readonly now: () => number;
};

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

export function Feed({ state, facts, showOf, now }: FeedProps) {
  const { words } = useSettings();
  const heading = facts.competition ?? readableSlug(state.slug);
  const matches = Object.entries(state.matches)
    .map(([id, match]): ListedMatch => ({ id, match, kickOff: facts.kick_offs[id] ?? null }))
    .sort((a, b) => ORDER[a.match.status] - ORDER[b.match.status] || soonerFirst(a, b));
  const live = matches.filter(({ match }) => match.status === 'live');
  if (matches.length === 0) return <Notice title={heading} lines={[words.noMatches]} />;
  if (live.length === 0) return <MatchList heading={heading} matches={matches} now={now} />;
  const others = matches.slice(live.length);
  return (
    <main class="grid">
      <Heading text={heading} />
      <LiveTiles live={live} showOf={showOf} now={now} />
      {others.length > 0 && <Ticker matches={others} now={now} />}
    </main>
  );
}

type ListedMatch = {
  readonly id: string;
  readonly match: FeedMatch;
  /** ms since 1970; null when unknown. */
  readonly kickOff: number | null;
};
type Listed = readonly ListedMatch[];

/** Only matches to come are listed by time; the others keep the order of the feed. */
const soonerFirst = (a: ListedMatch, b: ListedMatch): number =>
  a.match.status === 'scheduled' ? (a.kickOff ?? LATEST) - (b.kickOff ?? LATEST) : 0;
const LATEST = Number.MAX_SAFE_INTEGER;

/** The part of `matches` to show now: all of them, or pages that take turns. */
function usePage(matches: Listed, size: number, now: () => number): Listed {
  const page = useTick(() => Math.floor(now() / PAGE_MS) % Math.ceil(matches.length / size));
  return matches.slice(page * size, (page + 1) * size);
}

type TilesProps = Pick<FeedProps, 'showOf' | 'now'> & { readonly live: Listed };

function LiveTiles({ live, showOf, now }: TilesProps) {
  // A goal comes to the front for as long as it is shown, also from a page that is not in view.
  const isNews = ({ id }: ListedMatch): boolean => showOf(id) !== null;
  const ordered = [...live.filter(isNews), ...live.filter((listed) => !isNews(listed))];
  const page = usePage(ordered, TILES_MAX, now);
  const news = ordered.filter(isNews);
  const shown = [...news, ...page.filter((listed) => !isNews(listed))].slice(0, Math.max(page.length, news.length));
  return (
    <Tiles count={shown.length}>
      {shown.map(({ id, match }) => (
        <div class="tile" key={id} data-match={id}>
          <MatchBoard board={match} entries={null} heading={null} slides={[ENTRIES]} kickOff={null} now={now} />
          <ShowView show={showOf(id)} match={match} />
        </div>
      ))}
    </Tiles>
  );
}

/** The matches that are not running, one at a time. */
function Ticker({ matches, now }: { matches: Listed; now: () => number }) {
  const { words, lang } = useSettings();
  const index = useTick(() => Math.floor(now() / (PAGE_MS / 2)) % matches.length);
  const listed = matches[index];
  const ref = useFit<HTMLParagraphElement>(listed?.match.title ?? '');
  if (!listed) return null;
  const { match } = listed;
  return (
    <p class="ticker" data-testid="ticker" dir="auto" ref={ref}>
      {match.home.name} <b>{resultOf(match, words)}</b> {match.away?.name ?? words.bye}
      <small> · {whenOf(listed, { now: now(), words, lang })}</small>
    </p>
  );
}

/** The number of rows that fits on any screen. With more matches, the rows take turns. */
const ROWS_MAX = 8;

function MatchList({ heading, matches, now }: { heading: string; matches: Listed; now: () => number }) {
  const { words, lang } = useSettings();
  const shown = usePage(matches, ROWS_MAX, now);
  return (
    <main class="list">
      <Heading text={heading} />
      <ol class="rows">
        {shown.map((listed) => (
          <li class="row" key={listed.id} data-status={listed.match.status}>
            <bdi class="side home">{listed.match.home.name}</bdi>
            <span class="result">
              <span class="points">{resultOf(listed.match, words)}</span>
              <span class="when">{whenOf(listed, { now: now(), words, lang })}</span>
            </span>
            <bdi class="side away">{listed.match.away?.name ?? words.bye}</bdi>
          </li>
        ))}
      </ol>
      <Ticker matches={matches} now={now} />
    </main>
  );
}

/** The status of a match; of a match to come, its kick-off. */
const whenOf = (
  { match, kickOff }: ListedMatch,
  { now, words, lang }: { readonly now: number; readonly words: Words; readonly lang: string },
): string =>
  match.status === 'scheduled' && kickOff !== null
    ? [timeOf(kickOff, lang), dateOf(kickOff, now, lang)].filter((part) => part !== null).join(' · ')
    : matchStatusLabel(match, words);

/** `2–1`, `2–2 (4–3 pens)`, `v`. */
function resultOf(match: FeedMatch, words: Words): string {
  const { home, away, home_penalties: homeKicks, away_penalties: awayKicks } = match.score;
  if (home === undefined || away === undefined) return words.versus;
  return hasShootout(match) ? `${home}–${away} (${homeKicks}–${awayKicks})` : `${home}–${away}`;
}
