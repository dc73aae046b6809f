// Places of a bracket in a data file: a side that has one gets its team from the results (rules PLACE-1 and PLACE-5).
import { SIDES } from '../../protocol/wire/board.ts';
import { placeSchema, sourceOf } from '../../protocol/data-file/place.ts';
import type { Draft, Drafted } from './draft.ts';
import { type GivenRow, type Json, type Row, sameRow } from './rows.ts';

/**
 * The entry with the sides that it will have: a team that is set by hand ends the place of its side, and a place keeps the team
 * that the results gave it.
 */
export function withPlaces(entry: Drafted, given: GivenRow): Drafted {
  const { stored } = entry;
  const row: Record<string, Json> = { ...entry.row };
  for (const side of SIDES) {
    const [from, teamId] = [`${side}_from`, `${side}_team_id`];
    const team = given[teamId] ?? null;
    if (team !== null && given[from] === undefined && team !== stored?.[teamId]) row[from] = null;
    else if (team === null && (row[from] ?? null) !== null) row[teamId] = stored?.[teamId] ?? null;
  }
  if (stored === null) return { ...entry, row };
  return { ...entry, row, state: sameRow(row, stored) ? 'unchanged' : 'updated' };
}

/** Reports places that name no match of the same tournament, and places in a circle. */
export async function checkPlaces({ sql, faults }: Draft, drafted: readonly Drafted[]): Promise<void> {
  const placed = drafted.filter(({ row }) => SIDES.some((side) => sourceIn(row, side) !== null));
  if (placed.length === 0) return;
  const tournaments = [...new Set(placed.map(({ row }) => Number(row['tournament_id'])))];
  const stored = await sql<{ row: Row }[]>`
    select jsonb_build_object('id', id, 'tournament_id', tournament_id, 'home_from', home_from, 'away_from', away_from) as row
    from tournament_match where tournament_id = any(${tournaments})`;
  const matches = new Map(stored.map(({ row }) => [Number(row['id']), row]));
  for (const { row } of drafted) matches.set(Number(row['id']), row);
  for (const { row, place } of placed) {
    for (const side of SIDES) {
      const source = sourceIn(row, side);
      const path = `${place}.${side}_from`;
      if (source === null) continue;
      const match = matches.get(source);
      if (match === undefined || match['tournament_id'] !== row['tournament_id']) {
        faults.add(path, `The tournament has no match ${source} in the file or the database.`);
      } else if (waitsFor(source, Number(row['id']), matches)) {
        faults.add(path, `Match ${source} waits for this match itself.`);
      }
    }
  }
}

const sourceIn = (row: Row, side: (typeof SIDES)[number]): number | null =>
  sourceOf(placeSchema.safeParse(row[`${side}_from`]).data);

/** Whether a match needs the result of the match `id`, directly or through others. */
function waitsFor(first: number, id: number, matches: ReadonlyMap<number, Row>): boolean {
  const seen = new Set<number>();
  const waiting = [first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) return true;
    const row = matches.get(next);
    if (row === undefined || seen.has(next)) continue;
    seen.add(next);
    for (const side of SIDES) {
      const source = sourceIn(row, side);
      if (source !== null) waiting.push(source);
    }
  }
  return false;
}
