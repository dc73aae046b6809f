// One match: teams, score and status, and below them the slides.
import type { Board, FeedMatch, Side } from '../../../protocol/wire/board.ts';
import { sideColors } from '../shared/colors.ts';
import { type Entries, linesOf } from '../shared/entries.ts';
import { takersOf } from '../shared/kicks.ts';
import { nameRule } from '../shared/player-names.ts';
import { SIDES } from '../shared/side.ts';
import { useTick } from '../shared/tick.ts';
import { EntryList } from './entries.tsx';
import { Heading } from './heading.tsx';
import { ENTRIES, sceneOf, type Slide, slideAt } from './scene.ts';
import { ScoreLine } from './score.tsx';
import { Scorers } from './scorers.tsx';
import { useSettings } from './settings.ts';
import { TakerList } from './shootout.tsx';
import { SlideView } from './slide.tsx';
import { MatchStatusLine, type MatchStatusLineProps } from './match-status.tsx';
import { Starters } from './starters.tsx';
import { Badge, badgeOf, Team } from './team.tsx';

type BoardProps = MatchStatusLineProps & {
  readonly entries: Entries | null;
  /** Above the board: the game's title, the tournament. */
  readonly heading: string | null;
  /** The slides that alternate below the score. */
  readonly slides: readonly Slide[];
  /** Called when a sponsor's image does not load. */
  readonly onBroken?: (url: string) => void;
};

export function MatchBoard({ board, entries, heading, slides, onBroken = () => undefined, ...status }: BoardProps) {
  const { now } = status;
  const { words, colors: chosen } = useSettings();
  const colors = sideColors(board, chosen);
  const cards = 'cards' in board ? board.cards : null;
  const index = useTick(() => slides.indexOf(slideAt(slides, now())));
  const slide = slides[index] ?? ENTRIES;
  const scene = sceneOf(board);
  const isEntries = slide.kind === 'entries';
  // Before kick-off the names of a single match fill the picture.
  const isPlay = board.away !== undefined && isEntries && (scene !== 'before' || heading === null);
  // The takers are unknown in a list of matches: the shootout is then a tally below the score.
  const takers = scene === 'shootout' && 'shootout' in board ? board : null;
  const nameOf = nameRule(
    takers ? playersOf(takers) : [...(entries?.home ?? []), ...(entries?.away ?? [])].map(({ name }) => name),
  );
  const list = (side: Side) => {
    if (takers) return <TakerList side={side} board={takers} nameOf={nameOf} />;
    return entries && isEntries && <EntryList side={side} entries={entries[side]} nameOf={nameOf} now={now} />;
  };
  const amount = amountOf(board, entries);
  const badges = SIDES.map((side) => badgeOf(board[side]));
  // Beside the score, where no list stands.
  const hasCrests = isPlay && (amount === 'none' || amount === 'few') && !badges.includes(undefined);
  return (
    <article
      class={isPlay ? 'board play' : 'board'}
      data-amount={amount}
      data-crests={hasCrests}
      data-scene={scene === 'shootout' && takers === null ? 'play' : scene}
      data-period={board.period}
      data-slide={slide.kind}
      style={{ '--home': colors.home.color, '--away': colors.away.color }}
    >
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
        {hasCrests &&
          SIDES.map((side, index) => <Badge key={side} badge={badges[index] ?? ''} className={`crest ${side}`} />)}
      </div>
      <div class="bottom">
        {list('home')}
        {board.away && <MatchStatusLine board={board} {...status} />}
        {list('away')}
        {!isEntries && 'stats' in board && (
          <SlideView slide={slide} board={board} colors={colors} onBroken={onBroken} now={now} />
        )}
      </div>
      {slide.kind === 'formation' && <Starters lineups={slide.lineups} colors={colors} now={now} />}
      {entries && isPlay && <Scorers entries={entries} colors={colors} nameOf={nameOf} now={now} />}
    </article>
  );
}

/** How many goals and cards the longer list has: the fewer, the larger are names and clock. */
function amountOf(board: Board | FeedMatch, entries: Entries | null): 'none' | 'few' | 'some' | 'many' {
  if (entries === null) return 'none';
  const { home = 0, away = 0 } = board.score;
  const lines = Math.max(...SIDES.map((side) => linesOf(entries[side]).length));
  // The kicks of a shootout and a score of three digits need their room.
  if (lines > 3 || Math.max(home, away) > 9 || sceneOf(board) === 'shootout') return 'many';
  if (lines === 3) return 'some';
  return lines === 0 ? 'none' : 'few';
}

const playersOf = (board: Board): readonly (string | null)[] => [
  ...takersOf(board, 'home'),
  ...takersOf(board, 'away'),
];
