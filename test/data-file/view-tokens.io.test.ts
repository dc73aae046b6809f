// View tokens in a backup: they keep working on another database, and revoked ones stay revoked.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFileSchema } from '../../protocol/data-file/data-file.ts';
import { Problem } from '../../src/ops/problem.ts';
import { exported } from '../support/exported.ts';
import { importData } from '../../src/data-file/import.ts';
import { findToken, hashToken } from '../../src/store/tokens.ts';
import { findMakers } from '../../src/store/view-tokens.ts';
import { bestDatabase, openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { daysFromNow, hoursFromNow, iso } from '../support/dates.ts';
import { openTestGateway } from '../support/gateway.ts';
import { ADMIN_TOKEN, TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const faultsOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
  try {
    await work;
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
};

describe.each(await testDatabases())('from %s', (kind) => {
  let store: TestStore;
  let copy: TestStore;
  beforeAll(async () => {
    [store, copy] = [await openTestStore(kind), await openTestStore(await bestDatabase())];
    await importData(store.sql, world());
  });
  afterAll(async () => {
    await store.close();
    await copy.close();
  });

  const viewToken = (more: object) => ({
    id: randomUUID(),
    channels: ['game:100', 'club:riverside-fc'],
    created_at: iso(hoursFromNow(-3)),
    expires_at: iso(daysFromNow(1)),
    ...more,
  });
  const apply = (to: TestStore, ...view_tokens: object[]) => importData(to.sql, { touchline_data: 1, view_tokens });

  test('a round trip gives equal view tokens and keeps their makers', async () => {
    const token = await findToken(store.sql, hashToken(TOKENS.club));
    const made = viewToken({
      token_id: token?.id,
      last_used_at: iso(hoursFromNow(-2)),
      last_used_from: '10.0.0.1',
      name: 'Stand B',
    });
    const own = viewToken({ user_id: 1, revoked: true });
    expect((await apply(store, made, own)).counts.view_tokens).toEqual({ created: 2, updated: 0, unchanged: 0 });
    const file: unknown = JSON.parse(JSON.stringify(await exported(store.sql)));
    expect(dataFileSchema.safeParse(file).error).toBeUndefined();
    await importData(copy.sql, file);
    expect(await exported(copy.sql)).toEqual(file);
    expect((await importData(copy.sql, file)).counts.view_tokens.unchanged).toBe(2);
    expect(await findMakers(copy.sql, [made.id, own.id])).toEqual([
      { viewId: made.id, maker: { kind: 'token', id: token?.id } },
    ]);
  });

  test('a maker with another id in the new database stays the maker', async () => {
    // Another token has this id here.
    const taken = (await findToken(copy.sql, hashToken(TOKENS.club)))?.id ?? 0;
    const made = viewToken({ token_id: taken });
    const key = { kind: 'club_app', club: 'hilltop', app_name: 'Moved', token: 'moved-app-0123456789', id: taken };
    await importData(copy.sql, { touchline_data: 1, tokens: [key], view_tokens: [made] });
    const moved = (await findToken(copy.sql, hashToken('moved-app-0123456789')))?.id ?? 0;
    expect(moved).not.toBe(taken);
    expect(await findMakers(copy.sql, [made.id])).toEqual([{ viewId: made.id, maker: { kind: 'token', id: moved } }]);
  });

  test('a backup undoes no revocation and no later use', async () => {
    const made = viewToken({ user_id: 1, last_used_at: iso(hoursFromNow(-2)), last_used_from: '10.0.0.1' });
    await apply(store, made);
    await store.sql`update view_token set revoked = true, last_used_at = ${hoursFromNow(-1)} where id = ${made.id}`;
    expect((await apply(store, { ...made, revoked: false })).counts.view_tokens.unchanged).toBe(1);
    expect(await findMakers(store.sql, [made.id])).toEqual([]);
  });

  test.each([
    [{ token_id: 999_999 }, 'view_tokens[0].token_id: There is no token 999999 in the file or the database.'],
    [{ user_id: 999 }, 'view_tokens[0].user_id: There is no user 999 in the file or the database.'],
    [{ user_id: 1, token_id: 1 }, 'view_tokens[0].token_id: Give token_id or user_id: exactly one of the two.'],
    [{}, 'view_tokens[0].token_id: Give token_id or user_id: exactly one of the two.'],
  ])('%j is refused', async (maker, fault) => {
    expect(await faultsOf(apply(store, viewToken(maker)))).toEqual([fault]);
  });

  test('two view tokens with the same id are refused', async () => {
    const made = viewToken({ user_id: 1 });
    const [fault] = await faultsOf(apply(store, made, { ...made, id: made.id.toUpperCase() }));
    expect(fault).toContain('is also at view_tokens[0].id');
  });
});

test('a screen’s address works on the server with the restored backup', async () => {
  const old = await openTestGateway();
  const token = await old.viewToken(TOKENS.tournament, 'match:701');
  const { body: backup } = await old.call<object>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
  await old.close();
  const next = await openTestGateway({ data: backup });
  const read = await next.call('GET', 'live/match:701', { token });
  await next.close();
  expect(read.status).toBe(200);
});
