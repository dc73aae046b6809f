// All matches of one channel: a single board, or one tile for each pairing of a game.
import type { ComponentChildren } from 'preact';
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { matchEntries, withSendingOffs } from '../shared/entries.ts';
import { type Aired, airedFor, rehearsalShow } from '../shared/on-air.ts';
import { headingOf } from '../shared/heading.ts';
import { useImages } from '../shared/sponsor-images.ts';
import { MatchBoard } from './board.tsx';
import { ShowView } from './show.tsx';
import { bestColumns, useColumns } from './columns.ts';
import { Heading } from './heading.tsx';
import { AirText } from './air.tsx';
import { useMoves } from './moves.ts';
import { directedSlide, ENTRIES, slidesOf, tableOf } from './scene.ts';
import { useSettings } from './settings.ts';
import type { MatchShows } from './match-shows.ts';
import { Notice } from './connection-status.tsx';

type GridProps = {
  readonly state: BoardState;
  readonly facts: Facts;
  readonly showOf: MatchShows['current'];
  readonly aired: Aired;
  readonly now: () => number;
};

export function MatchGrid({ state, facts, showOf, aired, now }: GridProps) {
  const { words, sponsors } = useSettings();
  const [images, drop] = useImages(sponsors);
  const entries = Object.entries<Board>(state.matches);
  const heading = state.kind === 'game' ? state.title : headingOf(facts, state.tournament, words);
  const isSingle = entries.length === 1;
  if (entries.length === 0) return <Notice title={heading} lines={[words.nothingDrawn]} />;
  return (
    <main class={isSingle ? 'grid single' : 'grid'}>
      {!isSingle && <Heading text={heading} />}
      <Tiles count={entries.length}>
        {entries.map(([id, board]) => {
          const here = airedFor(aired, state, id);
          const own = { lineups: facts.lineups[id], table: tableOf(facts), sponsors: images };
          const ownSlides = isSingle ? slidesOf(board, own) : [ENTRIES];
          const show = showOf(id);
          return (
            <div class="tile" key={id} data-match={id}>
              <MatchBoard
                board={board}
                entries={withSendingOffs(board, matchEntries(state, id))}
                heading={isSingle ? heading : null}
                slides={here.panel === undefined ? ownSlides : [directedSlide(here.panel.kind, board, id, facts)]}
                onBroken={drop}
                kickOff={facts.kick_off}
                zone={facts.zone}
                isOneHalf={facts.one_half.includes(id)}
                announced={here.added_time?.minutes ?? null}
                now={now}
              />
              <ShowView
                show={show ?? rehearsalShow(here, id, 'screen', words)}
                match={board}
                isRehearsal={show === null}
              />
            </div>
          );
        })}
      </Tiles>
      {aired.text !== undefined && <AirText text={aired.text.text} />}
    </main>
  );
}

/** Chooses the number of columns that makes the tiles largest. */
export function Tiles({ count, children }: { count: number; children: ComponentChildren }) {
  const [ref, columns] = useColumns<HTMLDivElement>((aspect) => bestColumns(count, aspect), [count]);
  useMoves(ref);
  const rest = count % columns;
  const places = { '--columns': columns, '--rows': Math.ceil(count / columns), '--first': columns - rest + 1 };
  return (
    <div class="tiles" ref={ref} style={places} data-rest={rest}>
      {children}
    </div>
  );
}
