// All matches of one channel: a single board, or as many tiles as a game has pairings.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BoardState } from '../../../protocol/board.ts';
import { MatchBoard } from './board.tsx';
import { bestColumns } from './columns.ts';
import { matchEntries } from '../lib/entries.ts';
import { readableSlug } from '../lib/standing.ts';
import { useSettings } from './settings.ts';
import { Notice } from './signal.tsx';

export function MatchGrid({ state, now }: { state: BoardState; now: () => number }) {
  const ids = Object.keys(state.matches);
  const { words } = useSettings();
  const { ref, columns } = useColumns(ids.length);
  const heading = state.kind === 'game' ? state.title : readableSlug(state.tournament);
  if (ids.length === 0) return <Notice title={heading} lines={[words.nothingDrawn]} />;
  return (
    <main class={ids.length === 1 ? 'grid single' : 'grid'}>
      {ids.length > 1 && <h1 class="heading">{heading}</h1>}
      <div class="tiles" ref={ref} style={{ '--columns': columns, '--rows': Math.ceil(ids.length / columns) }}>
        {ids.map((id) => {
          const board = state.matches[id];
          const own = ids.length === 1 ? heading : null;
          return (
            board && (
              <div class="tile" key={id} data-match={id}>
                <MatchBoard board={board} entries={matchEntries(state, id)} heading={own} now={now} />
              </div>
            )
          );
        })}
      </div>
    </main>
  );
}

/** The number of columns that makes the tiles largest. */
function useColumns(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => setColumns(bestColumns(count, element.clientWidth / Math.max(1, element.clientHeight)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  return { ref, columns };
}
