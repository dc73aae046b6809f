// Reserves the next row of a match's log, for work that must not lose the race for it: the commit of a writer that lost once,
// imports, erasing a person. Other writers wait until the transaction ends.
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { ISql } from '../driver/sql.ts';

/** A row that is reserved: the match's id, and the newest position, which the row follows. */
export type Reserved = { readonly match: number; readonly after: number; readonly at: number };

/** Reserves the next row of each of these matches. The row is empty and must be filled or released before the commit. */
export const reserve = (tx: ISql, refs: readonly MatchRef[]) =>
  tx<Reserved[]>`select match, after, at from reserve_next(${refs as MatchRef[]})`;

/** Gives back the rows that were reserved and not filled. */
export async function release(tx: ISql, matches: readonly number[]): Promise<void> {
  await tx`delete from match_log where match = any(${matches as number[]}) and seq = after`;
}
