// A gateway whose database has the newest changes in the log only: all readers show them, and the checkpoint follows.
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GameState } from '../../protocol/wire/board.ts';
import { matchesWithTail } from '../../src/store/log/tail.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { gameKeeper, matchKeeper } from '../support/scorekeeper.ts';
import { TOKENS } from '../support/world/tokens.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
/** No checkpoint comes by itself. */
const NEVER = { checkpointMs: 3_600_000 };

describe.skipIf(!hasPostgres)('with changes that no checkpoint has', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sql: postgres.Sql;
  let writer: TestGateway;
  const tails = () => matchesWithTail(sql);
  const answers = async (node: TestGateway) => {
    const get = async (address: string, token: string): Promise<unknown> => {
      const { status, body } = await node.call<object>('GET', address, { token });
      expect(status).toBe(200);
      return JSON.parse(JSON.stringify(body).replaceAll(node.url, ''));
    };
    return {
      upcoming: await get('club/upcoming_games', TOKENS.club),
      past: await get('club/past_games', TOKENS.club),
      profile: await get('clubs/riverside-fc', TOKENS.club),
      markers: await get('games/sunday-5s/markers', TOKENS.club),
      live: await get('live/game:100', TOKENS.club),
      log: await get('live/game:100/log?state=true', TOKENS.club),
      matches: await get('tournaments/autumn-cup/matches', TOKENS.tournament),
      match: await get('live/match:701', TOKENS.tournament),
    };
  };

  beforeAll(async () => {
    database = await createDatabase();
    sql = postgres(database.url, { max: 1 });
    writer = await openTestGateway({ databaseUrl: database.url, timing: NEVER });
    const [game, match] = [gameKeeper(writer, 'sunday-5s'), matchKeeper(writer, 701)];
    await Promise.all([game.post('Start'), match.post('Start')]);
    const gone = await game.post('Goal', { primary_player_pc_id: 1 });
    await game.post('Goal', { primary_player_pc_id: 2 });
    await match.post('Goal', { team: 'home' });
    await game.delete(gone);
    await game.patch('scores', { scores: { '1': 4 } });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test('rule LIVE-10: another node, lists and the log show them; a node that stops writes the checkpoints, and nothing changes', async () => {
    expect((await tails()).toSorted()).toEqual(['game:100', 'match:701']);
    const shown = await answers(writer);
    expect((shown.live as { state: GameState }).state.team_scores).toMatchObject({ '1': 4 });
    const loader = await openTestGateway({ databaseUrl: database.url, data: null, timing: NEVER });
    expect(await answers(loader)).toEqual(shown);
    await writer.close();
    expect(await tails()).toEqual([]);
    const [row] = await sql`select seq, (select count(*)::integer from marker where ref = 'game:100') as markers
      from live_match where ref = 'game:100'`;
    expect(row).toEqual({ seq: 5, markers: 2 });
    const last = await openTestGateway({ databaseUrl: database.url, data: null, timing: NEVER });
    expect(await answers(last)).toEqual(shown);
    await Promise.all([loader.close(), last.close()]);
  });

  test('a node writes the checkpoint of a quiet match, and of one that another node left behind', async () => {
    const crashed = await openTestGateway({ databaseUrl: database.url, data: null, timing: NEVER });
    await gameKeeper(crashed, 'sunday-5s').post('Event');
    expect(await tails()).toEqual(['game:100']);
    const timing = { checkpointMs: 50, checkpointSearchMs: 100 };
    const node = await openTestGateway({ databaseUrl: database.url, data: null, timing });
    await expect.poll(tails, { timeout: 5_000 }).toEqual([]);
    await matchKeeper(node, 701).post('Event');
    await expect.poll(tails, { timeout: 5_000 }).toEqual([]);
    await Promise.all([node.close(), crashed.close()]);
  });
});
