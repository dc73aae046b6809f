// The board that the screens show, with a mark where this phone is ahead of them.
import { useEffect, useState } from 'preact/hooks';
import type { Board, Side } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import type { Pairing } from './fixture.ts';
import { PERIOD_LABELS } from './marker-words.ts';

type ScoreboardProps = {
  readonly board: Board;
  readonly pairing: Pairing;
  /** The score includes entries that the server does not have yet. */
  readonly isAhead: boolean;
  readonly now: () => number;
};

const STATUS_LABELS: Readonly<Partial<Record<Board['status'], string>>> = {
  postponed: 'Postponed',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
  awarded: 'Awarded',
};
/** Longer names use a smaller font. */
const LONG_NAME = 22;
/** Updates four times a second. */
const LOOK_EVERY_MS = 250;

export function Scoreboard({ board, pairing, isAhead, now }: ScoreboardProps) {
  const { score, status, period } = board;
  const hasKicks = score.home_penalties !== undefined && score.away_penalties !== undefined;
  return (
    <section class="scoreboard" aria-label="Score">
      <TeamLine side="home" board={board} pairing={pairing} />
      <div class={isAhead ? 'score ahead' : 'score'} data-testid="score">
        <span>{score.home ?? '–'}</span>
        <span class="colon">:</span>
        <span>{score.away ?? '–'}</span>
      </div>
      <TeamLine side="away" board={board} pairing={pairing} />
      <div class="standing">
        <ClockText board={board} now={now} />
        <span data-testid="period">
          {STATUS_LABELS[status] ?? PERIOD_LABELS[period]}
          {status === 'live' && !board.clock.running && period.endsWith('half') && ' · stopped'}
        </span>
        {hasKicks && (
          <span data-testid="kicks">
            {score.home_penalties} : {score.away_penalties} on penalties
          </span>
        )}
        {isAhead && <span class="ahead-note">not sent yet</span>}
      </div>
    </section>
  );
}

function ClockText({ board, now }: Pick<ScoreboardProps, 'board' | 'now'>) {
  const text = shownClock(board.clock, now()).text;
  const [, redraw] = useState(text);
  useEffect(() => {
    const timer = setInterval(() => redraw(shownClock(board.clock, now()).text), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [board.clock]);
  return (
    <span class="clock" role="timer" data-testid="clock">
      {text}
    </span>
  );
}

function TeamLine({ side, board, pairing }: { side: Side; board: Board; pairing: Pairing }) {
  const { yellow, red } = board.cards[side];
  const name = pairing[side]?.name ?? 'Bye';
  return (
    <div class={`team-line ${side}`}>
      <span class={name.length > LONG_NAME ? 'team-name long' : 'team-name'} dir="auto">
        {name}
      </span>
      <span class="card-counts">
        {yellow > 0 && (
          <span class="card yellow" role="img" aria-label={`${yellow} yellow`}>
            {yellow}
          </span>
        )}
        {red > 0 && (
          <span class="card red" role="img" aria-label={`${red} red`}>
            {red}
          </span>
        )}
      </span>
    </div>
  );
}
