// Loads a stored match: fixture, markers and manual result, all from one snapshot.
import type { Sql } from './driver/sql.ts';
import { type MatchRef, parseChannel } from '../../protocol/wire/ids.ts';
import type { StoredMatch } from '../match/match.ts';
import { fixturesSql } from './fixtures.ts';
import { markersSql } from './results.ts';
import type { StoredPosition } from './log/positions.ts';

/** A stored match with its position. */
export type PositionedMatch = StoredMatch & StoredPosition;

/** The stored match; null if unknown. One statement, so one consistent snapshot. */
export async function loadMatch(sql: Sql, ref: MatchRef): Promise<PositionedMatch | null> {
  const parsed = parseChannel(ref);
  if (parsed === null || (parsed.kind !== 'game' && parsed.kind !== 'match')) return null;
  const [row] = await sql<PositionedMatch[]>`
    select f.fixture, l.seq, l.at, l.epoch, l.hand, ${markersSql(sql)} as markers
    from live_match l, (${fixturesSql(sql, parsed.kind, [parsed.id])}) f where l.ref = ${ref}`;
  return row ?? null;
}
