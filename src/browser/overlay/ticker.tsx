// The scorebug of a tournament or a club: one line for each running match.
import type { FeedMatch, FeedState } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { sideColors } from '../shared/colors.ts';
import { hasShootout, showsClock } from '../shared/match-status.ts';
import { useTick } from '../shared/tick.ts';
import { shortNames } from './names.ts';
import { breakLabel } from './scorebug.tsx';
import type { Words } from '../shared/words.ts';

/** More lines would cover too much of the video. */
const LINES = 8;

export function Ticker({ state, now, words }: { state: FeedState; now: () => number; words: Words }) {
  const live = Object.entries(state.matches).filter(([, { status, away }]) => status === 'live' && away !== undefined);
  if (live.length === 0) return null;
  return (
    <ol class="ticker" data-testid="ticker">
      {live.slice(0, LINES).map(([id, match]) => (
        <Line key={id} match={match} now={now} words={words} />
      ))}
    </ol>
  );
}

function Line({ match, now, words }: { match: FeedMatch; now: () => number; words: Words }) {
  const status = useTick(() => (showsClock(match) ? shownClock(match.clock, now()).text : breakLabel(match, words)));
  const colors = sideColors(match);
  const names = shortNames(match.home, match.away ?? { name: '' });
  const { home, away, home_penalties: homeKicks, away_penalties: awayKicks } = match.score;
  return (
    <li class="ticker-line">
      <i class="bug-bar" style={{ '--team': colors.home.color }} />
      <span class="ticker-name">{names.home}</span>
      <b class="ticker-score">
        {home ?? 0}–{away ?? 0}
      </b>
      <span class="ticker-name">{names.away}</span>
      <i class="bug-bar" style={{ '--team': colors.away.color }} />
      <span class="ticker-clock">
        {status}
        {hasShootout(match) && ` ${homeKicks}–${awayKicks} ${words.pens}`}
      </span>
    </li>
  );
}
