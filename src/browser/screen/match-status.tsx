// The match's status: the clock and the period, the countdown to kick-off, the shootout.
import type { Board, FeedMatch } from '../../../protocol/wire/board.ts';
import { minutesAndSeconds, shownClock } from '../../../protocol/wire/clock.ts';
import { dateOf, timeOf } from '../shared/kick-off.ts';
import { hasShootout, isPaused, showsClock, matchStatusLabel } from '../shared/match-status.ts';
import { useTick } from '../shared/tick.ts';
import type { Words } from '../shared/words.ts';
import { sceneOf } from './scene.ts';
import { useSettings } from './settings.ts';
import { saysSuddenDeath, Tally } from './shootout.tsx';

export type MatchStatusLineProps = {
  readonly board: Board | FeedMatch;
  /** Scheduled kick-off, ms since 1970; null when unknown. */
  readonly kickOff: number | null;
  /** Time zone of its place; null when it is unknown. */
  readonly zone?: string | null;
  /** The match has one half. */
  readonly isOneHalf?: boolean;
  /** The announced added time, minutes; null if none is on air. */
  readonly announced?: number | null;
  /** The time to show, ms since 1970. */
  readonly now: () => number;
};

export function MatchStatusLine(props: MatchStatusLineProps) {
  const { board, kickOff, zone = null, isOneHalf = false, announced = null, now } = props;
  const { words } = useSettings();
  // With a score it has begun without a `Start`, and is perhaps over (rule PUBLIC-8).
  const isUnknown = board.status === 'scheduled' && board.score.home !== undefined;
  if (board.status === 'scheduled' && !isUnknown && kickOff !== null) {
    return (
      <div class="match-status">
        <KickOff at={kickOff} zone={zone} now={now} />
      </div>
    );
  }
  const winner = winnerOnPenalties(board, words);
  return (
    <div class={winner === null ? 'match-status' : 'match-status won'}>
      {showsClock(board) && <RunningClock board={board} now={now} />}
      {announced !== null && showsClock(board) && (
        <p
          class="announced"
          dir="ltr"
          data-testid="announced"
          role="img"
          aria-label={`${words.addedTime}: ${announced}`}
        >
          +{announced}
        </p>
      )}
      {!isUnknown && (
        <p class={showsClock(board) ? 'period' : 'period alone'} data-testid="period">
          {matchStatusLabel(board, words, isOneHalf)}
          {isPaused(board) && ` · ${words.stopped}`}
        </p>
      )}
      {winner !== null && <p class="winner">{winner}</p>}
      {'shootout' in board && saysSuddenDeath(board) && <p class="sudden-death">{words.suddenDeath}</p>}
      {'shootout' in board && sceneOf(board) !== 'play' && hasShootout(board) && <Tally board={board} />}
      {!('shootout' in board) && hasShootout(board) && (
        <p class="tally">
          {board.score.home_penalties}
          <span class="dash">–</span>
          {board.score.away_penalties}
          <small> {words.pens}</small>
        </p>
      )}
    </div>
  );
}

/** `Riverside win 7–6 on penalties`; null when penalties have not decided the match. */
function winnerOnPenalties(board: Board | FeedMatch, words: Words): string | null {
  const { home_penalties: home = 0, away_penalties: away = 0 } = board.score;
  if (sceneOf(board) !== 'after' || board.status !== 'completed' || home === away) return null;
  const team = home > away ? board.home.name : (board.away?.name ?? '');
  return words.winOnPenalties(team, `${Math.max(home, away)}–${Math.min(home, away)}`);
}

/** Length of `90:00 +2:13`; longer texts are drawn smaller. */
const LONG_CLOCK = 11;

function RunningClock({ board, now }: Pick<MatchStatusLineProps, 'board' | 'now'>) {
  const text = useTick(() => shownClock(board.clock, now()).text);
  const [base, added] = text.split(' ');
  const classes = [
    'clock',
    ...(added === undefined ? [] : ['added-time']),
    ...(text.length > LONG_CLOCK ? ['long'] : []),
    ...(isPaused(board) ? ['stopped'] : []),
  ];
  return (
    <p class={classes.join(' ')} data-testid="clock" role="timer">
      {base}
      {added !== undefined && <span class="added"> {added}</span>}
    </p>
  );
}

/** The countdown starts this long before kick-off, ms. */
const COUNTED_MS = 3_600_000;
/** Kick-offs are often late, so the announcement stays this long after the scheduled time, ms. */
const SOON_MS = 1_800_000;

function KickOff({ at, zone, now }: { at: number; zone: string | null; now: () => number }) {
  const { words, lang } = useSettings();
  const seconds = useTick(() => Math.ceil((at - now()) / 1_000));
  const leftMs = seconds * 1_000;
  if (leftMs <= 0) {
    return (
      <p class="period alone" data-testid="period">
        {leftMs > -SOON_MS ? words.kickOffSoon : words.periods.not_started}
      </p>
    );
  }
  const isCounted = leftMs <= COUNTED_MS;
  const date = dateOf(at, at - leftMs, lang, zone);
  return (
    <>
      <p class="clock" data-testid="countdown" role="timer">
        {isCounted ? minutesAndSeconds(seconds, 2) : timeOf(at, lang, zone)}
      </p>
      <p class="period" data-testid="period">
        {isCounted ? words.kickOffIn : words.kickOffAt}
        {date !== null && ` · ${date}`}
      </p>
    </>
  );
}
