// A line of a list of club games.
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import { hasScore, scoreText } from './board.tsx';
import { pathOf } from './page.ts';
import type { PublicWords } from './public-words.ts';
import { When } from './when.tsx';

export const gamePath = (club: string, game: string): string => pathOf('clubs', club, 'games', game);

/** A name in Arabic letters would change places with the score beside it (rule PAGE-41). */
export const isolated = (name: string): string => (/[\u0590-\u08ff]/u.test(name) ? `\u2068${name}\u2069` : name);

/** The scores of a game's pairings that have one, as `Reds 2–1 Bibs`. */
export const listedScore = ({ matches }: BoardState): string =>
  Object.values<Board>(matches)
    .flatMap((board) =>
      board.away === undefined || !hasScore(board)
        ? []
        : [`${isolated(board.home.name)} ${scoreText(board)} ${isolated(board.away.name)}`],
    )
    .join(' · ');

export const GameLine = (props: {
  path: string;
  title: string;
  /** ms since 1970 */
  at: number;
  zone: string;
  /** '' without one. */
  score: string;
  words: PublicWords;
}) => (
  <li data-key={props.path}>
    <a href={props.path}>{props.title}</a>
    <span class="small">
      <When at={props.at} lang={props.words.lang} zone={props.zone} />
    </span>
    <span class="end">{props.score}</span>
  </li>
);
