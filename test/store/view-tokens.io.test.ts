// Stored view tokens and last uses.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Trail } from '../../src/store/audit.ts';
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
import { filledStore } from '../support/filled-store.ts';
import { hilltopUnited, riversideFc, theAutumnCup, trailOf } from '../support/managed.ts';
import { statusOf } from '../support/refusal.ts';
import { thisMinute } from '../support/dates.ts';
import { testDatabases } from '../support/database.ts';
import { world } from '../support/world/world.ts';

const AT = thisMinute;

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, world);

  const trail = (of: Trail) => trailOf(store.sql, of);

  describe('view tokens', () => {
    const made = (channels: readonly string[], maker: { kind: 'token' | 'person'; id: number }, more: object = {}) => ({
      viewId: randomUUID(),
      maker,
      channels,
      name: null,
      createdAt: AT,
      expiresAt: AT + 86_400_000,
      ...more,
    });
    const listed = async (resource: Resource, now = AT): Promise<string[]> =>
      (await listViewTokens(store.sql, resource, now)).map(
        ({ channels, madeBy, keyOf, isPerson }) =>
          `${channels.join(' ')} by ${madeBy ?? `${keyOf} key`}${isPerson ? ' himself' : ''}`,
      );

    test('are listed where their channels or the token of their maker belong', async () => {
      const key = { kind: 'token' as const, id: (await findKey(store.sql, riversideFc))?.id ?? 0 };
      const person = { kind: 'person' as const, id: 1 };
      await insertViewToken(store.sql, made(['match:801'], key));
      await insertPersonsViewToken(
        store.sql,
        made(['game:100', 'club:riverside-fc'], person, { createdAt: AT + 1 }),
        riversideFc,
      );
      await insertPersonsViewToken(store.sql, made(['match:701'], person), theAutumnCup);
      await insertViewToken(store.sql, made(['game:110'], person));
      expect(await listed(riversideFc)).toEqual([
        'game:100 club:riverside-fc by Ana Silva himself',
        'match:801 by club key',
      ]);
      expect(await listed(theAutumnCup)).toEqual(['match:701 by Ana Silva himself']);
      expect(await listed(hilltopUnited)).toEqual(['game:110 by Ana Silva himself']);
      expect((await trail(theAutumnCup))[0]).toBe('Ana Silva: view_token_made match:701');
      expect(await listed(theAutumnCup, AT + 86_400_000), 'expired').toEqual([]);
    });

    test('are valid until they are revoked, where they are listed', async () => {
      const [token] = await listViewTokens(store.sql, theAutumnCup, AT);
      if (!token) throw new Error('There is none.');
      const { viewId } = token;
      expect(await findMakers(store.sql, [viewId, randomUUID()])).toEqual([
        { viewId, maker: { kind: 'person', id: 1 } },
      ]);
      const end = (resource: Resource) => revokeViewToken(store.sql, { viewId, resource, userId: 2, at: AT + 20 });
      expect(await end(riversideFc), 'another page').toBe(false);
      expect(await end(theAutumnCup)).toBe(true);
      expect(await end(theAutumnCup), 'a second time').toBe(false);
      expect(await findMakers(store.sql, [viewId])).toEqual([]);
      expect(await listed(theAutumnCup)).toEqual([]);
      expect((await trail(theAutumnCup))[0]).toBe('Rui Costa: view_token_revoked match:701');
    });

    test('rule LIMIT-7: that have expired are deleted', async () => {
      const past = made(['game:110'], { kind: 'person', id: 3 }, { expiresAt: AT - 1 });
      await insertViewToken(store.sql, { ...past, createdAt: AT - 10 });
      expect(await findMakers(store.sql, [past.viewId])).toHaveLength(1);
      await insertViewToken(store.sql, made(['game:110'], { kind: 'person', id: 3 }));
      expect(await findMakers(store.sql, [past.viewId])).toEqual([]);
    });

    test(`rule LIMIT-7: are limited to ${VIEW_TOKENS_MAX} per maker`, async () => {
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

  test('rule ACCESS-16: the last use only increases, in whole minutes', async () => {
    const id = (await findKey(store.sql, riversideFc))?.id ?? 0;
    const [view] = await listViewTokens(store.sql, riversideFc, AT);
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
    expect(await findKey(store.sql, riversideFc)).toMatchObject({ lastUsedAt: AT });
    const [after] = (await listViewTokens(store.sql, riversideFc, AT)).filter((token) => token.viewId === viewId);
    expect(after).toMatchObject({ lastUsedAt: AT, lastUsedFrom: '10.0.0.1' });
  });

  test(`are limited to the newest ${VIEW_TOKENS_LISTED} on a page, for all games of the club`, async () => {
    await store.sql`
      insert into view_token (id, user_id, channels, created_at, expires_at)
      select gen_random_uuid(), 3, jsonb_build_array('game:' || (100 + n % 2)), ${AT}::bigint + n, ${AT + 86_400_000}
      from generate_series(1, ${VIEW_TOKENS_LISTED + 50}::int) n`;
    const made = (await listViewTokens(store.sql, riversideFc, AT)).map(({ createdAt }) => createdAt - AT);
    expect(made).toEqual(Array.from({ length: VIEW_TOKENS_LISTED }, (_, index) => VIEW_TOKENS_LISTED + 50 - index));
  });
});
