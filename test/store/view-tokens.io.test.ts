// Stored view tokens and last uses.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../src/ops/problem.ts';
import { readAudit, type Trail } from '../../src/store/audit.ts';
import { importData } from '../../src/data-file/import.ts';
import type { Resource } from '../../src/store/integrations.ts';
import { findKey } from '../../src/store/keys.ts';
import { writeUses } from '../../src/store/last-used.ts';
import {
  findMakers,
  insertPersonsViewToken,
  insertViewToken,
  listViewTokens,
  revokeViewToken,
  VIEW_TOKENS_LISTED,
  VIEW_TOKENS_MAX,
} from '../../src/store/view-tokens.ts';
import { thisMinute } from '../support/dates.ts';
import { openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { sampleData } from '../support/sample.ts';

const club: Resource = { kind: 'club', id: 10, slug: 'riverside-fc', name: 'Riverside FC' };
const hilltop: Resource = { kind: 'club', id: 11, slug: 'hilltop', name: 'Hilltop United' };
const cup: Resource = { kind: 'tournament', id: 7, slug: 'autumn-cup', name: 'Autumn Cup' };
const AT = thisMinute;

describe.each(await testDatabases())('on %s', (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
    await importData(store.sql, sampleData());
  });
  afterAll(() => store.close());

  const trail = async (of: Trail): Promise<string[]> =>
    (await readAudit(store.sql, of, null)).map((entry) => `${entry.userName}: ${entry.action} ${entry.subject}`.trim());
  const statusOf = async (work: Promise<unknown>): Promise<number> => {
    try {
      await work;
      return 200;
    } catch (error) {
      if (error instanceof Problem) return error.status;
      throw error;
    }
  };

  describe('view tokens', () => {
    const made = (channels: readonly string[], maker: { kind: 'token' | 'person'; id: number }, more: object = {}) => ({
      viewId: randomUUID(),
      maker,
      channels,
      createdAt: AT,
      expiresAt: AT + 86_400_000,
      ...more,
    });
    const listed = async (resource: Resource, now = AT): Promise<string[]> =>
      (await listViewTokens(store.sql, resource, now)).map(
        ({ channels, madeBy, isPerson }) => `${channels.join(' ')} by ${madeBy}${isPerson ? ' himself' : ''}`,
      );

    test('are listed where their channels or the token of their maker belong', async () => {
      const key = { kind: 'token' as const, id: (await findKey(store.sql, club))?.id ?? 0 };
      const person = { kind: 'person' as const, id: 1 };
      await insertViewToken(store.sql, made(['match:801'], key));
      await insertPersonsViewToken(
        store.sql,
        made(['game:100', 'club:riverside-fc'], person, { createdAt: AT + 1 }),
        club,
      );
      await insertPersonsViewToken(store.sql, made(['match:701'], person), cup);
      await insertViewToken(store.sql, made(['game:110'], person));
      expect(await listed(club)).toEqual(['game:100 club:riverside-fc by Ana Silva himself', 'match:801 by club key']);
      expect(await listed(cup)).toEqual(['match:701 by Ana Silva himself']);
      expect(await listed(hilltop)).toEqual(['game:110 by Ana Silva himself']);
      expect((await trail(cup))[0]).toBe('Ana Silva: view_token_made match:701');
      expect(await listed(cup, AT + 86_400_000), 'expired').toEqual([]);
    });

    test('are valid until they are revoked, where they are listed', async () => {
      const [token] = await listViewTokens(store.sql, cup, AT);
      if (!token) throw new Error('There is none.');
      const { viewId } = token;
      expect(await findMakers(store.sql, [viewId, randomUUID()])).toEqual([
        { viewId, maker: { kind: 'person', id: 1 } },
      ]);
      const end = (resource: Resource) => revokeViewToken(store.sql, { viewId, resource, userId: 2, at: AT + 20 });
      expect(await end(club), 'another page').toBe(false);
      expect(await end(cup)).toBe(true);
      expect(await end(cup), 'a second time').toBe(false);
      expect(await findMakers(store.sql, [viewId])).toEqual([]);
      expect(await listed(cup)).toEqual([]);
      expect((await trail(cup))[0]).toBe('Rui Costa: view_token_revoked match:701');
    });

    test('that have expired are deleted', async () => {
      const past = made(['game:110'], { kind: 'person', id: 3 }, { expiresAt: AT - 1 });
      await insertViewToken(store.sql, { ...past, createdAt: AT - 10 });
      expect(await findMakers(store.sql, [past.viewId])).toHaveLength(1);
      await insertViewToken(store.sql, made(['game:110'], { kind: 'person', id: 3 }));
      expect(await findMakers(store.sql, [past.viewId])).toEqual([]);
    });

    test(`are limited to ${VIEW_TOKENS_MAX} per maker`, async () => {
      const maker = { kind: 'person' as const, id: 5 };
      await store.sql`
        insert into view_token (id, user_id, channels, created_at, expires_at)
        select gen_random_uuid(), 5, '["game:999"]', ${AT}, ${AT + 86_400_000} from generate_series(1, ${VIEW_TOKENS_MAX}::int)`;
      expect(await statusOf(insertViewToken(store.sql, made(['game:100'], maker)))).toBe(429);
      expect(await statusOf(insertViewToken(store.sql, made(['game:100'], { ...maker, id: 2 }))), 'others may').toBe(
        200,
      );
      await store.sql`update view_token set revoked = true where user_id = 5`;
      expect(await statusOf(insertViewToken(store.sql, made(['game:100'], maker)))).toBe(200);
    });
  });

  test('the last use only increases, in whole minutes', async () => {
    const id = (await findKey(store.sql, club))?.id ?? 0;
    const [view] = await listViewTokens(store.sql, club, AT);
    const viewId = view?.viewId ?? '';
    const write = (minute: number, from: string) =>
      writeUses(
        store.sql,
        [{ id, minute }],
        [
          { id: viewId, minute, from },
          { id: randomUUID(), minute, from },
        ],
      );
    await write(AT, '10.0.0.1');
    await write(AT - 60_000, '10.0.0.2');
    await write(AT, '10.0.0.3');
    expect(await findKey(store.sql, club)).toMatchObject({ lastUsedAt: AT });
    const [after] = (await listViewTokens(store.sql, club, AT)).filter((token) => token.viewId === viewId);
    expect(after).toMatchObject({ lastUsedAt: AT, lastUsedFrom: '10.0.0.1' });
  });

  test(`are limited to the newest ${VIEW_TOKENS_LISTED} on a page, for all games of the club`, async () => {
    await store.sql`
      insert into view_token (id, user_id, channels, created_at, expires_at)
      select gen_random_uuid(), 3, jsonb_build_array('game:' || (100 + n % 2)), ${AT}::bigint + n, ${AT + 86_400_000}
      from generate_series(1, ${VIEW_TOKENS_LISTED + 50}::int) n`;
    const made = (await listViewTokens(store.sql, club, AT)).map(({ createdAt }) => createdAt - AT);
    expect(made).toEqual(Array.from({ length: VIEW_TOKENS_LISTED }, (_, index) => VIEW_TOKENS_LISTED + 50 - index));
  });
});
