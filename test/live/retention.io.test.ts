// Old rows are removed, and everything that answers from them goes on (rule OPS-22).
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRetention, type RetentionStore } from '../../src/live/retention.ts';
import { openMatch } from '../../src/match/match.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { readAudit, writeAudit } from '../../src/store/audit.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import { completeCheckpoints } from '../../src/store/log/checkpoint.ts';
import { readEntries, readWholeLog } from '../../src/store/log/read.ts';
import { readPositions } from '../../src/store/log/positions.ts';
import { loadMatch } from '../../src/store/matches.ts';
import { retentionQueries } from '../../src/store/queries.ts';
import { markAllDue, releaseCursor, takeDue } from '../../src/store/webhook-cursors.ts';
import { listDeliveries, recordAttempt } from '../../src/store/webhook-deliveries.ts';
import { deleteWebhook, insertWebhook } from '../../src/store/webhooks.ts';
import { openLogMessages } from '../../src/webhooks/log-messages.ts';
import { committed, marker } from '../support/committed.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { daysFromNow } from '../support/dates.ts';
import { exported } from '../support/exported.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { filledStore, storedMatch } from '../support/filled-store.ts';
import { riversideFc } from '../support/managed.ts';
import { gameKeeper, matchKeeper } from '../support/scorekeeper.ts';
import { scrape } from '../support/scrape.ts';
import { connect } from '../support/subscriber.ts';
import { uuid } from '../support/uuid.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const kinds = await testDatabases();
const logger = createLogger('silent');
const DAYS = 30;

/** Makes all that is stored this much older. */
async function age(sql: Sql, days: number): Promise<void> {
  const ms = days * 86_400_000;
  await sql`update match_log set at = at - ${ms}::bigint`;
  await sql`update live_match set at = at - ${ms}::bigint where at > 0`;
}

describe.each(kinds)('on %s', (kind) => {
  const store = filledStore(kind, worldWithResults);
  const queries = () => retentionQueries(store.sql, kind === 'embedded');
  const retentionOf = (changed: Partial<RetentionStore> = {}, days: number | null = DAYS) =>
    openRetention({ store: { ...queries(), ...changed }, days, timing: { retentionMs: 3_600_000 }, logger });
  /** One turn of a node. Returns the rows that it removed. */
  async function sweep(changed: Partial<RetentionStore> = {}, days: number | null = DAYS) {
    const retention = retentionOf(changed, days);
    await store.sql`update retention set due_at = clock_timestamp() - interval '1 second'`;
    await retention.sweep();
    await retention.close();
    return retention.removed();
  }
  const rowsOf = async (ref: string): Promise<number> => {
    const [row] = await store.sql<{ count: number }[]>`
      select count(*)::integer as count from match_log r join live_match l on l.id = r.match where l.ref = ${ref}`;
    return row?.count ?? 0;
  };
  const checkpoint = () =>
    store.sql.begin((tx) => completeCheckpoints(tx, ['game:100', 'game:130', 'match:701', 'match:702']));

  beforeAll(async () => {
    const { sql } = store;
    await committed(sql, 'match:701', [marker(60, 'Start', 0)]);
    await committed(sql, 'match:701', [marker(61, 'Goal', 2, { team: 'home' })]);
    await committed(sql, 'match:701', [
      marker(61, 'Goal', 3, { team: 'home' }),
      marker(62, 'Goal', 4, { team: 'away' }),
    ]);
    await committed(sql, 'match:701', [marker(63, 'FullTime', 90)]);
    await committed(sql, 'match:701', [{ kind: 'delete', key: uuid(62) }]);
    // Not over.
    await committed(sql, 'game:100', [marker(64, 'Start', 0)]);
    await committed(sql, 'game:100', [marker(65, 'Goal', 1, { primary: { id: 1 } })]);
    await checkpoint();
    await age(sql, DAYS + 1);
    // Over and recent.
    await committed(sql, 'game:130', [marker(66, 'Event', 31)]);
    await committed(sql, 'game:130', [marker(67, 'End', 32)]);
    await checkpoint();
  });

  test('rule OPS-22: a log is kept without the setting, while a checkpoint is behind, and while a webhook has not sent all of it', async () => {
    const { sql } = store;
    expect(await sweep({}, null)).toMatchObject({ match_log: 0 });
    await sql`update live_match set seq = seq - 1 where ref = 'match:701'`;
    expect(await sweep()).toMatchObject({ match_log: 0 });
    await checkpoint();
    const ids = { cup: randomUUID(), club: randomUUID() };
    const made = { url: 'https://app.example/', events: ['goal'] as const, secret: 'encrypted', userId: 1, at: 1 };
    const [cup] = await sql<{ id: number }[]>`select id from tournament where slug = 'autumn-cup'`;
    const resource = { kind: 'tournament', id: cup?.id ?? 0 } as const;
    await insertWebhook(sql, { ...made, id: ids.cup, resource });
    await insertWebhook(sql, { ...made, id: ids.club, resource: riversideFc });
    // As if the match came after its webhook, or the webhook had stopped in its middle.
    await sql`delete from webhook_cursor`;
    expect(await sweep()).toMatchObject({ match_log: 0 });
    expect(await sweep({}, 0), 'of a club too').toMatchObject({ match_log: 0 });
    await markAllDue(sql);
    expect(await sweep()).toMatchObject({ match_log: 0 });
    const taking = { most: 10, mostOfOne: 10, running: new Map<string, number>(), leaseMs: 60_000 };
    for (const cursor of await takeDue(sql, taking)) {
      const end = (await readPositions(sql, [cursor.ref])).get(cursor.ref)?.seq ?? 0;
      if (cursor.ref === 'match:701') {
        await releaseCursor(sql, cursor, cursor, { seq: end - 1, nth: 0 });
        expect(await sweep()).toMatchObject({ match_log: 0 });
        await releaseCursor(sql, cursor, { seq: end - 1, nth: 0 }, { seq: end, nth: 0 });
      } else await releaseCursor(sql, cursor, cursor, { seq: end, nth: 0 });
    }
    const [first, second] = await Promise.all([rowsOf('match:701'), rowsOf('game:130')]);
    expect([first, second]).toEqual([5, 2]);
    // The other webhook has sent all of it.
    await deleteWebhook(sql, { id: ids.club, resource: riversideFc, userId: 1, at: 1 });
  });

  test('rule OPS-22: the log of a completed match is shortened to its newest row, and the match stays', async () => {
    const { sql } = store;
    const shown = async () => ({
      match: openMatch(await storedMatch(sql, 'match:701')).state,
      position: (await readPositions(sql, ['match:701'])).get('match:701'),
      export: await exported(sql),
    });
    const before = await shown();
    // Its writer left it empty: it is not the newest row.
    await sql`
      insert into match_log (match, after, at, seq, changes)
      select l.id, l.seq, l.at, l.seq, '[]' from live_match l where l.ref = 'match:701'`;
    const [newest] = (await readEntries(sql, 'match:701', 0, 100)).slice(-1);
    expect(await sweep()).toMatchObject({ match_log: 4 });
    await sql`delete from match_log where seq = after`;
    await sql`delete from webhook`;
    expect(await Promise.all(['match:701', 'game:100', 'game:130'].map(rowsOf))).toEqual([1, 2, 2]);
    expect(await shown()).toEqual(before);
    expect(await readEntries(sql, 'match:701', 0, 100)).toEqual([newest]);
    expect(await readEntries(sql, 'match:701', newest?.seq ?? 0, 100)).toEqual([]);
    const withHistory = await exported(sql, { history: true });
    expect(withHistory.tournaments?.[0]?.matches?.find(({ id }) => id === 701)?.live?.log).toHaveLength(1);
    expect(await sweep()).toMatchObject({ match_log: 0 });
  });

  test('rule OPS-22: a node whose clock is a year ahead removes nothing too early', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: daysFromNow(365) });
    onTestFinished(() => void vi.useRealTimers());
    expect(await sweep()).toMatchObject({ match_log: 0, audit: 0 });
    expect(await rowsOf('game:130')).toBe(2);
  });

  test('rule HOOK-3: what a change of a shortened log replaced is not known: the message is a correction', async () => {
    const { sql } = store;
    const messages = openLogMessages({
      loadMatch: (ref) => loadMatch(sql, ref),
      readPosition: async (ref) => (await readPositions(sql, [ref])).get(ref),
      readEntries: async (ref, after, limit) => readEntries(sql, ref, after, limit),
      readWholeLog: async (ref, limit) => readWholeLog(sql, ref, limit),
    });
    const { seq } = await storedMatch(sql, 'match:701');
    await committed(sql, 'match:701', [{ kind: 'delete', key: uuid(61) }]);
    await committed(sql, 'match:701', [marker(68, 'Goal', 5, { team: 'home' })]);
    const changes = await messages.after('match:701', seq);
    expect(changes.map((change) => change.messages.map(({ type }) => type))).toEqual([
      ['match.corrected'],
      ['goal', 'match.corrected'],
    ]);
  });

  test('rule OPS-22: a node that ends in between leaves a log without a hole, and the next turn goes on', async () => {
    const { sql } = store;
    // Long enough for two statements.
    await sql`
      with moved as (
        update live_match set seq = seq + 1500, at = ${daysFromNow(-DAYS - 1)}::bigint where ref = 'match:702'
        returning id, seq, at)
      insert into match_log (match, after, at, seq, changes)
      select m.id, n - 1, m.at, n, json_build_array(json_build_object('seq', n, 'at', m.at, 'cause', '[]'::json, 'hand', '{}'::json))
      from moved m, generate_series(m.seq - 1499, m.seq) n`;
    let calls = 0;
    const compactLogs: RetentionStore['compactLogs'] = (...args) => {
      calls += 1;
      return calls > 1 ? Promise.reject(new Error('killed')) : queries().compactLogs(...args);
    };
    expect(await sweep({ compactLogs })).toMatchObject({ match_log: 1_000 });
    const rest = await sql<{ after: number; seq: number }[]>`
      select r.after, r.seq from match_log r join live_match l on l.id = r.match where l.ref = 'match:702' order by r.after`;
    expect(rest).toHaveLength(500);
    expect(rest.every(({ after }, at) => at === 0 || after === rest[at - 1]?.seq)).toBe(true);
    // Killed: no other node has the turn before its time.
    const other = retentionOf();
    await other.sweep();
    await other.close();
    expect(other.removed()).toMatchObject({ match_log: 0 });
    expect(await sweep()).toMatchObject({ match_log: 499 });
  });

  test('rule OPS-22: entries of the audit trail and deliveries go with their age; deliveries after 7 days without the setting', async () => {
    const { sql } = store;
    const resource = riversideFc;
    for (const days of [DAYS + 1, DAYS - 1])
      await writeAudit(sql, { userId: 1, action: 'app_connected', subject: `${days}`, resource }, daysFromNow(-days));
    const id = randomUUID();
    await insertWebhook(sql, {
      id,
      resource,
      url: 'https://app.example/',
      events: ['goal'],
      secret: 's',
      userId: 1,
      at: 1,
    });
    const message = { channel: 'game:100', body: '{}', status: 200, answer: '', nextAt: null, isDelivered: true };
    for (const days of [8, 2]) await recordAttempt(sql, id, { ...message, id: `msg_${days}`, at: daysFromNow(-days) });
    const listed = async () =>
      (await listDeliveries(sql, id, { limit: 9, page: 1, now: Date.now() })).deliveries.length;
    expect(await sweep({}, null)).toMatchObject({ audit: 0, webhook_delivery: 1 });
    expect(await listed()).toBe(1);
    await recordAttempt(sql, id, { ...message, id: 'msg_9', at: daysFromNow(-9) });
    // The old entries: this one, and those of the webhooks of this test, which were made in 1970.
    expect(await sweep()).toMatchObject({ webhook_delivery: 1 });
    const trail = (await readAudit(sql, resource, null)).map(({ subject }) => subject);
    expect(trail).toContain(`${DAYS - 1}`);
    expect(trail).not.toContain(`${DAYS + 1}`);
    expect(await sweep({}, 1)).toMatchObject({ webhook_delivery: 1 });
    expect(await listed()).toBe(0);
  });
});

describe.skipIf(!kinds.includes('postgres'))('a gateway with RETENTION_DAYS', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createDatabase();
    sql = postgres(database.url, { max: 1 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  test('rule OPS-22: answers, screens and new markers go on after the log was shortened; /metrics tells', async () => {
    const token = TOKENS.tournament;
    const first = await openTestGateway({ databaseUrl: database.url });
    const keeper = matchKeeper(first, 701);
    const goal = await keeper.post('Goal', { team: 'home' });
    await keeper.post('Goal', { team: 'home' });
    await keeper.post('Start');
    await keeper.post('FullTime');
    await gameKeeper(first, 'sunday-5s').post('Start');
    const addresses = ['tournaments/autumn-cup', 'tournaments/autumn-cup/matches', 'live/match:701'];
    const answers = (node: TestGateway) =>
      Promise.all(
        addresses.map(async (address) => {
          const { status, body } = await node.call<object>('GET', address, { token });
          expect(status, address).toBe(200);
          return JSON.stringify(body)
            .replaceAll(node.url, '')
            .replaceAll(/"at":\d+/g, '');
        }),
      );
    const before = await answers(first);
    const screen = await connect(first.liveUrl, token);
    const { epoch, state } = await screen.subscribe('match:701');
    await screen.close();
    // A node that runs would take the new ages for another database.
    await first.close();
    await age(sql, DAYS + 1);

    const timing = { retentionMs: 20 };
    const node = await openTestGateway({
      databaseUrl: database.url,
      data: null,
      timing,
      config: { retentionDays: DAYS },
    });
    const removed = async () => (await scrape(node.url)).get('touchline_rows_removed_total{table="match_log"}');
    await expect.poll(removed).toBe(3);
    expect((await scrape(node.url)).get('touchline_table_bytes{table="match_log"}')).toBeGreaterThan(8_000);
    expect(await answers(node)).toEqual(before);
    const { body } = await node.call('GET', 'live/match:701/log?state=true', { token });
    expect(body).toMatchObject({ entries: [{ seq: 4 }], next: null });
    const late = await connect(node.liveUrl, token);
    late.send({ type: 'subscribe', channel: 'match:701', since: { epoch, seq: 1 } });
    expect(await late.next('snapshot')).toMatchObject({ epoch, seq: 4, state });
    await matchKeeper(node, 701).delete(goal);
    expect(await late.next('delta')).toMatchObject({ seq: 5 });
    await late.close();
    await node.close();
  });
});
