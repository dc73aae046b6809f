import { beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, openCredentials } from '../../src/auth/credentials.ts';
import { openViewTokens, type ViewTokens } from '../../src/auth/view-tokens.ts';
import { openTokenStore, type TokenStore } from '../support/token-store.ts';

let store: TokenStore;
let viewTokens: ViewTokens;
let credentials: Credentials;
let time: number;

beforeEach(() => {
  time = Date.parse('2026-11-22T10:00:00Z');
  store = openTokenStore();
  viewTokens = openViewTokens(['a secret of thirty-two characters'], () => time);
  credentials = openCredentials({ ...store, viewTokens, now: () => time, steadyNow: () => time });
});

describe('a cached caller', () => {
  it('was identified in the last 5 seconds and not invalidated since then', async () => {
    expect(credentials.known('club-key')).toBeNull();
    const caller = await credentials.identify('club-key');
    expect(credentials.known('club-key')).toBe(caller);
    expect(credentials.known('club-key ')).toBeNull();
    time += 4_999;
    expect(credentials.known('club-key')).toBe(caller);
    time += 1;
    expect(credentials.known('club-key')).toBeNull();
    const again = await credentials.identify('club-key');
    expect(credentials.known('club-key')).toBe(again);
    credentials.forget();
    expect(credentials.known('club-key')).toBeNull();
  });

  it('is not a token whose revocation another lookup has found', async () => {
    const caller = await credentials.identify('club-key');
    const { token, viewId } = await viewTokens.make(['game:100'], 3_600);
    store.makers.set(viewId, { kind: 'token', id: caller.tokenId ?? 0 });
    await credentials.identify(token);
    store.revoke('club-key');
    time += 1_000;
    expect(await credentials.recheck(caller)).toBe('revoked');
    expect(credentials.known(token)).toBeNull();
  });

  it('is not a view token whose revocation another lookup has found', async () => {
    const { token, viewId } = await viewTokens.make(['game:100'], 3_600);
    store.makers.set(viewId, { kind: 'token', id: 1 });
    const caller = await credentials.identify(token);
    expect(credentials.known(token)).toBe(caller);
    store.makers.delete(viewId);
    time += 1_000;
    expect(await credentials.recheck(caller)).toBe('revoked');
    expect(credentials.known(token)).toBeNull();
  });

  it('is a view token until it expires', async () => {
    const { token, viewId } = await viewTokens.make(['game:100'], 3);
    store.makers.set(viewId, { kind: 'token', id: 1 });
    expect(await credentials.identify(token)).toBe(credentials.known(token));
    time += 3_000;
    expect(credentials.known(token)).toBeNull();
  });
});
