// Stored keys, apps, view tokens and the audit trail.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { disconnectApp, listApps } from '../../src/store/apps.ts';
import { AUDIT_PAGE, readAudit, type Trail, writeAudit } from '../../src/store/audit.ts';
import { importData } from '../../src/data-file/import.ts';
import { exported } from '../support/exported.ts';
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
import { filledStore } from '../support/filled-store.ts';
import { hilltopUnited, riversideFc, theAutumnCup, trailOf } from '../support/managed.ts';
import { statusOf } from '../support/refusal.ts';
import { thisMinute } from '../support/dates.ts';
import { testDatabases } from '../support/database.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { MATCH_KICK_OFF } from '../support/world/tournaments.ts';
import { RIVERSIDE } from '../support/world/clubs.ts';
import { world } from '../support/world/world.ts';

const AT = thisMinute;

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, world);

  const isValid = async (token: string): Promise<boolean> => {
    const row = await findToken(store.sql, hashToken(token));
    return row !== null && !row.revoked;
  };
  const seen = async (resource: Resource): Promise<number | null> => (await findKey(store.sql, resource))?.id ?? null;
  const trail = (of: Trail) => trailOf(store.sql, of);

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
    ] as const)('rule ACCESS-3: %s %s for user %i: %s', async (resource, slug, userId, role) => {
      expect((await findResourceRole(store.sql, resource, slug, userId))?.role ?? null).toBe(role);
    });
  });

  describe('the shared key', () => {
    test('rules ACCESS-13, PAGE-5: is replaced by the next one and revoked, with an audit entry each', async () => {
      const first = { resource: riversideFc, userId: 1, seen: await seen(riversideFc), at: AT };
      await replaceKey(store.sql, first, hashToken('second'));
      expect([await isValid(TOKENS.club), await isValid('second')]).toEqual([false, true]);
      expect(await findKey(store.sql, riversideFc)).toMatchObject({ createdAt: AT, lastUsedAt: null });
      const id = (await seen(riversideFc)) ?? 0;
      await revokeKey(store.sql, { ...first, seen: id, at: AT + 1 });
      expect([await isValid('second'), await seen(riversideFc)]).toEqual([false, null]);
      await replaceKey(store.sql, { ...first, seen: null, at: AT + 2 }, hashToken('third'));
      expect(await isValid('third')).toBe(true);
      expect(await trail(riversideFc)).toEqual([
        'Ana Silva: key_generated',
        'Ana Silva: key_revoked',
        'Ana Silva: key_regenerated',
      ]);
      expect(await trail(theAutumnCup), 'another page').toEqual([]);
    });

    test('rule PAGE-5: is changed by one of two simultaneous requests; the other gets 409', async () => {
      const change = { resource: theAutumnCup, userId: 1, seen: await seen(theAutumnCup), at: AT };
      const statuses = await Promise.all([
        statusOf(replaceKey(store.sql, change, hashToken('mine'))),
        statusOf(replaceKey(store.sql, change, hashToken('yours'))),
      ]);
      expect(statuses.sort()).toEqual([200, 409]);
      expect([await isValid('mine'), await isValid('yours')].filter(Boolean)).toHaveLength(1);
      expect(await statusOf(revokeKey(store.sql, { ...change, seen: change.seen ?? 0 }))).toBe(409);
      expect(await trail(theAutumnCup)).toEqual(['Ana Silva: key_regenerated']);
    });

    test('rule DATA-10: that was revoked or regenerated on a page stays so when the old data file is applied again', async () => {
      await importData(store.sql, world());
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
      expect(await namesOf(riversideFc)).toEqual([
        'Old App of Ana Silva, resource',
        'Score Phone of Ana Silva, account',
      ]);
      expect(await namesOf(theAutumnCup)).toEqual([
        'Old App of Ana Silva, resource',
        'Score Phone of Ana Silva, account',
      ]);
      expect(await namesOf(hilltopUnited)).toEqual([]);
      expect(await namesOf({ kind: 'user', id: 1 })).toEqual(['Score Phone of Ana Silva, account']);
      expect(await namesOf({ kind: 'user', id: 4 })).toEqual(['Score Phone of Max Member, account']);
    });

    test('are disconnected one by one, with permission, and only where they are listed', async () => {
      const [legacy, phone] = await listApps(store.sql, riversideFc);
      const end = (of: Trail, tokenId = 0, userId = 1, ownOnly = false) =>
        disconnectApp(store.sql, { of, tokenId, userId, ownOnly, at: AT + 10 });
      expect(await end(hilltopUnited, phone?.id, 3), 'another club').toBeNull();
      expect(await end({ kind: 'user', id: 4 }, phone?.id, 4), 'another user').toBeNull();
      expect(await end(riversideFc, phone?.id, 2, true), 'a moderator, not his').toBeNull();
      expect(await isValid(TOKENS.app)).toBe(true);
      expect(await end(riversideFc, legacy?.id)).toMatchObject({ name: 'Old App', reach: 'resource' });
      expect([await isValid(TOKENS.clubApp), await isValid(TOKENS.app), await isValid(TOKENS.tournamentApp)]).toEqual([
        false,
        true,
        true,
      ]);
      await store.sql`insert into sealed_token (token_id, sealed) values (${phone?.id ?? 0}, 'x')`;
      expect(await end(theAutumnCup, phone?.id, 2)).toMatchObject({ name: 'Score Phone' });
      expect(await store.sql`select from sealed_token`, 'its secret is not kept').toHaveLength(0);
      expect(await end(theAutumnCup, phone?.id, 2), 'a second time').toBeNull();
      expect([await isValid(TOKENS.app), await isValid(TOKENS.memberApp)]).toEqual([false, true]);
      expect((await trail(theAutumnCup))[0]).toBe('Rui Costa: app_disconnected Score Phone');
      expect((await trail({ kind: 'user', id: 1 }))[0], 'its user sees it too').toBe(
        'Rui Costa: app_disconnected Score Phone',
      );
      expect((await trail(riversideFc))[0]).toBe('Ana Silva: app_disconnected Old App');
    });
  });

  test('the trail comes in pages, newest first', async () => {
    for (let n = 0; n < AUDIT_PAGE * 2; n += 1) {
      await writeAudit(
        store.sql,
        { userId: 3, action: 'view_token_made', subject: `n${n}`, resource: hilltopUnited },
        AT + n,
      );
    }
    const first = await readAudit(store.sql, hilltopUnited, null);
    expect([first.length, first[0]?.subject]).toEqual([AUDIT_PAGE + 1, `n${AUDIT_PAGE * 2 - 1}`]);
    const second = await readAudit(store.sql, hilltopUnited, first[AUDIT_PAGE - 1]?.id ?? 0);
    expect([second.length, second[0]?.subject, second.at(-1)?.subject]).toEqual([
      AUDIT_PAGE,
      `n${AUDIT_PAGE - 1}`,
      'n0',
    ]);
  });

  test('offers: the own games and matches, upcoming ones first', async () => {
    expect((await readOffers(store.sql, riversideFc, AT)).map(({ channel, path }) => [channel, path])).toEqual([
      ['game:100', '/clubs/riverside-fc/games/sunday-5s'],
      ['game:101', '/clubs/riverside-fc/games/three-teams'],
    ]);
    expect(await readOffers(store.sql, theAutumnCup, AT)).toEqual([
      {
        channel: 'match:701',
        path: '/tournaments/autumn-cup/matches/701',
        title: 'Riverside vs Hilltop',
        at: MATCH_KICK_OFF,
        zone: null,
        homePlace: null,
        awayPlace: null,
      },
      {
        channel: 'match:702',
        path: '/tournaments/autumn-cup/matches/702',
        title: 'Riverside vs Winner of A2',
        at: null,
        zone: null,
        homePlace: null,
        awayPlace: 'Winner of A2',
      },
    ]);
    expect(await readAuthorized(store.sql, 7)).toEqual([
      {
        channel: 'match:701',
        title: 'Riverside vs Hilltop',
        at: MATCH_KICK_OFF,
        zone: null,
        homePlace: null,
        awayPlace: null,
        clubs: ['Riverside FC'],
      },
    ]);
    const owns = (resource: Resource, channel: string) => isChannelOf(store.sql, resource, channel);
    expect([await owns(riversideFc, 'club:riverside-fc'), await owns(riversideFc, 'game:100')]).toEqual([true, true]);
    expect([
      await owns(riversideFc, 'game:110'),
      await owns(riversideFc, 'club:hilltop'),
      await owns(riversideFc, 'match:701'),
    ]).toEqual([false, false, false]);
    expect([await owns(theAutumnCup, 'match:701'), await owns(theAutumnCup, 'match:801')]).toEqual([true, false]);
  });

  test('rule ACCESS-8: deleting a user deletes the apps that acted for the user, and keeps those of the club', async () => {
    const { sql } = store;
    await importData(sql, {
      touchline_data: 1,
      users: [{ id: 9, slug: 'gone', name: 'Gone Soon', email: 'gone@example.org' }],
      clubs: [{ ...RIVERSIDE, members: [{ user_id: 9, role: 'Moderator' }] }],
      tokens: [
        { kind: 'connected_app', app_name: 'Phone', user_id: 9, token: 'phone-of-gone' },
        { kind: 'club_app', club: 'riverside-fc', app_name: 'Board', user_id: 9, token: 'board-of-club' },
      ],
    });
    const own = { viewId: randomUUID(), maker: { kind: 'person' as const, id: 9 }, channels: ['game:100'], name: null };
    await insertPersonsViewToken(sql, { ...own, createdAt: AT, expiresAt: AT + 1_000 }, riversideFc);
    await sql`delete from app_user where id = 9`;
    expect([await isValid('phone-of-gone'), await isValid('board-of-club')]).toEqual([false, true]);
    expect(await findMakers(sql, [own.viewId])).toEqual([]);
    expect((await trail(riversideFc))[0], 'the entries of the deleted user stay').toBe(
      'Gone Soon: view_token_made game:100',
    );
    expect(await exported(sql), 'and an export is complete').toMatchObject({ touchline_data: 1 });
  });

  // The embedded database has one session, so its transactions run one after the other anyway.
  test.skipIf(kind === 'embedded')('nothing is changed while a data file is being applied', async () => {
    const change = { resource: hilltopUnited, userId: 3, seen: await seen(hilltopUnited), at: AT };
    await store.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
      expect(await statusOf(replaceKey(store.sql, change, hashToken('x')))).toBe(503);
    });
    expect(await statusOf(replaceKey(store.sql, change, hashToken('x')))).toBe(200);
  });
});
