import { beforeEach, describe, expect, it } from 'vitest';
import type { Channel } from '../protocol/ids.ts';
import { type Credentials, openCredentials } from '../src/auth/credentials.ts';
import type { Patience } from '../src/auth/standings.ts';
import { openViewTokens, type ViewTokens } from '../src/auth/view-tokens.ts';
import type { Maker } from '../src/store/view-tokens.ts';
import { problemOf } from './support/refusal.ts';
import { openTokenStore, type TokenStore } from './support/tokens.ts';

const SECRET = 'a secret of thirty-two characters';
const MINUTE_MS = 60_000;

let store: TokenStore;
let viewTokens: ViewTokens;
let credentials: Credentials;
let time: number;

const open = (patience?: Patience): Credentials =>
  openCredentials({ ...store, viewTokens, now: () => time, ...(patience === undefined ? {} : { patience }) });

/** Made with the key of the cup, and stored. */
async function viewToken(channels: readonly Channel[], seconds: number, maker: Maker = { kind: 'token', id: 3 }) {
  const made = await viewTokens.make(channels, seconds);
  store.makers.set(made.viewId, maker);
  return made;
}

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

describe('While the store is away (decision 48)', () => {
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

describe('View tokens as credentials', () => {
  it('reads its channels for the token it was made with', async () => {
    const { token, expiresAt } = await viewToken(['match:701'], 60);
    expect(await credentials.identify(token)).toMatchObject({
      kind: 'view',
      tokenId: 3,
      maker: { kind: 'tournament_static', tournament: 'autumn-cup' },
      channels: new Set(['match:701']),
      expiresAt,
    });
  });

  it('stops when it expires', async () => {
    const { token } = await viewToken(['match:701'], 60);
    await credentials.identify(token);
    time += 60_000;
    const problem = await problemOf(credentials.identify(token));
    expect(problem.status).toBe(401);
    expect(problem.message).toBe('Invalid API token.');
    expect(problem.hint).toContain('expired');
  });

  it('stops when the token it was made with is revoked', async () => {
    const { token } = await viewToken(['match:701'], 86_400);
    await credentials.identify(token);
    store.revoke('cup-key');
    time += 5_000;
    expect((await problemOf(credentials.identify(token))).status).toBe(401);
  });

  it('stops when it is revoked, and does not begin before it is stored', async () => {
    const { token, viewId } = await viewToken(['match:701'], 60);
    await credentials.identify(token);
    store.makers.delete(viewId);
    time += 5_000;
    const problem = await problemOf(credentials.identify(token));
    expect([problem.status, problem.hint]).toEqual([401, expect.stringContaining('revoked')]);
    const unstored = await viewTokens.make(['match:701'], 60);
    expect((await problemOf(credentials.identify(unstored.token))).status).toBe(401);
  });

  it('made by a person reads for him, with his rights of now', async () => {
    const { token } = await viewToken(['club:riverside-fc'], 60, { kind: 'person', id: 1 });
    const caller = await credentials.identify(token);
    expect(caller).toMatchObject({ tokenId: null, maker: { kind: 'person', clubs: new Set(['riverside-fc']) } });
    expect(credentials.known(token)).toBe(caller);
    store.reaches.set(1, { isAdmin: false, clubs: [], tournaments: [] });
    time += 1_000;
    expect(await credentials.recheck(caller)).toMatchObject({ maker: { clubs: new Set() } });
    expect(credentials.known(token), 'another state of the maker').toBeNull();
    store.reaches.delete(1);
    time += 1_000;
    expect(await credentials.recheck(caller)).toMatchObject({ maker: { isAdmin: false, tournaments: new Set() } });
  });

  it('is one caller for all who use it, until its maker changes', async () => {
    const { token } = await viewToken(['match:701'], 60, { kind: 'token', id: 5 });
    const [one, two] = [await credentials.identify(token), await credentials.identify(token)];
    expect(two).toBe(one);
    store.reaches.set(1, { isAdmin: false, clubs: [], tournaments: ['autumn-cup'] });
    time += 5_000;
    expect(await credentials.identify(token)).not.toBe(one);
  });

  it('counts for 10 minutes while the store is away, as every credential', async () => {
    const { token } = await viewToken(['match:701'], 86_400);
    await credentials.identify(token);
    store.away = true;
    time += 10 * MINUTE_MS - 1;
    expect(await credentials.identify(token)).toMatchObject({ kind: 'view' });
    time += 1_000;
    expect((await problemOf(credentials.identify(token))).status).toBe(503);
  });

  it('takes a stored key that only looks like a JWT for what it is', async () => {
    store.rows.set('aaa.bbb.ccc', {
      id: 9,
      kind: 'club_static',
      clubSlug: 'x',
      tournamentSlug: null,
      userId: null,
      appName: null,
      revoked: false,
    });
    expect(await credentials.identify('aaa.bbb.ccc')).toMatchObject({ kind: 'club_static', club: 'x' });
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

  it('asks about a thousand view tokens of one maker in two questions', async () => {
    const made = await Promise.all(Array.from({ length: 1_000 }, () => viewToken(['match:701'], 60)));
    const callers = await Promise.all(made.map(({ token }) => credentials.identify(token)));
    time += 1_000;
    store.asked = 0;
    await Promise.all(callers.map((caller) => credentials.recheck(caller)));
    expect(store.asked).toBe(2);
  });

  it('tells when a view token has been revoked', async () => {
    const { token, viewId } = await viewToken(['match:701'], 60);
    const caller = await credentials.identify(token);
    store.makers.delete(viewId);
    time += 1_000;
    expect(await credentials.recheck(caller)).toBe('revoked');
  });

  it('tells when a view token has expired, and when its maker is revoked', async () => {
    const { token } = await viewToken(['match:701'], 60);
    const caller = await credentials.identify(token);
    expect(await credentials.recheck(caller)).toEqual(caller);
    store.revoke('cup-key');
    time += 1_000;
    expect(await credentials.recheck(caller)).toBe('revoked');
    time += 60_000;
    expect(await credentials.recheck(caller)).toBe('expired');
  });

  it('leaves everybody as they stood while the store is away, however long', async () => {
    const caller = await credentials.identify('club-key');
    store.away = true;
    time += 60 * MINUTE_MS;
    expect(await credentials.recheck(caller)).toBe(caller);
  });
});
