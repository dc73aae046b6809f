// Which results need the lock of imports: rule PLACE-4.
import { expect, test } from 'vitest';
import { tournamentsToFill } from '../../src/data-file/fill-places.ts';
import { bestDatabase } from '../support/database.ts';
import { filledStore } from '../support/filled-store.ts';

const cup = (id: number, more: object) => ({
  id,
  slug: `cup-${id}`,
  name: `Cup ${id}`,
  teams: [1, 2].map((number) => ({ id: 10 * id + number, name: `Team ${number}` })),
  matches: [
    { id: 100 * id + 1, home_team_id: 10 * id + 1, away_team_id: 10 * id + 2 },
    { id: 100 * id + 2, ...more },
  ],
});
const store = filledStore(await bestDatabase(), () => ({
  touchline_data: 1,
  tournaments: [cup(1, { home_from: { winner_of: 101 } }), cup(2, {})],
}));

test('rule PLACE-4: only a tournament with a place that gets another team', async () => {
  const { sql } = store;
  expect(await tournamentsToFill(sql, [1, 2])).toEqual([]);
  await sql`update tournament_match set status = 'awarded' where id in (101, 201)`;
  await sql`insert into match_given_score (match_id, home, away) values (101, 3, 0), (201, 3, 0)`;
  expect(await tournamentsToFill(sql, [1, 2])).toEqual([1]);
  expect(await tournamentsToFill(sql, [2])).toEqual([]);
  expect(await tournamentsToFill(sql, [])).toEqual([]);
});
