// What a result that staff decide must say: why, and for an awarded match the score. Markers are not overruled (rule PLAN-9).
import { z } from 'zod';
import type { Board, Score } from '../../protocol/wire/board.ts';
import { matchRef } from '../../protocol/wire/ids.ts';
import { openMatch } from '../match/match.ts';
import { invalid } from '../ops/problem.ts';
import type { ISql } from '../store/driver/sql.ts';
import { loadMatch } from '../store/matches.ts';
import type { ManagedFields } from './managed-apply.ts';
import type { ManagedRow } from './managed-rows.ts';

const goals = z.number().nullish();
const givenScore = z.object({ home: goals, away: goals, home_penalties: goals, away_penalties: goals }).nullish();
type GivenScore = z.infer<typeof givenScore>;
const result = z.object({ status: z.string(), notes: z.string().nullable(), score: givenScore });
const PARTS = Object.keys(result.shape);

type Fault = { readonly path: string; readonly message: string };

/**
 * `row`: the match after the change. A change of something else asks nothing. A match with markers keeps the score that they give
 * (rule DATA-3): another one is refused, not lost in silence. Throws Problem 422.
 */
export async function requireReason(
  tx: ISql,
  { id, file }: Pick<ManagedRow, 'id' | 'file'>,
  fields: ManagedFields,
): Promise<void> {
  if (!PARTS.some((name) => name in fields)) return;
  const { status, notes, score } = result.parse(file);
  const faults: Fault[] = [];
  if ((status === 'awarded' || status === 'abandoned') && (notes ?? '').trim() === '') {
    faults.push({ path: 'notes', message: `Say why the match is ${status}.` });
  }
  const sent = givenScore.parse(fields['score']);
  const isKept = differs(sent, score);
  if (isKept || (status === 'awarded' && !isWhole(score))) {
    faults.push(...scoreFaults(sent, await shownScore(tx, id), isKept));
  }
  if (faults.length > 0) throw invalid(faults);
}

const isWhole = (score: GivenScore | Score): boolean =>
  typeof score?.home === 'number' && typeof score.away === 'number';

const differs = (sent: GivenScore, score: GivenScore | Score): boolean =>
  Object.entries(sent ?? {}).some(
    ([part, count]) => typeof count === 'number' && count !== score?.[part as keyof Score],
  );

/** `isKept`: the score that was sent was not stored, because the match has markers. */
function scoreFaults(sent: GivenScore, shown: Score, isKept: boolean): Fault[] {
  const because = (message: string): Fault[] => [{ path: 'score', message }];
  if (isWhole(shown)) {
    const itsScore = `${shown.home}–${shown.away}`;
    return differs(sent, shown)
      ? because(`The markers of the match give its score, ${itsScore}. Add or delete goals to change it.`)
      : [];
  }
  return because(
    isKept
      ? 'The match has markers, which give its score. Add a Start and goals, or delete them.'
      : 'An awarded match needs a score.',
  );
}

/** The score of a match, with its markers. */
async function shownScore(tx: ISql, id: number): Promise<Score> {
  const stored = await loadMatch(tx, matchRef(id));
  const boards = stored === null ? {} : openMatch(stored).state.matches;
  return Object.values<Board>(boards)[0]?.score ?? {};
}
