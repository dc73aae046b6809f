// The places of a bracket when the requests of one match reach two nodes in turn.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, testDatabases } from '../support/database.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { autumnCup, finalMatch, openingMatch } from '../support/world/tournaments.ts';
import { world } from '../support/world/world.ts';

const token = TOKENS.tournament;
const CUP = 'tournaments/autumn-cup';

describe.skipIf(!(await testDatabases()).includes('postgres'))('two nodes of one bracket', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let nodes: readonly [TestGateway, TestGateway];
  beforeAll(async () => {
    database = await createDatabase();
    const matches = [
      openingMatch({ stage: 'knockout', group_name: null }),
      finalMatch({ home_team_id: null, away_placeholder: null, home_from: { winner_of: 701 }, away_team_id: 72 }),
    ];
    const data = { ...world(), tournaments: [autumnCup({ matches })] };
    const file = { ...data, tokens: data.tokens.filter((one) => !('tournament' in one) || one.token === token) };
    const first = await openTestGateway({ databaseUrl: database.url, data: file, timing: { pollMs: 20 } });
    nodes = [first, await openTestGateway({ databaseUrl: database.url, data: null, timing: { pollMs: 20 } })];
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
  });

  const at = `${CUP}/matches/701/markers`;
  async function post(node: TestGateway, type: string, minutesAgo: number): Promise<string> {
    const id = randomUUID();
    const body = { id, type, timestamp: iso(thisMinute - minutesAgo * 60_000), team: 'home' };
    expect((await node.call('POST', at, { token, body })).status).toBe(201);
    return id;
  }
  const finalist = async (): Promise<number | null | undefined> => {
    const { body } = await nodes[0].call<{ matches: { id: number; home_team: { id: number | null } }[] }>(
      'GET',
      `${CUP}/matches`,
      { token },
    );
    return body.matches.find(({ id }) => id === 702)?.home_team.id;
  };

  it('rule PLACE-4: a result that a node takes back to what it stored before fills the place at once', async () => {
    const [first, second] = nodes;
    await post(first, 'Start', 90);
    await post(first, 'Goal', 80);
    const end = await post(first, 'FullTime', 10);
    await expect.poll(finalist).toBe(71);
    expect((await second.call('DELETE', `${at}/${end}`, { token })).status).toBe(200);
    await expect.poll(finalist).toBeNull();
    await post(first, 'FullTime', 5);
    await expect.poll(finalist).toBe(71);
  });
});
