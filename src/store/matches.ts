// Loads a stored match: fixture, checkpoint and what was logged since, all from one snapshot.
import type { ISql } from './driver/sql.ts';
import { type MatchRef, parseChannel } from '../../protocol/wire/ids.ts';
import { completed, type LogRow } from '../match/log-row.ts';
import type { StoredMatch } from '../match/match.ts';
import { fixturesSql } from './fixtures.ts';
import { markersSql } from './results.ts';
import type { StoredPosition } from './log/positions.ts';
import { tailSql } from './log/tail.ts';

/** A stored match with its position. */
export type PositionedMatch = StoredMatch &
  StoredPosition & {
    /** The match's number in the log. */
    readonly id: number;
  };
type CheckpointRow = PositionedMatch & { readonly tail: readonly LogRow[] | null };

/** The stored match; null if unknown. One statement, so one consistent snapshot. */
export async function loadMatch(sql: ISql, ref: MatchRef): Promise<PositionedMatch | null> {
  const parsed = parseChannel(ref);
  if (parsed === null || (parsed.kind !== 'game' && parsed.kind !== 'match')) return null;
  const [row] = await sql<CheckpointRow[]>`
    select f.fixture, l.id, l.seq, l.at, l.epoch, l.hand, ${markersSql(sql)} as markers, ${tailSql(sql)} as tail
    from live_match l, (${fixturesSql(sql, parsed.kind, [parsed.id])}) f where l.ref = ${ref}`;
  if (row === undefined) return null;
  const { tail, ...checkpoint } = row;
  return { ...completed(checkpoint, tail), at: tail?.at(-1)?.at ?? checkpoint.at };
}
