// A line of a list of club games.
import type { BoardState } from '../../../protocol/wire/board.ts';
import { playedBoards } from '../../../protocol/wire/played-boards.ts';
import type { GameFixture } from '../../match/fixture.ts';
import { isolated } from '../layout/isolated.ts';
import { hasScore, scoreText } from './board.tsx';
import { pathOf } from './page.ts';
import type { PublicWords } from './public-words.ts';
import { When } from './when.tsx';

export const gamePath = (club: string, game: string): string => pathOf('clubs', club, 'games', game);

/** `Reds 2–1 Bibs` */
export const scoreLine = (home: string, score: string, away: string): string =>
  `${isolated(home, away)} ${score} ${isolated(away)}`;

type Teams = GameFixture['teams'];

/** The scores of a game: of its pairings that have one, as `Reds 2–1 Bibs`, or of all its teams. */
export const listedScore = (state: BoardState, teams: Teams): string =>
  teamScores(state, teams) ??
  playedBoards(state)
    .flatMap((board) => (hasScore(board) ? [scoreLine(board.home.name, scoreText(board), board.away?.name ?? '')] : []))
    .join(' · ');

/** Where the scores of the teams are not those of the pairings: they were set by hand, in a game with several (rule SCORE-15). */
export function teamScores(state: BoardState, teams: Teams): string | null {
  if (state.kind !== 'game' || playedBoards(state).length === 1) return null;
  const sums = new Map<number, number>();
  for (const { home, away, score } of Object.values(state.matches)) {
    sums.set(home.number, (sums.get(home.number) ?? 0) + (score.home ?? 0));
    if (away !== undefined) sums.set(away.number, (sums.get(away.number) ?? 0) + (score.away ?? 0));
  }
  const scores = teams.map(({ number, name }) => ({ number, name, score: state.team_scores[String(number)] ?? 0 }));
  if (scores.every(({ number, score }) => score === (sums.get(number) ?? 0))) return null;
  return scores.map(({ name, score }) => `${isolated(name)} ${score}`).join(' · ');
}

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
