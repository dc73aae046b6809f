import { beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, openCredentials } from '../../src/auth/credentials.ts';
import type { LookupTimeouts } from '../../src/auth/credential-cache.ts';
import { openViewTokens, type ViewTokens } from '../../src/auth/view-tokens.ts';
import { problemOf } from '../support/refusal.ts';
import { clubKeyRow, openTokenStore, type TokenStore } from '../support/token-store.ts';

const SECRET = 'a secret of thirty-two characters';
const MINUTE_MS = 60_000;

let store: TokenStore;
let viewTokens: ViewTokens;
let credentials: Credentials;
let time: number;

const open = (timeouts?: LookupTimeouts): Credentials =>
  openCredentials({
    ...store,
    viewTokens,
    now: () => time,
    steadyNow: () => time,
    ...(timeouts === undefined ? {} : { timeouts }),
  });

beforeEach(() => {
  time = Date.parse('2026-11-22T10:00:00Z');
  store = openTokenStore();
  viewTokens = openViewTokens([SECRET], () => time);
  credentials = open();
});

describe('A bearer token', () => {
  it('rule ACCESS-8: resolves each kind of token to its caller and reach', async () => {
    expect(await credentials.identify('club-key')).toEqual({ kind: 'club_static', tokenId: 1, club: 'riverside-fc' });
    expect(await credentials.identify('club-app')).toEqual({ kind: 'club_app', tokenId: 2, club: 'riverside-fc' });
    expect(await credentials.identify('cup-key')).toMatchObject({
      kind: 'tournament_static',
      tournament: 'autumn-cup',
    });
    expect(await credentials.identify('cup-app')).toMatchObject({ kind: 'tournament_app', tournament: 'autumn-cup' });
    expect(await credentials.identify('account')).toEqual({
      kind: 'connected_app',
      tokenId: 5,
      userId: 1,
      isAdmin: false,
      clubs: new Set(['riverside-fc']),
      tournaments: new Set(['autumn-cup']),
    });
  });

  it.each(['', 'unknown', 'gone', 'x'.repeat(40_000)])(
    'rule ACCESS-2: gets 401 with the accepted kinds when it is unknown or revoked (%#)',
    async (bearer) => {
      const problem = await problemOf(credentials.identify(bearer));
      expect(problem.status).toBe(401);
      expect(problem.message).toBe('Invalid API token.');
      for (const kind of ['club API key', 'connected app token', 'tournament API key']) {
        expect(problem.hint).toContain(kind);
      }
    },
  );

  it('is looked up again when it was unknown: an import may add it at any moment', async () => {
    expect((await problemOf(credentials.identify('new-key'))).status).toBe(401);
    store.rows.set('new-key', clubKeyRow(9, 'x'));
    expect(await credentials.identify('new-key')).toMatchObject({ club: 'x' });
  });

  it('is looked up once for many requests at the same time', async () => {
    const callers = await Promise.all(Array.from({ length: 50 }, () => credentials.identify('club-key')));
    expect(new Set(callers).size).toBe(1);
    expect(store.asked).toBe(1);
  });
});

describe('A remembered caller', () => {
  it('rule ACCESS-4: is used for less than 5 seconds, then looked up again', async () => {
    await credentials.identify('club-key');
    store.revoke('club-key');
    time += 4_999;
    expect(await credentials.identify('club-key')).toMatchObject({ tokenId: 1 });
    time += 1;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('is not used longer when the clock is set back', async () => {
    let steady = 0;
    credentials = openCredentials({ ...store, viewTokens, now: () => time, steadyNow: () => steady });
    await credentials.identify('club-key');
    store.revoke('club-key');
    time -= 60 * MINUTE_MS;
    steady += 5_000;
    expect(credentials.known('club-key')).toBeNull();
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('expires 5 seconds after the query began, not after a late answer', async () => {
    let release = (): void => undefined;
    store.hold = new Promise((resolve) => (release = resolve));
    const asked = credentials.identify('club-key');
    await store.nextAsked();
    time += 3_000;
    release();
    await asked;
    store.revoke('club-key');
    time += 2_000;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('rule ACCESS-4: loses the club when a moderator loses the role', async () => {
    await credentials.identify('account');
    store.reaches.set(1, { isAdmin: false, clubs: [], tournaments: [] });
    time += 5_000;
    expect(await credentials.identify('account')).toMatchObject({ clubs: new Set(), tournaments: new Set() });
  });

  it('rule ACCESS-4: is looked up at once after forget()', async () => {
    await credentials.identify('club-key');
    store.revoke('club-key');
    credentials.forget();
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('is not made from an answer that was under way during forget()', async () => {
    let release = (): void => undefined;
    store.hold = new Promise((resolve) => (release = resolve));
    const early = credentials.identify('club-key');
    await store.nextAsked();
    store.revoke('club-key');
    credentials.forget();
    const late = problemOf(credentials.identify('club-key'));
    release();
    expect(await early).toMatchObject({ tokenId: 1 });
    expect((await late).status).toBe(401);
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });
});

describe('While the store is away (rule OPS-2)', () => {
  it('accepts credentials verified in the last 10 minutes and refuses others with 503', async () => {
    await credentials.identify('club-key');
    store.away = true;
    time += 10 * MINUTE_MS - 1;
    expect(await credentials.identify('club-key')).toMatchObject({ tokenId: 1 });
    const problem = await problemOf(credentials.identify('cup-key'));
    expect(problem.status).toBe(503);
    expect(problem.headers['retry-after']).toBeDefined();
    expect(problem.hint).toBeDefined();
  });

  it('refuses a credential verified 10 minutes ago with 503', async () => {
    await credentials.identify('club-key');
    store.away = true;
    time += 10 * MINUTE_MS;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(503);
  });

  it('does not wait for a store that has just failed, and queries it again a second later', async () => {
    await credentials.identify('club-key');
    store.away = true;
    time += 5_000;
    await credentials.identify('club-key');
    const asked = store.asked;
    await credentials.identify('club-key');
    expect(store.asked).toBe(asked);
    store.away = false;
    store.revoke('club-key');
    time += 1_000;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('treats a silent store as away: 503 for unknown credentials, the remembered caller for known ones', async () => {
    credentials = open({ knownMs: 5, unknownMs: 10 });
    await credentials.identify('club-key');
    store.hold = new Promise(() => undefined);
    time += 5_000;
    expect(await credentials.identify('club-key')).toMatchObject({ tokenId: 1 });
    expect((await problemOf(credentials.identify('cup-key'))).status).toBe(503);
  });

  it('never accepts a revoked credential again', async () => {
    await credentials.identify('club-key');
    store.revoke('club-key');
    time += 5_000;
    await problemOf(credentials.identify('club-key'));
    store.away = true;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(503);
  });
});

describe('Open connections (recheck)', () => {
  it('get the current rights, and learn that the credential is revoked', async () => {
    const caller = await credentials.identify('account');
    store.reaches.set(1, { isAdmin: false, clubs: ['hilltop'], tournaments: [] });
    time += 1_000;
    expect(await credentials.recheck(caller)).toMatchObject({ clubs: new Set(['hilltop']) });
    store.revoke('account');
    time += 1_000;
    expect(await credentials.recheck(caller)).toBe('revoked');
  });

  it('query the store once a second for a token that many connections use', async () => {
    const caller = await credentials.identify('club-key');
    await Promise.all(Array.from({ length: 100 }, () => credentials.recheck(caller)));
    time += 500;
    await credentials.recheck(caller);
    expect(store.asked).toBe(2);
  });

  it('keep their rights while the store is away, however long', async () => {
    const caller = await credentials.identify('club-key');
    store.away = true;
    time += 60 * MINUTE_MS;
    expect(await credentials.recheck(caller)).toBe(caller);
  });
});
