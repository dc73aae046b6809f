// Stored keys, apps, view tokens and the audit trail.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../src/ops/problem.ts';
import { disconnectApp, listApps } from '../../src/store/apps.ts';
import { AUDIT_PAGE, readAudit, type Trail, writeAudit } from '../../src/store/audit.ts';
import { importData } from '../../src/data-file/import.ts';
import { exportData } from '../../src/data-file/export.ts';
import {
  findResourceRole,
  IMPORT_LOCK,
  isChannelOf,
  readAuthorized,
  readOffers,
  type Resource,
} from '../../src/store/integrations.ts';
import { findKey, replaceKey, revokeKey } from '../../src/store/keys.ts';
import { findToken, hashToken } from '../../src/store/tokens.ts';
import { findMakers, insertPersonsViewToken } from '../../src/store/view-tokens.ts';
import { thisMinute } from '../support/dates.ts';
import { openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { MATCH_KICK_OFF, sampleData, TOKENS } from '../support/sample.ts';

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

  const isValid = async (token: string): Promise<boolean> => {
    const row = await findToken(store.sql, hashToken(token));
    return row !== null && !row.revoked;
  };
  const seen = async (resource: Resource): Promise<number | null> => (await findKey(store.sql, resource))?.id ?? null;
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

  describe('the role of a user in a club or tournament', () => {
    test.each([
      ['club', 'riverside-fc', 1, 'owner'],
      ['club', 'riverside-fc', 2, 'moderator'],
      ['club', 'riverside-fc', 3, null],
      ['club', 'riverside-fc', 5, 'administrator'],
      ['club', 'hilltop', 1, null],
      ['club', 'nowhere', 5, null],
      ['tournament', 'autumn-cup', 1, 'organizer'],
      ['tournament', 'autumn-cup', 2, 'host club moderator'],
      ['tournament', 'autumn-cup', 3, null],
      ['tournament', 'spring-cup', 3, 'organizer'],
      ['tournament', 'spring-cup', 5, 'administrator'],
      ['tournament', 'riverside-fc', 1, null],
    ] as const)('%s %s for user %i: %s', async (resource, slug, userId, role) => {
      expect((await findResourceRole(store.sql, resource, slug, userId))?.role ?? null).toBe(role);
    });
  });

  describe('the shared key', () => {
    test('is replaced by the next one and revoked, with an audit entry each', async () => {
      const first = { resource: club, userId: 1, seen: await seen(club), at: AT };
      await replaceKey(store.sql, first, hashToken('second'));
      expect([await isValid(TOKENS.club), await isValid('second')]).toEqual([false, true]);
      expect(await findKey(store.sql, club)).toMatchObject({ createdAt: AT, lastUsedAt: null });
      const id = (await seen(club)) ?? 0;
      await revokeKey(store.sql, { ...first, seen: id, at: AT + 1 });
      expect([await isValid('second'), await seen(club)]).toEqual([false, null]);
      await replaceKey(store.sql, { ...first, seen: null, at: AT + 2 }, hashToken('third'));
      expect(await isValid('third')).toBe(true);
      expect(await trail(club)).toEqual([
        'Ana Silva: key_generated',
        'Ana Silva: key_revoked',
        'Ana Silva: key_regenerated',
      ]);
      expect(await trail(cup), 'another page').toEqual([]);
    });

    test('is changed by one of two simultaneous requests; the other gets 409', async () => {
      const change = { resource: cup, userId: 1, seen: await seen(cup), at: AT };
      const statuses = await Promise.all([
        statusOf(replaceKey(store.sql, change, hashToken('mine'))),
        statusOf(replaceKey(store.sql, change, hashToken('yours'))),
      ]);
      expect(statuses.sort()).toEqual([200, 409]);
      expect([await isValid('mine'), await isValid('yours')].filter(Boolean)).toHaveLength(1);
      expect(await statusOf(revokeKey(store.sql, { ...change, seen: change.seen ?? 0 }))).toBe(409);
      expect(await trail(cup)).toEqual(['Ana Silva: key_regenerated']);
    });

    test('that was revoked or regenerated on a page stays so when the old data file is applied again', async () => {
      await importData(store.sql, sampleData());
      expect([await isValid(TOKENS.club), await isValid('third'), await isValid(TOKENS.tournament)]).toEqual([
        false,
        true,
        false,
      ]);
    });
  });

  describe('connected apps', () => {
    const namesOf = async (of: Trail): Promise<string[]> =>
      (await listApps(store.sql, of)).map(({ name, userName, reach }) => `${name} of ${String(userName)}, ${reach}`);

    test('of a club and a tournament: apps of users who manage it now, and its legacy apps', async () => {
      expect(await namesOf(club)).toEqual(['Old App of Ana Silva, resource', 'Score Phone of Ana Silva, account']);
      expect(await namesOf(cup)).toEqual(['Old App of Ana Silva, resource', 'Score Phone of Ana Silva, account']);
      expect(await namesOf(hilltop)).toEqual([]);
      expect(await namesOf({ kind: 'user', id: 1 })).toEqual(['Score Phone of Ana Silva, account']);
      expect(await namesOf({ kind: 'user', id: 4 })).toEqual(['Score Phone of Max Member, account']);
    });

    test('are disconnected one by one, with permission, and only where they are listed', async () => {
      const [legacy, phone] = await listApps(store.sql, club);
      const end = (of: Trail, tokenId = 0, userId = 1, ownOnly = false) =>
        disconnectApp(store.sql, { of, tokenId, userId, ownOnly, at: AT + 10 });
      expect(await end(hilltop, phone?.id, 3), 'another club').toBeNull();
      expect(await end({ kind: 'user', id: 4 }, phone?.id, 4), 'another user').toBeNull();
      expect(await end(club, phone?.id, 2, true), 'a moderator, not his').toBeNull();
      expect(await isValid(TOKENS.app)).toBe(true);
      expect(await end(club, legacy?.id)).toMatchObject({ name: 'Old App', reach: 'resource' });
      expect([await isValid(TOKENS.clubApp), await isValid(TOKENS.app), await isValid(TOKENS.tournamentApp)]).toEqual([
        false,
        true,
        true,
      ]);
      await store.sql`insert into sealed_token (token_id, sealed) values (${phone?.id ?? 0}, 'x')`;
      expect(await end(cup, phone?.id, 2)).toMatchObject({ name: 'Score Phone' });
      expect(await store.sql`select from sealed_token`, 'its secret is not kept').toHaveLength(0);
      expect(await end(cup, phone?.id, 2), 'a second time').toBeNull();
      expect([await isValid(TOKENS.app), await isValid(TOKENS.memberApp)]).toEqual([false, true]);
      expect((await trail(cup))[0]).toBe('Rui Costa: app_disconnected Score Phone');
      expect((await trail({ kind: 'user', id: 1 }))[0], 'its user sees it too').toBe(
        'Rui Costa: app_disconnected Score Phone',
      );
      expect((await trail(club))[0]).toBe('Ana Silva: app_disconnected Old App');
    });
  });

  test('the trail comes in pages, newest first', async () => {
    for (let n = 0; n < AUDIT_PAGE * 2; n += 1) {
      await writeAudit(
        store.sql,
        { userId: 3, action: 'view_token_made', subject: `n${n}`, resource: hilltop },
        AT + n,
      );
    }
    const first = await readAudit(store.sql, hilltop, null);
    expect([first.length, first[0]?.subject]).toEqual([AUDIT_PAGE + 1, `n${AUDIT_PAGE * 2 - 1}`]);
    const second = await readAudit(store.sql, hilltop, first[AUDIT_PAGE - 1]?.id ?? 0);
    expect([second.length, second[0]?.subject, second.at(-1)?.subject]).toEqual([
      AUDIT_PAGE,
      `n${AUDIT_PAGE - 1}`,
      'n0',
    ]);
  });

  test('offers: the own games and matches, upcoming ones first', async () => {
    expect((await readOffers(store.sql, club, AT)).map(({ channel }) => channel)).toEqual(['game:100', 'game:101']);
    expect(await readOffers(store.sql, cup, AT)).toEqual([
      { channel: 'match:701', title: 'Riverside vs Hilltop', at: MATCH_KICK_OFF },
      { channel: 'match:702', title: 'Riverside vs Winner of A2', at: null },
    ]);
    expect(await readAuthorized(store.sql, 7)).toEqual([
      { match: 'Riverside vs Hilltop', at: MATCH_KICK_OFF, clubs: ['Riverside FC'] },
    ]);
    const owns = (resource: Resource, channel: string) => isChannelOf(store.sql, resource, channel);
    expect([await owns(club, 'club:riverside-fc'), await owns(club, 'game:100')]).toEqual([true, true]);
    expect([await owns(club, 'game:110'), await owns(club, 'club:hilltop'), await owns(club, 'match:701')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([await owns(cup, 'match:701'), await owns(cup, 'match:801')]).toEqual([true, false]);
  });

  test('deleting a user deletes the apps that acted for the user, and keeps those of the club', async () => {
    const { sql } = store;
    await importData(sql, {
      touchline_data: 1,
      users: [{ id: 9, slug: 'gone', name: 'Gone Soon', email: 'gone@example.org' }],
      clubs: [{ ...clubRow, members: [{ user_id: 9, role: 'Moderator' }] }],
      tokens: [
        { kind: 'connected_app', app_name: 'Phone', user_id: 9, token: 'phone-of-gone' },
        { kind: 'club_app', club: 'riverside-fc', app_name: 'Board', user_id: 9, token: 'board-of-club' },
      ],
    });
    const own = { viewId: randomUUID(), maker: { kind: 'person' as const, id: 9 }, channels: ['game:100'] };
    await insertPersonsViewToken(sql, { ...own, createdAt: AT, expiresAt: AT + 1_000 }, club);
    await sql`delete from app_user where id = 9`;
    expect([await isValid('phone-of-gone'), await isValid('board-of-club')]).toEqual([false, true]);
    expect(await findMakers(sql, [own.viewId])).toEqual([]);
    expect((await trail(club))[0], 'what he did stays on record').toBe('Gone Soon: view_token_made game:100');
    expect(await exportData(sql), 'and an export is complete').toMatchObject({ touchline_data: 1 });
  });

  // The embedded database has one session, so its transactions run one after the other anyway.
  test.skipIf(kind === 'embedded')('nothing is changed while a data file is being applied', async () => {
    const change = { resource: hilltop, userId: 3, seen: await seen(hilltop), at: AT };
    await store.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
      expect(await statusOf(replaceKey(store.sql, change, hashToken('x')))).toBe(503);
    });
    expect(await statusOf(replaceKey(store.sql, change, hashToken('x')))).toBe(200);
  });
});

const clubRow = { id: 10, name: 'Riverside FC', slug: 'riverside-fc', created_at: '2024-01-05T10:00:00Z' };
