// One match: teams, score and status, and below them the slides.
import type { Board, FeedMatch } from '../../../protocol/wire/board.ts';
import { sideColors } from '../shared/colors.ts';
import { type Entries } from '../shared/entries.ts';
import { useTick } from '../shared/tick.ts';
import { EntryList } from './entries.tsx';
import { Heading } from './heading.tsx';
import { ENTRIES, sceneOf, type Slide, slideAt } from './scene.ts';
import { ScoreLine } from './score.tsx';
import { useSettings } from './settings.ts';
import { SlideView } from './slide.tsx';
import { MatchStatusLine } from './match-status.tsx';
import { Team } from './team.tsx';

type BoardProps = {
  readonly board: Board | FeedMatch;
  readonly entries: Entries | null;
  /** Above the board: the game's title, the tournament. */
  readonly heading: string | null;
  /** The slides that alternate below the score. */
  readonly slides: readonly Slide[];
  /** Called when a sponsor's image does not load. */
  readonly onBroken?: (url: string) => void;
  readonly kickOff: number | null;
  /** The time to show, ms since 1970. */
  readonly now: () => number;
};

export function MatchBoard({ board, entries, heading, slides, onBroken = () => undefined, kickOff, now }: BoardProps) {
  const { words, colors: chosen } = useSettings();
  const colors = sideColors(board, chosen);
  const cards = 'cards' in board ? board.cards : null;
  const index = useTick(() => slides.indexOf(slideAt(slides, now())));
  const slide = slides[index] ?? ENTRIES;
  return (
    <article class="board" data-scene={sceneOf(board)} data-period={board.period} data-slide={slide.kind}>
      {heading !== null && <Heading text={heading} />}
      <div class="top">
        <Team side="home" team={board.home} colors={colors.home} cards={cards?.home ?? null} />
        {board.away ? (
          <>
            <ScoreLine score={board.score} />
            <Team side="away" team={board.away} colors={colors.away} cards={cards?.away ?? null} />
          </>
        ) : (
          <p class="team away bye">{words.bye}</p>
        )}
      </div>
      <div class="bottom">
        {entries && slide.kind === 'entries' && <EntryList side="home" entries={entries.home} now={now} />}
        {board.away && <MatchStatusLine board={board} kickOff={kickOff} now={now} />}
        {entries && slide.kind === 'entries' && <EntryList side="away" entries={entries.away} now={now} />}
        {slide.kind !== 'entries' && 'stats' in board && <SlideView slide={slide} board={board} onBroken={onBroken} />}
      </div>
    </article>
  );
}
