// Kicks from the mark, kick by kick.
import { shownKicks } from '../shared/kicks.ts';
import { hasShootout } from '../shared/match-status.ts';
import { SIDES } from '../shared/side.ts';
import type { Scene } from './scene.ts';

export function Shootout({ scene: { board, sides, words } }: { scene: Scene }) {
  if (!hasShootout(board)) return null;
  return (
    <section class="panel shootout" data-testid="shootout" aria-label={words.penalties}>
      <h2 class="shootout-title">{words.penalties}</h2>
      {SIDES.map((side) => (
        <div key={side} class="shootout-row" style={{ '--team': sides[side].color }}>
          <span class="shootout-bar" />
          <bdi class="shootout-name">{sides[side].name}</bdi>
          <span class="kicks" data-testid={`kicks-${side}`}>
            {shownKicks(board, side).map(({ number, result }) => (
              <i key={number} class={`kick ${result}`} />
            ))}
          </span>
          <b class="shootout-tally">{side === 'home' ? board.score.home_penalties : board.score.away_penalties}</b>
        </div>
      ))}
    </section>
  );
}
