// Loads a stored match: fixture, markers and manual result, all from one snapshot.
import type { Sql } from './driver/sql.ts';
import { type MatchRef, parseChannel } from '../../protocol/wire/ids.ts';
import type { StoredMatch } from '../match/match.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';
import {
  gameFixture,
  type GameFixtureRow,
  gameFixtureSql,
  matchFixture,
  type MatchFixtureRow,
  matchFixtureSql,
} from './fixtures.ts';
import type { StoredPosition } from './log/positions.ts';

/** A stored match with its position. */
export type PlacedMatch = StoredMatch & StoredPosition;

type Live = StoredPosition & {
  readonly hand: ManualResult;
  readonly markers: StoredMarker[];
};

/** The stored match; null if unknown. One statement, so one consistent snapshot. */
export async function loadMatch(sql: Sql, ref: MatchRef): Promise<PlacedMatch | null> {
  const parsed = parseChannel(ref);
  if (parsed === null || (parsed.kind !== 'game' && parsed.kind !== 'match')) return null;
  const live = sql`
    l.seq, l.at, l.epoch, l.hand, (
      select coalesce(jsonb_agg(k.body || jsonb_build_object('arrival', k.arrival, 'touched', k.touched)
        order by k.arrival), '[]')
      from marker k where k.ref = l.ref) as markers
    from live_match l where l.ref = ${ref}`;
  if (parsed.kind === 'game') {
    const [row] = await sql<(Live & { fixture: GameFixtureRow | null })[]>`
      select (select ${gameFixtureSql(sql)} from game g where g.id = ${parsed.id}) as fixture, ${live}`;
    return row?.fixture ? storedMatch(row, gameFixture(row.fixture)) : null;
  }
  const [row] = await sql<(Live & { fixture: MatchFixtureRow | null })[]>`
    select (select ${matchFixtureSql(sql)} from tournament_match m where m.id = ${parsed.id}) as fixture, ${live}`;
  return row?.fixture ? storedMatch(row, matchFixture(row.fixture)) : null;
}

const storedMatch = ({ seq, at, epoch, hand, markers }: Live, fixture: StoredMatch['fixture']): PlacedMatch => ({
  fixture,
  seq,
  at,
  epoch,
  hand,
  markers,
});
