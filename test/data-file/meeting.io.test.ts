// Imports that meet markers: what is answered as stored stays.
import { describe, expect, test } from 'vitest';
import { importData } from '../../src/data-file/import.ts';
import { committed, marker } from '../support/committed.ts';
import { clubFile } from '../support/data-file.ts';
import { testDatabases } from '../support/database.ts';
import { failure } from '../support/failure.ts';
import { filledStore, openedMatch } from '../support/filled-store.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const teams = [{ number: 1 }, { number: 2 }, { number: 3 }];
const matchups = [
  { match_index: 0, home_team: 1, away_team: 2 },
  { match_index: 1, home_team: 2, away_team: 3 },
];
const participants = [{ player_type: 'user', id: 1, team: 1 }];
const fileOf = (id: number, fields: object = {}) =>
  clubFile({ games: [{ id, slug: `game-${id}`, title: 'Sunday 5s', teams, matchups, participants, ...fields }] });

// The embedded database runs one transaction at a time.
describe.runIf((await testDatabases()).includes('postgres'))('while it waits', () => {
  const store = filledStore('postgres', worldWithResults);

  const waiting = () => store.sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

  test('rule DATA-3: an import that leaves out a pairing is refused when a marker of the pairing comes first', async () => {
    await importData(store.sql, fileOf(900));
    const importing = await store.sql.begin(async (tx) => {
      await tx`select from game where id = 900 for update`;
      const file = fileOf(900, { title: 'Other', matchups: matchups.slice(0, 1) });
      const refused = failure(importData(store.sql, file));
      await expect.poll(waiting).toHaveLength(1);
      await committed(store.sql, 'game:900', [marker(1, 'Goal', 3, { team: '2', matchId: '900_1' })]);
      return { refused };
    });
    expect(await importing.refused).toMatchObject({ status: 422, details: [{ path: 'clubs[0].games[0].matchups' }] });
    const { state } = await openedMatch(store.sql, 'game:900');
    expect(state.matches['900_1']?.score).toEqual({ home: 1, away: 0 });
  });
});
