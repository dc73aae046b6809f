import { beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, openCredentials } from '../../src/auth/credentials.ts';
import type { Patience } from '../../src/auth/credential-cache.ts';
import { openViewTokens, type ViewTokens } from '../../src/auth/view-tokens.ts';
import { problemOf } from '../support/refusal.ts';
import { openTokenStore, type TokenStore } from '../support/tokens.ts';

const SECRET = 'a secret of thirty-two characters';
const MINUTE_MS = 60_000;

let store: TokenStore;
let viewTokens: ViewTokens;
let credentials: Credentials;
let time: number;

const open = (patience?: Patience): Credentials =>
  openCredentials({
    ...store,
    viewTokens,
    now: () => time,
    steadyNow: () => time,
    ...(patience === undefined ? {} : { patience }),
  });

beforeEach(() => {
  time = Date.parse('2026-11-22T10:00:00Z');
  store = openTokenStore();
  viewTokens = openViewTokens([SECRET], () => time);
  credentials = open();
});

describe('Who a bearer is', () => {
  it('knows each kind of token with what it reaches', async () => {
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

  it.each(['', 'unknown', 'gone', 'x'.repeat(40_000)])('answers 401 naming the accepted kinds (%#)', async (bearer) => {
    const problem = await problemOf(credentials.identify(bearer));
    expect(problem.status).toBe(401);
    expect(problem.message).toBe('Invalid API token.');
    for (const kind of ['club API key', 'connected app token', 'tournament API key']) {
      expect(problem.hint).toContain(kind);
    }
  });

  it('does not remember that a token is unknown: an import may bring it at any moment', async () => {
    expect((await problemOf(credentials.identify('new-key'))).status).toBe(401);
    store.rows.set('new-key', {
      id: 9,
      kind: 'club_static',
      clubSlug: 'x',
      tournamentSlug: null,
      userId: null,
      appName: null,
      revoked: false,
    });
    expect(await credentials.identify('new-key')).toMatchObject({ club: 'x' });
  });

  it('asks the store once for many who ask at the same time', async () => {
    const callers = await Promise.all(Array.from({ length: 50 }, () => credentials.identify('club-key')));
    expect(new Set(callers).size).toBe(1);
    expect(store.asked).toBe(1);
  });
});

describe('Rights are those of now', () => {
  it('remembers for less than 5 seconds, then asks again', async () => {
    await credentials.identify('club-key');
    store.revoke('club-key');
    time += 4_999;
    expect(await credentials.identify('club-key')).toMatchObject({ tokenId: 1 });
    time += 1;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('remembers no longer when somebody sets the clock back', async () => {
    let steady = 0;
    credentials = openCredentials({ ...store, viewTokens, now: () => time, steadyNow: () => steady });
    await credentials.identify('club-key');
    store.revoke('club-key');
    time -= 60 * MINUTE_MS;
    steady += 5_000;
    expect(credentials.known('club-key')).toBeNull();
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('counts the 5 seconds from the question, not from a late answer', async () => {
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

  it('takes away the reach of a moderator who stops being one', async () => {
    await credentials.identify('account');
    store.reaches.set(1, { isAdmin: false, clubs: [], tournaments: [] });
    time += 5_000;
    expect(await credentials.identify('account')).toMatchObject({ clubs: new Set(), tournaments: new Set() });
  });

  it('asks at once after forget()', async () => {
    await credentials.identify('club-key');
    store.revoke('club-key');
    credentials.forget();
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(401);
  });

  it('does not remember an answer that was on its way when all was forgotten', async () => {
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
  it('serves what was verified in the last 10 minutes and refuses the rest with 503', async () => {
    await credentials.identify('club-key');
    store.away = true;
    time += 10 * MINUTE_MS - 1;
    expect(await credentials.identify('club-key')).toMatchObject({ tokenId: 1 });
    const problem = await problemOf(credentials.identify('cup-key'));
    expect(problem.status).toBe(503);
    expect(problem.headers['retry-after']).toBeDefined();
    expect(problem.hint).toBeDefined();
  });

  it('refuses with 503 what was verified 10 minutes ago', async () => {
    await credentials.identify('club-key');
    store.away = true;
    time += 10 * MINUTE_MS;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(503);
  });

  it('does not wait for a store that failed a moment ago, and asks it again a second later', async () => {
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

  it('takes silence for absence: 503 for the unknown, the remembered for the known', async () => {
    credentials = open({ knownMs: 5, unknownMs: 10 });
    await credentials.identify('club-key');
    store.hold = new Promise(() => undefined);
    time += 5_000;
    expect(await credentials.identify('club-key')).toMatchObject({ tokenId: 1 });
    expect((await problemOf(credentials.identify('cup-key'))).status).toBe(503);
  });

  it('never brings a revoked credential back', async () => {
    await credentials.identify('club-key');
    store.revoke('club-key');
    time += 5_000;
    await problemOf(credentials.identify('club-key'));
    store.away = true;
    expect((await problemOf(credentials.identify('club-key'))).status).toBe(503);
  });
});

describe('Connections that are open (recheck)', () => {
  it('gives the rights of now, and tells when the credential is revoked', async () => {
    const caller = await credentials.identify('account');
    store.reaches.set(1, { isAdmin: false, clubs: ['hilltop'], tournaments: [] });
    time += 1_000;
    expect(await credentials.recheck(caller)).toMatchObject({ clubs: new Set(['hilltop']) });
    store.revoke('account');
    time += 1_000;
    expect(await credentials.recheck(caller)).toBe('revoked');
  });

  it('asks the store once a second for a token that many connections use', async () => {
    const caller = await credentials.identify('club-key');
    await Promise.all(Array.from({ length: 100 }, () => credentials.recheck(caller)));
    time += 500;
    await credentials.recheck(caller);
    expect(store.asked).toBe(2);
  });

  it('leaves everybody as they stood while the store is away, however long', async () => {
    const caller = await credentials.identify('club-key');
    store.away = true;
    time += 60 * MINUTE_MS;
    expect(await credentials.recheck(caller)).toBe(caller);
  });
});
