// A result of just before a node stops fills its places before the end: the next search of another node may be a minute away.
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createDatabase, testDatabases } from '../support/database.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { openTestGateway } from '../support/gateway.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = 'tournament-key-cup-0123456789abcdef';
const cup = {
  touchline_data: 1,
  users: [{ id: 1, slug: 'ana', name: 'Ana' }],
  tournaments: [
    {
      id: 1,
      slug: 'cup',
      name: 'Cup',
      organizer_ids: [1],
      teams: ['Reds', 'Blues'].map((name, index) => ({ id: index + 1, name })),
      matches: [
        { id: 11, stage: 'knockout', home_team_id: 1, away_team_id: 2 },
        { id: 21, stage: 'knockout', home_from: { winner_of: 11 }, away_placeholder: 'Winner 2' },
      ],
    },
  ],
  tokens: [{ kind: 'tournament_static', tournament: 'cup', token }],
};

test.skipIf(!hasPostgres)('rule PLACE-2: a result of just before a node stops fills its places', async () => {
  const database = await createDatabase();
  const sql = postgres(database.url, { max: 1 });
  const gateway = await openTestGateway({ databaseUrl: database.url, data: cup });
  for (const [second, type] of ['Start', 'Goal', 'FullTime'].entries()) {
    const timestamp = iso(thisMinute - 3_600_000 + second * 1_000);
    const body = { id: randomUUID(), type, timestamp, ...(type === 'Goal' ? { team: 'home' } : {}) };
    const { status } = await gateway.call('POST', 'tournaments/cup/matches/11/markers', { token, body });
    expect(status).toBe(201);
  }
  await gateway.close();
  const [final] = await sql`select home_team_id::integer as team from tournament_match where id = 21`;
  expect(final).toEqual({ team: 1 });
  await sql.end();
  await database.drop();
});
