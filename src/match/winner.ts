// Who won a match (rules SCORE-4, SCORE-5).
import type { Board, Side } from '../../protocol/wire/board.ts';

/** Higher score, else higher penalties; null for a draw and before the end. */
export function winningSide({ status, score }: Pick<Board, 'status' | 'score'>): Side | null {
  if (status !== 'completed' && status !== 'awarded') return null;
  const { home = 0, away = 0, home_penalties: homeKicks = 0, away_penalties: awayKicks = 0 } = score;
  const lead = home - away || homeKicks - awayKicks;
  if (lead === 0) return null;
  return lead > 0 ? 'home' : 'away';
}
