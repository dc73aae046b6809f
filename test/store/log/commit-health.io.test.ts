// A database that answers queries and fails every commit, as one with a full disk does (rules OPS-7 and OPS-19).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { storeAway } from '../../../src/ops/problem.ts';
import { FAILURE_MS, FAILURES_MIN, openCommitHealth } from '../../../src/store/log/commit-health.ts';
import { testDatabases } from '../../support/database.ts';
import { type GatewayWithSql, openGatewayWithSql } from '../../support/gateway-with-sql.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';

const hasPostgres = (await testDatabases()).includes('postgres');

function openTestHealth() {
  const lines: Record<string, unknown>[] = [];
  const clock = { now: 0 };
  const logger = createLogger('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  return { lines, clock, health: openCommitHealth(logger, () => clock.now) };
}
const diskFull = storeAway(new Error('No space left on device'));

describe('the health of commits', () => {
  it('rule OPS-7: needs three failures in a row, and lasts for 30 seconds after the last', () => {
    const { clock, health } = openTestHealth();
    for (let failed = 1; failed < FAILURES_MIN; failed += 1) health.failed(diskFull);
    expect(health.whyFailing()).toBeNull();
    health.succeeded();
    for (let failed = 1; failed < FAILURES_MIN; failed += 1) health.failed(diskFull);
    expect(health.whyFailing(), 'a success in between').toBeNull();
    health.failed(diskFull);
    expect(health.whyFailing()).toBe('No space left on device');
    clock.now = FAILURE_MS;
    expect(health.whyFailing()).not.toBeNull();
    clock.now += 1;
    expect(health.whyFailing()).toBeNull();
  });

  it('rule OPS-19: is one line a minute with the number of failures, and one when it ends', () => {
    const { lines, clock, health } = openTestHealth();
    for (let second = 0; second <= 60; second += 1) {
      clock.now = second * 1_000;
      health.failed(diskFull);
    }
    health.succeeded();
    health.succeeded();
    expect(lines.map(({ level, failed, msg }) => [level, failed, msg])).toEqual([
      ['error', 1, 'commits fail'],
      ['error', 61, 'commits fail'],
      ['info', 61, 'the database takes writes again'],
    ]);
  });

  it('rule OPS-19: says that writes are taken again only after a line that said that commits fail', () => {
    const { lines, clock, health } = openTestHealth();
    for (const second of [0, 1, 59]) {
      clock.now = second * 1_000;
      health.failed(diskFull);
      health.succeeded();
    }
    expect(lines.map(({ msg }) => msg)).toEqual(['commits fail', 'the database takes writes again']);
  });

  it('does not blame the database for the values of one write, or for what failed while it was away', () => {
    const { health } = openTestHealth();
    for (const code of ['22P05', '23514', '22003']) health.failed(Object.assign(new Error('refused'), { code }));
    expect([health.whyFailing(), health.failures()]).toEqual([null, 0]);
    for (let failed = 0; failed < FAILURES_MIN; failed += 1) health.failed(diskFull);
    health.forget();
    expect(health.whyFailing()).toBeNull();
  });
});

describe.skipIf(!hasPostgres)('a gateway whose database fails every commit', () => {
  let opened: GatewayWithSql;
  const lines: string[] = [];
  beforeAll(async () => {
    opened = await openGatewayWithSql({ logger: createLogger('info', { write: (line) => void lines.push(line) }) });
    await opened.sql.unsafe(`
      create function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger disk_full before insert on match_log for each statement execute function disk_full();
      alter table match_log disable trigger disk_full`);
  });
  afterAll(() => opened.close());

  const post = () =>
    opened.gateway.call('POST', 'games/sunday-5s/marker', {
      token: TOKENS.club,
      body: { id: randomUUID(), timestamp: new Date().toISOString(), type: 'Goal', primary_player_pc_id: 1 },
    });
  const ready = () => opened.gateway.call('GET', '/readyz');
  const metric = async (name: string) => {
    const answer = await fetch(`${opened.gateway.url}/metrics`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await answer.text())?.[1]);
  };

  it('rule OPS-7: is not ready, says so in the metrics and once in the log, and recovers with the next success', async () => {
    expect((await post()).status).toBe(201);
    await opened.sql`alter table match_log enable trigger disk_full`;
    for (let write = 0; write < 5; write += 1) expect((await post()).status).toBe(503);
    expect(await ready()).toMatchObject({ status: 503, body: { reason: 'database' } });
    expect(await metric('touchline_database_up')).toBe(0);
    expect(await metric('touchline_commits_failed_total')).toBeGreaterThanOrEqual(5);
    expect(lines.filter((line) => line.includes('"msg":"commits fail"'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('"stack"'))).toHaveLength(1);

    await opened.sql`alter table match_log disable trigger disk_full`;
    expect((await post()).status).toBe(201);
    expect((await ready()).status).toBe(200);
    expect(await metric('touchline_database_up')).toBe(1);
  });
});
