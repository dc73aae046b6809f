// The board that the screens show, with a mark where this phone is ahead of them.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { statusWords, words } from './console-words.ts';
import type { Pairing } from './fixture.ts';
import { nameText } from './name-text.tsx';
import { hasShootout, isPaused, matchStatusLabel, showsClock } from '../shared/match-status.ts';
import { useTick } from '../shared/tick.ts';

type ScoreboardProps = {
  readonly board: Board;
  readonly pairing: Pairing;
  /** The score includes entries that the server does not have yet. */
  readonly isAhead: boolean;
  readonly isOneHalf: boolean;
  readonly now: () => number;
  readonly onSetClock: () => void;
};

/** Longer names use a smaller font. */
const LONG_NAME = 22;

export function Scoreboard({ board, pairing, isAhead, isOneHalf, now, onSetClock }: ScoreboardProps) {
  const { score } = board;
  return (
    <section class="scoreboard" aria-label={words.score}>
      <TeamLine side="home" board={board} pairing={pairing} />
      <div class={isAhead ? 'score ahead' : 'score'} data-testid="score">
        <span>{score.home}</span>
        <span>–</span>
        <span>{score.away}</span>
      </div>
      <TeamLine side="away" board={board} pairing={pairing} />
      <div class="match-status">
        {showsClock(board) ? (
          <button class="clock-button" aria-description={words.setClock} onClick={onSetClock}>
            <ClockText board={board} now={now} /> <span aria-hidden="true">✎</span>
          </button>
        ) : (
          <ClockText board={board} now={now} />
        )}
        <span data-testid="period">
          {matchStatusLabel(board, statusWords, isOneHalf)}
          {isPaused(board) && ` · ${statusWords.stopped}`}
        </span>
        {hasShootout(board) && (
          <span data-testid="kicks">{words.onPenalties(score.home_penalties ?? 0, score.away_penalties ?? 0)}</span>
        )}
        {isAhead && <span class="ahead-note">{words.notSent}</span>}
      </div>
    </section>
  );
}

function ClockText({ board, now }: Pick<ScoreboardProps, 'board' | 'now'>) {
  const text = useTick(() => shownClock(board.clock, now()).text);
  return (
    <span class="clock" role="timer" dir="ltr" data-testid="clock">
      {text}
    </span>
  );
}

function TeamLine({ side, board, pairing }: { side: Side; board: Board; pairing: Pairing }) {
  const name = pairing[side]?.name ?? words.bye;
  return (
    <div class={`team-line ${side}`}>
      <span class={name.length > LONG_NAME ? 'team-name long' : 'team-name'} dir="auto">
        {nameText(name)}
      </span>
      <span class="card-counts">
        <CardCount kind="yellow" count={board.cards[side].yellow} />
        <CardCount kind="red" count={board.cards[side].red} />
      </span>
    </div>
  );
}

const CardCount = ({ kind, count }: { kind: 'yellow' | 'red'; count: number }) =>
  count === 0 ? null : (
    <span class={`card ${kind}`} role="img" aria-label={words.cardCount[kind](count)}>
      {count}
    </span>
  );
