// Tokens of data files, and what their users manage now.
import { describe, expect, test } from 'vitest';
import { importData } from '../../src/data-file/import.ts';
import { findToken, findTokensById, hashToken, userReaches } from '../../src/store/tokens.ts';
import { testDatabases } from '../support/database.ts';
import { daysFromNow, iso } from '../support/dates.ts';
import { filledStore } from '../support/filled-store.ts';
import { clubFile, cupFile } from '../support/data-file.ts';
import { RIVERSIDE } from '../support/world/clubs.ts';
import { clubKey, TOKENS } from '../support/world/tokens.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, worldWithResults);

  const apply = (file: unknown) => importData(store.sql, file);
  describe('tokens', () => {
    const key = (token: string, parts: object = {}) => ({
      touchline_data: 1,
      tokens: [{ ...clubKey(RIVERSIDE.slug, token), ...parts }],
    });
    const isValid = async (token: string): Promise<boolean | null> => {
      const row = await findToken(store.sql, hashToken(token));
      return row && !row.revoked;
    };

    test('rule ACCESS-15: are identified by the hash of their secret', async () => {
      expect(await findToken(store.sql, hashToken(TOKENS.app))).toMatchObject({
        kind: 'connected_app',
        userId: 1,
        appName: 'Score Phone',
        clubSlug: null,
        revoked: false,
      });
      expect(await findToken(store.sql, hashToken(TOKENS.tournament))).toMatchObject({ tournamentSlug: 'autumn-cup' });
      expect(await findToken(store.sql, hashToken('nothing'))).toBeNull();
      const phone = await findToken(store.sql, hashToken(TOKENS.app));
      expect(await findTokensById(store.sql, [phone?.id ?? 0, 999_999])).toEqual([phone]);
      const rows = await store.sql`select from api_token where token_hash like ${`%${TOKENS.app}%`}`;
      expect(rows).toHaveLength(0);
    });

    test('rules ACCESS-13, DATA-9: a shared key replaces the previous one, and may be restored', async () => {
      await apply(key('second-key'));
      expect([await isValid(TOKENS.club), await isValid('second-key')]).toEqual([false, true]);
      await apply(key(TOKENS.club));
      expect([await isValid(TOKENS.club), await isValid('second-key')]).toEqual([true, false]);
      expect((await apply(key(TOKENS.club))).counts.tokens.unchanged).toBe(1);
    });

    test('rules DATA-9, DATA-10: a file that only lists a revoked token does not restore it', async () => {
      await apply(key(TOKENS.club, { revoked: true }));
      expect(await isValid(TOKENS.club)).toBe(false);
      await apply(key(TOKENS.club));
      expect(await isValid(TOKENS.club)).toBe(false);
      await apply(key(TOKENS.club, { revoked: false }));
      expect(await isValid(TOKENS.club)).toBe(true);
    });

    test('rule DATA-9: a file may revoke the present key behind the new one, and has one valid shared key', async () => {
      const keys = (...tokens: readonly object[]) => ({ touchline_data: 1, tokens });
      const [present, other] = [clubKey(RIVERSIDE.slug, 'present-key'), clubKey(RIVERSIDE.slug, 'other-key')];
      await apply(keys(present));
      await expect(apply(keys(present, other))).rejects.toMatchObject({
        details: [
          { path: 'tokens[1].token', message: expect.stringMatching(/ already has a shared key at tokens\[0\]\.$/u) },
        ],
      });
      await apply(keys(other, { ...present, revoked: true }));
      expect([await isValid('present-key'), await isValid('other-key')]).toEqual([false, true]);
      await apply(keys({ ...present, revoked: false }));
      expect([await isValid('present-key'), await isValid('other-key')]).toEqual([true, false]);
      await apply(key(TOKENS.club));
    });

    test('rule ACCESS-16: an import does not undo a later use, and takes one that was not known', async () => {
      const usedAt = async (): Promise<string[]> => {
        const rows = await store.sql<{ at: number }[]>`
          select last_used_at as at from api_token where token_hash = ${hashToken('used-key')}`;
        return rows.map(({ at }) => new Date(at).toISOString());
      };
      const [early, late] = [iso(daysFromNow(-2)), iso(daysFromNow(-1))];
      for (const last_used_at of [early, late, early, undefined]) await apply(key('used-key', { last_used_at }));
      expect(await usedAt()).toEqual([late]);
    });
  });

  describe('what a user manages', () => {
    const userReach = async (id: number) =>
      (await userReaches(store.sql, [id])).map(({ userId: _, ...reach }) => reach)[0];

    test('rule ACCESS-3: depends on roles, and an administrator is marked', async () => {
      const none = { isAdmin: false, clubs: [], tournaments: [] };
      expect(await userReach(1)).toEqual({ ...none, clubs: ['riverside-fc'], tournaments: ['autumn-cup'] });
      expect(await userReach(2)).toEqual({ ...none, clubs: ['riverside-fc'], tournaments: ['autumn-cup'] });
      expect(await userReach(3)).toEqual({ ...none, tournaments: ['autumn-cup'] });
      expect(await userReach(4)).toEqual(none);
      expect(await userReach(999)).toEqual(none);
      await apply({ touchline_data: 1, users: [{ id: 4, slug: 'max-member', name: 'Max Member', is_admin: true }] });
      expect(await userReach(4)).toEqual({ ...none, isAdmin: true });
    });

    test('rule ACCESS-3: ends with the role', async () => {
      await apply(clubFile({ members: [{ user_id: 2, role: 'Member' }] }));
      expect(await userReach(2)).toEqual({ isAdmin: false, clubs: [], tournaments: [] });
      await apply(clubFile({ members: [{ user_id: 1, status: 'former' }] }));
      expect(await userReach(1)).toEqual({ isAdmin: false, clubs: [], tournaments: [] });
      await apply(cupFile({ organizer_ids: [2] }));
      expect(await userReach(3)).toEqual({ isAdmin: false, clubs: [], tournaments: [] });
      expect(await userReach(2)).toEqual({ isAdmin: false, clubs: [], tournaments: ['autumn-cup'] });
    });
  });
});
