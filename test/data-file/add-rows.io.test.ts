// Many teams or players at once, the same form twice, and many changes that wait.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRows } from '../../src/data-file/make-fixtures.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { withImportLock } from '../../src/data-file/import-lock.ts';
import { openStore } from '../../src/store/driver/open.ts';
import { IMPORT_LOCK } from '../../src/store/integrations.ts';
import { iso } from '../support/dates.ts';
import { type GatewayWithSql, openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { TOKENS } from '../support/world/tokens.ts';

let world: GatewayWithSql;
beforeAll(async () => {
  world = await openGatewayWithSql();
});
afterAll(() => world.close());

it('rule MANAGE-10: one key adds its rows once, also twice at the same moment', async () => {
  const { gateway, sql } = world;
  const databaseUrl = gateway.config.databaseUrl ?? '';
  const store = await openStore({ databaseUrl, home: '', logger: createLogger('silent') });
  const target = { owner: 'autumn-cup', by: 1 };
  const add = (key: string | null) => addRows(store.sql, target, 'team', [{ name: 'Lions' }, { name: 'Tigers' }], key);
  const count = async () =>
    Number((await sql`select count(*) from tournament_team where name = 'Lions'`)[0]?.['count']);
  await Promise.all([add('k1'), add('k1')]);
  await add('k1');
  expect(await count()).toBe(1);
  await add('k2');
  expect(await count()).toBe(2);
  await add(null);
  expect(await count()).toBe(3);
  await store.close();
});

it('rule MANAGE-8: a change waits 8 seconds for an import, the time in the queue included', async () => {
  const { gateway } = world;
  const databaseUrl = gateway.config.databaseUrl ?? '';
  const store = await openStore({ databaseUrl, home: '', logger: createLogger('silent') });
  const timeoutOf = (client: string) =>
    withImportLock(
      store.sql,
      client,
      async (tx) =>
        (
          await tx<{ ms: number }[]>`
      select setting::int as ms from pg_settings where name = 'lock_timeout'`
        )[0]?.ms ?? 0,
    );
  const [first, second, third] = await Promise.all(['a', 'b', 'c'].map(timeoutOf));
  expect(first).toBeGreaterThan(7_000);
  expect(first).toBeLessThanOrEqual(8_000);
  // Two are under way at once; the third has waited in the queue.
  expect(third).toBeLessThan(Math.max(first ?? 0, second ?? 0));
  await store.close();
});

it('rule MANAGE-8: changes that wait for an import leave the database to the markers of others', async () => {
  const { gateway, sql } = world;
  await sql`select pg_advisory_lock(${IMPORT_LOCK})`;
  const changes = Array.from({ length: 12 }, (_, index) =>
    gateway.call('PATCH', 'clubs/hilltop/members/3', {
      token: TOKENS.otherClub,
      body: { jersey_number: 1 + index },
    }),
  );
  const waiting = async () =>
    Number((await sql`select count(*) from pg_locks where locktype = 'advisory' and not granted`)[0]?.['count']);
  await expect.poll(waiting).toBe(2);
  const marker = { id: randomUUID(), type: 'Foul', team: 'home', timestamp: iso(Date.now()) };
  const address = 'tournaments/autumn-cup/matches/701/markers';
  expect((await gateway.call('POST', address, { token: TOKENS.tournament, body: marker })).status).toBe(201);
  await sql`select pg_advisory_unlock(${IMPORT_LOCK})`;
  for (const { status } of await Promise.all(changes)) expect([200, 503]).toContain(status);
});
