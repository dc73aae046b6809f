// A right that another node takes away ends here as soon as it is announced, also while this node waits for something.
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../support/proxied-database.ts';
import { testRedis } from '../support/redis.ts';
import { connect, type Subscriber } from '../support/subscriber.ts';
import { cupApp, TOKENS } from '../support/world/tokens.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');
const CUP = 'tournaments/autumn-cup';

describe.skipIf(!hasPostgres || redisUrl === null)('a credential that another node revokes', () => {
  let database: ProxiedDatabase;
  let sql: postgres.Sql;
  let here: TestGateway;
  let there: TestGateway;
  let screen: Subscriber;
  beforeAll(async () => {
    database = await createProxiedDatabase();
    sql = postgres(database.directUrl, { max: 1 });
    const redisUrls = [redisUrl ?? ''];
    there = await openTestGateway({ databaseUrl: database.directUrl, redisUrls });
    // Nothing but a message and a request makes this node ask the database.
    const timing = {
      pollWithRedisMs: 600_000,
      recheckMs: 600_000,
      checkpointSearchMs: 600_000,
      webhookPollMs: 600_000,
    };
    here = await openTestGateway({ databaseUrl: database.url, redisUrls, data: null, timing });
    screen = await connect(here.liveUrl, TOKENS.club);
    await screen.subscribe('game:100');
  });
  afterAll(async () => {
    await screen.close();
    await here.close();
    await there.close();
    await sql.end();
    await database.close();
  });

  const read = async () => (await here.call('GET', CUP, { token: TOKENS.tournamentApp })).status;
  const revoke = () => there.import({ touchline_data: 1, tokens: [{ ...cupApp(), revoked: true }] });
  let score = 0;
  /** Resolves when all earlier messages are here: those of a node come in their order. */
  async function announced(): Promise<void> {
    // Another one each time: the same score is no delta.
    score += 1;
    await there.call('PATCH', 'games/sunday-5s/scores', { token: TOKENS.club, body: { scores: { 1: score } } });
    await screen.next('delta');
  }

  /**
   * Begins a request whose look-up the database has answered, and holds the answer. The first look-up of a connection only prepares its
   * statement: then the request ends, and another one begins.
   */
  async function heldRequest(): Promise<{ readonly status: Promise<number> }> {
    // As many connections as the test needs.
    await Promise.all(
      Array.from({ length: 8 }, () => here.call('GET', 'games/sunday-5s/participants', { token: TOKENS.club })),
    );
    for (;;) {
      await revoke();
      await there.import({ touchline_data: 1, tokens: [{ ...cupApp(), revoked: false }] });
      await announced();
      const [{ now } = { now: '' }] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`;
      database.proxy.set('hold');
      const status = read();
      const states = async () => {
        const rows = await sql<{ state: string }[]>`
          select state from pg_stat_activity where datname = current_database() and query_start > ${now}::timestamptz
            and query like '%api_token t%token_hash%' and (state = 'idle' or wait_event = 'ClientRead')`;
        return rows.map(({ state }) => state);
      };
      await expect.poll(states).toHaveLength(1);
      if ((await states()).includes('idle')) return { status };
      database.proxy.set('pass');
      expect(await status).toBe(200);
    }
  }

  it('rule ACCESS-4: is refused also while an earlier request still waits for its look-up', async () => {
    const earlier = await heldRequest();
    await revoke();
    await announced();
    const later = read();
    await here.call('GET', '/healthz');
    database.proxy.set('pass');
    expect(await earlier.status).toBe(200);
    expect(await later).toBe(401);
  });
});
