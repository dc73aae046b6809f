// Kicks from the mark, kick by kick.
import type { Side } from '../../../protocol/wire/board.ts';
import { hasShootout } from '../shared/match-status.ts';
import type { Scene } from './scene.ts';

/** Each side has at least this many places for kicks. With more kicks, the earliest are hidden. */
const KICKS = 5;
const SIDES: readonly Side[] = ['home', 'away'];

export function Shootout({ scene: { board, sides, words } }: { scene: Scene }) {
  if (!hasShootout(board)) return null;
  const taken = Math.max(board.shootout.home.length, board.shootout.away.length);
  const first = Math.max(0, taken - KICKS);
  return (
    <section class="panel shootout" data-testid="shootout" aria-label={words.penalties}>
      <h2 class="shootout-title">{words.penalties}</h2>
      {SIDES.map((side) => (
        <div key={side} class="shootout-row" style={{ '--team': sides[side].color }}>
          <span class="shootout-bar" />
          <span class="shootout-name" dir="auto">
            {sides[side].name}
          </span>
          <span class="kicks" data-testid={`kicks-${side}`}>
            {Array.from({ length: KICKS }, (_, place) => (
              <i key={first + place} class={`kick ${kickClass(board.shootout[side][first + place])}`} />
            ))}
          </span>
          <b class="shootout-tally">{side === 'home' ? board.score.home_penalties : board.score.away_penalties}</b>
        </div>
      ))}
    </section>
  );
}

function kickClass(scored: boolean | undefined): string {
  if (scored === undefined) return 'open';
  return scored ? 'in' : 'out';
}
