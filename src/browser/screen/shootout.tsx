// A shootout, kick by kick: beside the score a list of takers for each side, on a strip a row of dots.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import { isSuddenDeath, nextSide, shownKicks, takersOf } from '../shared/kicks.ts';
import type { NameRule } from '../shared/player-names.ts';
import { useFit } from '../shared/fit-text.ts';
import { useSettings } from './settings.ts';

export function Tally({ board }: { board: Board }) {
  const { words } = useSettings();
  const { home_penalties: home = 0, away_penalties: away = 0 } = board.score;
  return (
    <div class="shootout" data-testid="shootout" role="img" aria-label={`${words.penalties} ${home}–${away}`}>
      <Dots side="home" board={board} />
      <span class="tally" data-digits={`${home}${away}`.length}>
        {home}
        <span class="dash">–</span>
        {away}
        <small> {words.pens}</small>
      </span>
      <Dots side="away" board={board} />
    </div>
  );
}

const Dots = ({ side, board }: { side: Side; board: Board }) => (
  <span class={`kicks ${side}`}>
    {shownKicks(board, side).map(({ number, result }) => (
      <span key={number} class={`kick ${result}`} />
    ))}
  </span>
);

/** The takers of a side, their kicks, and whose turn it is. */
export function TakerList({ side, board, nameOf }: { side: Side; board: Board; nameOf: NameRule }) {
  const { words } = useSettings();
  const takers = takersOf(board, side);
  const isTurn = board.status === 'live' && nextSide(board) === side;
  return (
    <ol class={`takers ${side}`} data-testid={`takers-${side}`}>
      {shownKicks(board, side).map(({ number, result }) => {
        const name = takers[number] ?? null;
        const named = name === null ? '' : nameOf(name);
        const isNext = isTurn && number === board.shootout[side].length;
        return (
          <li key={number} class={isNext ? 'taker next' : 'taker'}>
            <span class={`kick ${result}`} />
            <TakerName text={isNext ? words.nextKick : named} />
          </li>
        );
      })}
    </ol>
  );
}

function TakerName({ text }: { text: string }) {
  const ref = useFit<HTMLElement>(text, '.bottom');
  return (
    <bdi class="taker-name" ref={ref}>
      {text}
    </bdi>
  );
}

/** Whether to say that the next pair of kicks can decide. */
export const saysSuddenDeath = (board: Board): boolean => board.period === 'penalty_shootout' && isSuddenDeath(board);
