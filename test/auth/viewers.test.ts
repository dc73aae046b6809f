import { beforeEach, describe, expect, it } from 'vitest';
import type { Channel } from '../../protocol/wire/ids.ts';
import { type Credentials, openCredentials } from '../../src/auth/credentials.ts';
import { openViewTokens, type ViewTokens } from '../../src/auth/view-tokens.ts';
import type { ViewCaller } from '../../src/auth/caller.ts';
import type { Maker } from '../../src/store/view-tokens.ts';
import { problemOf } from '../support/refusal.ts';
import { clubKeyRow, openTokenStore, type TokenStore } from '../support/token-store.ts';

const MINUTE_MS = 60_000;

let store: TokenStore;
let viewTokens: ViewTokens;
let credentials: Credentials;
let time: number;

/** A stored view token, made with the key of the cup. */
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
  it('rule ACCESS-14: reads its channels with the rights of the token that made it', async () => {
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

  it('rule ACCESS-14: stops when its maker, a token, is revoked', async () => {
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

  it('made by a user reads with the current rights of that user', async () => {
    const { token } = await viewToken(['club:riverside-fc'], 60, { kind: 'person', id: 1 });
    const caller = await credentials.identify(token);
    expect(caller).toMatchObject({ tokenId: null, maker: { kind: 'person', clubs: new Set(['riverside-fc']) } });
    expect(credentials.known(token)).toBe(caller);
    store.reaches.set(1, { isAdmin: false, clubs: [], tournaments: [] });
    time += 1_000;
    const { channels, expiresAt } = caller as ViewCaller;
    expect(await credentials.recheck(caller)).toMatchObject({ channels, expiresAt, maker: { clubs: new Set() } });
    expect(credentials.known(token), 'another state of the maker').toBeNull();
    store.reaches.delete(1);
    time += 1_000;
    expect(await credentials.recheck(caller)).toMatchObject({ maker: { isAdmin: false, tournaments: new Set() } });
  });

  it('is one caller for all its connections, until its maker changes', async () => {
    const { token } = await viewToken(['match:701'], 60, { kind: 'token', id: 5 });
    const [one, two] = [await credentials.identify(token), await credentials.identify(token)];
    expect(two).toBe(one);
    store.reaches.set(1, { isAdmin: false, clubs: [], tournaments: ['autumn-cup'] });
    time += 5_000;
    expect(await credentials.identify(token)).not.toBe(one);
  });

  it('is accepted for 10 minutes while the store is away, like every credential', async () => {
    const { token } = await viewToken(['match:701'], 86_400);
    await credentials.identify(token);
    store.away = true;
    time += 10 * MINUTE_MS - 1;
    expect(await credentials.identify(token)).toMatchObject({ kind: 'view' });
    time += 1_000;
    expect((await problemOf(credentials.identify(token))).status).toBe(503);
  });

  it('accepts a stored key that only looks like a JWT', async () => {
    store.rows.set('aaa.bbb.ccc', clubKeyRow(9, 'x'));
    expect(await credentials.identify('aaa.bbb.ccc')).toMatchObject({ kind: 'club_static', club: 'x' });
  });
});

describe('Open connections (recheck)', () => {
  it('checks a thousand view tokens of one maker with two queries', async () => {
    const made = await Promise.all(Array.from({ length: 1_000 }, () => viewToken(['match:701'], 60)));
    const callers = await Promise.all(made.map(({ token }) => credentials.identify(token)));
    time += 1_000;
    store.asked = 0;
    await Promise.all(callers.map((caller) => credentials.recheck(caller)));
    expect(store.asked).toBe(2);
  });

  it('report a revoked view token', async () => {
    const { token, viewId } = await viewToken(['match:701'], 60);
    const caller = await credentials.identify(token);
    store.makers.delete(viewId);
    time += 1_000;
    expect(await credentials.recheck(caller)).toBe('revoked');
  });

  it('report an expired view token, and a view token whose maker is revoked', async () => {
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
