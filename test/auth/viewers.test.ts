import { beforeEach, describe, expect, it } from 'vitest';
import type { Channel } from '../../protocol/wire/ids.ts';
import { type Credentials, openCredentials } from '../../src/auth/credentials.ts';
import { openViewTokens, type ViewTokens } from '../../src/auth/view-tokens.ts';
import type { Maker } from '../../src/store/view-tokens.ts';
import { problemOf } from '../support/refusal.ts';
import { openTokenStore, type TokenStore } from '../support/tokens.ts';

const MINUTE_MS = 60_000;

let store: TokenStore;
let viewTokens: ViewTokens;
let credentials: Credentials;
let time: number;

/** Made with the key of the cup, and stored. */
async function viewToken(channels: readonly Channel[], seconds: number, maker: Maker = { kind: 'token', id: 3 }) {
  const made = await viewTokens.make(channels, seconds);
  store.makers.set(made.viewId, maker);
  return made;
}

beforeEach(() => {
  time = Date.parse('2026-11-22T10:00:00Z');
  store = openTokenStore();
  viewTokens = openViewTokens(['a secret of thirty-two characters'], () => time);
  credentials = openCredentials({ ...store, viewTokens, now: () => time, steadyNow: () => time });
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
});
