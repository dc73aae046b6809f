// A shootout, kick by kick.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import { useSettings } from './settings.ts';

/** Each side has at least this many places for kicks. With more kicks, the earliest are hidden. */
const KICKS = 5;

export function Kicks({ board }: { board: Board }) {
  const { words } = useSettings();
  const { home_penalties: home = 0, away_penalties: away = 0 } = board.score;
  const taken = Math.max(board.shootout.home.length, board.shootout.away.length);
  const first = Math.max(0, taken - KICKS);
  return (
    <div class="shootout" data-testid="shootout" role="img" aria-label={`${words.penalties} ${home}–${away}`}>
      <Row side="home" kicks={board.shootout.home} first={first} />
      <span class="tally">
        {home}–{away}
        <small> {words.pens}</small>
      </span>
      <Row side="away" kicks={board.shootout.away} first={first} />
    </div>
  );
}

function Row({ side, kicks, first }: { side: Side; kicks: readonly boolean[]; first: number }) {
  const places = Array.from({ length: KICKS }, (_, place) => kicks[first + place]);
  return (
    <span class={`kicks ${side}`}>
      {places.map((scored, place) => (
        <span key={first + place} class={`kick ${kickClass(scored)}`} />
      ))}
    </span>
  );
}

function kickClass(scored: boolean | undefined): string {
  if (scored === undefined) return 'open';
  return scored ? 'in' : 'out';
}
