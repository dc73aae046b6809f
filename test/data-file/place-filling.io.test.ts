// Which results need the lock of imports, and what a filled place changes: rules PLACE-3 and PLACE-4.
import { expect, test } from 'vitest';
import { fillPlaces, tournamentsToFill } from '../../src/data-file/fill-places.ts';
import { transaction } from '../../src/store/driver/transaction.ts';
import { readPositions } from '../../src/store/log/positions.ts';
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
  users: [1, 2].map((id) => ({ id, slug: `user-${id}`, name: `User ${id}` })),
  tournaments: [cup(1, { home_from: { winner_of: 101 } }), cup(2, {}), cup(3, { home_from: { winner_of: 301 } })],
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

test('rule PLACE-3: a side that gets another team loses the line-up of the one before it, in one step', async () => {
  const { sql } = store;
  await sql`update tournament_match set home_team_id = 32 where id = 302`;
  await sql`
    insert into match_lineup (match_id, place, side, is_starter, user_id, captain)
    values (302, 0, 'home', true, 1, false), (302, 1, 'away', true, 2, false)`;
  await sql`update tournament_match set status = 'awarded' where id = 301`;
  await sql`insert into match_given_score (match_id, home, away) values (301, 3, 0)`;
  const seqNow = async (): Promise<number | undefined> =>
    (await readPositions(sql, ['match:302'])).get('match:302')?.seq;
  const before = (await seqNow()) ?? NaN;
  expect(await transaction(sql, (tx) => fillPlaces(tx, [3]))).toEqual(['match:302']);
  expect(await sql`select home_team_id as home from tournament_match where id = 302`).toEqual([{ home: 31 }]);
  expect(await sql`select side from match_lineup where match_id = 302`).toEqual([{ side: 'away' }]);
  expect(await seqNow()).toBe(before + 1);
});
