// The scorebug of a tournament or a club: one line for each running match.
import type { FeedMatch, FeedState, Side } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { sideColors } from '../shared/colors.ts';
import { hasShootout, showsClock } from '../shared/match-status.ts';
import { useTick } from '../shared/tick.ts';
import { shortNames } from './names.ts';
import { breakLabel } from './scorebug.tsx';
import type { OverlayOptions } from './options.ts';
import { ThemeCrest } from './theme-crest.tsx';
import type { Words } from '../shared/words.ts';

/** More lines would cover too much of the video. */
const LINES = 8;

type TickerProps = {
  readonly state: FeedState;
  readonly options: OverlayOptions;
  readonly now: () => number;
  readonly words: Words;
};

export function Ticker({ state, options, now, words }: TickerProps) {
  const live = Object.entries(state.matches).filter(([, { status, away }]) => status === 'live' && away !== undefined);
  if (live.length === 0) return null;
  const lines = live.slice(0, LINES).map(([id, match]) => {
    return { id, match, names: shortNames(match.home, match.away ?? { name: '' }) };
  });
  const all = lines.flatMap(({ names }) => [names.home, names.away]).join('\n');
  return (
    <section class="ticker">
      <ThemeCrest options={options} place="bug" />
      <ol class="ticker-lines" data-testid="ticker">
        {lines.map(({ id, match, names }) => (
          <Line key={id} match={match} names={names} all={all} now={now} words={words} />
        ))}
      </ol>
    </section>
  );
}

type LineProps = {
  readonly match: FeedMatch;
  readonly names: Readonly<Record<Side, string>>;
  /** The names of all lines, one a line. */
  readonly all: string;
  readonly now: () => number;
  readonly words: Words;
};

function Line({ match, names, all, now, words }: LineProps) {
  const status = useTick(() => (showsClock(match) ? shownClock(match.clock, now()).text : breakLabel(match, words)));
  const colors = sideColors(match);
  const { home, away, home_penalties: homeKicks, away_penalties: awayKicks } = match.score;
  return (
    <li class="ticker-line">
      <i class="bug-bar" style={{ '--team': colors.home.color }} />
      <span class="ticker-name" data-names={all}>
        {names.home}
      </span>
      <b class="ticker-score">
        {home ?? 0}–{away ?? 0}
      </b>
      <span class="ticker-name" data-names={all}>
        {names.away}
      </span>
      <i class="bug-bar" style={{ '--team': colors.away.color }} />
      <span class="ticker-clock">
        {status}
        {hasShootout(match) && ` ${homeKicks}–${awayKicks} ${words.pens}`}
      </span>
    </li>
  );
}
