import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, ViewCaller } from '../../src/auth/caller.ts';
import { openLastUsed, type LastUsed } from '../../src/auth/last-used.ts';
import type { TokenUse, ViewTokenUse } from '../../src/store/last-used.ts';

const AT = Date.parse('2026-11-22T10:00:00Z');
const caller: Caller = { kind: 'club_static', tokenId: 1, club: 'riverside-fc' };
const viewer = (viewId: string): ViewCaller => ({
  kind: 'view',
  tokenId: 1,
  maker: { kind: 'club_static', tokenId: 1, club: 'riverside-fc' },
  viewId,
  channels: new Set(['game:100']),
  expiresAt: AT + 86_400_000,
});

let time: number;
let written: { readonly tokens: readonly TokenUse[]; readonly viewTokens: readonly ViewTokenUse[] }[];
let isAway: boolean;
let failures: unknown[];
let connected: { readonly caller: Caller; readonly address: string }[];
let uses: LastUsed;

beforeEach(() => {
  time = AT + 12_345;
  written = [];
  isAway = false;
  failures = [];
  connected = [];
  uses = openLastUsed({
    write: (tokens, viewTokens) => {
      if (isAway) return Promise.reject(new Error('connection refused'));
      written.push({ tokens, viewTokens });
      return Promise.resolve();
    },
    connected: () => connected,
    failed: (error) => failures.push(error),
    everyMs: 3_600_000,
    now: () => time,
  });
});
afterEach(() => uses.close());

const never = (): string => {
  throw new Error('The address of an API token is nobody’s business.');
};

describe('last uses', () => {
  it('rule ACCESS-16: are collected and written together, once per credential and minute', async () => {
    let asked = 0;
    for (let call = 0; call < 1_000; call += 1) {
      uses.note(caller, never);
      uses.note(viewer('v1'), () => `10.0.0.${(asked += 1)}`);
    }
    expect(written).toEqual([]);
    await uses.flush();
    expect(written).toEqual([
      { tokens: [{ id: 1, minute: AT }], viewTokens: [{ id: 'v1', minute: AT, from: '10.0.0.1' }] },
    ]);
    uses.note(caller, never);
    await uses.flush();
    expect(written, 'the same minute').toHaveLength(1);
    time += 60_000;
    uses.note(caller, never);
    await uses.flush();
    expect(written[1]).toEqual({ tokens: [{ id: 1, minute: AT + 60_000 }], viewTokens: [] });
  });

  it('include open connections', async () => {
    connected = [{ caller: viewer('v2'), address: '10.0.0.9' }];
    await uses.flush();
    expect(written[0]?.viewTokens).toEqual([{ id: 'v2', minute: AT, from: '10.0.0.9' }]);
  });

  it('survive a store that is away, without piling up', async () => {
    isAway = true;
    for (let minute = 0; minute < 600; minute += 1) {
      uses.note(caller, never);
      uses.note(viewer('v1'), () => '10.0.0.1');
      await uses.flush();
      time += 60_000;
    }
    expect(failures).toHaveLength(600);
    isAway = false;
    await uses.flush();
    const minute = AT + 599 * 60_000;
    expect(written).toEqual([{ tokens: [{ id: 1, minute }], viewTokens: [{ id: 'v1', minute, from: '10.0.0.1' }] }]);
    await uses.flush();
    expect(written, 'nothing is left').toHaveLength(1);
  });

  it('are written on close', async () => {
    uses.note(caller, never);
    await uses.close();
    expect(written).toHaveLength(1);
  });
});
