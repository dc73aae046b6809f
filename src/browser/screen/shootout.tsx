// A shootout, kick by kick.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import { shownKicks } from '../shared/kicks.ts';
import { useSettings } from './settings.ts';

export function Kicks({ board }: { board: Board }) {
  const { words } = useSettings();
  const { home_penalties: home = 0, away_penalties: away = 0 } = board.score;
  return (
    <div class="shootout" data-testid="shootout" role="img" aria-label={`${words.penalties} ${home}–${away}`}>
      <Row side="home" board={board} />
      <span class="tally">
        {home}–{away}
        <small> {words.pens}</small>
      </span>
      <Row side="away" board={board} />
    </div>
  );
}

const Row = ({ side, board }: { side: Side; board: Board }) => (
  <span class={`kicks ${side}`}>
    {shownKicks(board, side).map(({ number, result }) => (
      <span key={number} class={`kick ${result}`} />
    ))}
  </span>
);
