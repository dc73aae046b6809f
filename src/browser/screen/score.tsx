// The score, as large as the screen allows.
import { useEffect, useRef } from 'preact/hooks';
import type { Score } from '../../../protocol/wire/board.ts';
import { useSettings } from './settings.ts';

export function ScoreLine({ score }: { score: Score }) {
  const { words } = useSettings();
  const { home, away } = score;
  if (home === undefined || away === undefined) {
    return (
      <div class="score none" data-testid="score">
        {words.versus}
      </div>
    );
  }
  const digits = [home, away].map((points) => String(points).length);
  return (
    <div
      class="score"
      data-testid="score"
      role="img"
      aria-label={`${home}–${away}`}
      data-digits={digits.reduce((sum, count) => sum + count, 0)}
      data-widest={Math.max(...digits)}
    >
      <Points points={home} />
      <span class="dash">–</span>
      <Points points={away} />
    </div>
  );
}

/** A number that is animated only when it changes. */
function Points({ points }: { points: number }) {
  const first = useRef(points);
  const isChanged = first.current !== points;
  useEffect(() => {
    if (isChanged) first.current = Number.NaN;
  }, [isChanged]);
  // A new key creates a new element, which starts its animation.
  return (
    <span class={isChanged ? 'number changed' : 'number'} key={points}>
      {points}
    </span>
  );
}
