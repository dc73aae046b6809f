// Tokens in memory, for tests of what is made of them: the store's questions over plain values.
import { hashToken, type TokenRow, type UserReach } from '../../src/store/tokens.ts';
import type { Maker } from '../../src/store/view-tokens.ts';

const blank = { clubSlug: null, tournamentSlug: null, userId: null, appName: null, revoked: false };

/** A key of each kind; the secret is the map's key. */
export const tokenRows = (): Map<string, TokenRow> =>
  new Map<string, TokenRow>([
    ['club-key', { ...blank, id: 1, kind: 'club_static', clubSlug: 'riverside-fc' }],
    ['club-app', { ...blank, id: 2, kind: 'club_app', clubSlug: 'riverside-fc', userId: 1, appName: 'Old App' }],
    ['cup-key', { ...blank, id: 3, kind: 'tournament_static', tournamentSlug: 'autumn-cup' }],
    [
      'cup-app',
      { ...blank, id: 4, kind: 'tournament_app', tournamentSlug: 'autumn-cup', userId: 1, appName: 'Old App' },
    ],
    ['account', { ...blank, id: 5, kind: 'connected_app', userId: 1, appName: 'Score Phone' }],
    ['gone', { ...blank, id: 6, kind: 'club_static', clubSlug: 'riverside-fc', revoked: true }],
  ]);

export type TokenStore = ReturnType<typeof openTokenStore>;

/** Answers as the store does; `away` makes it fail, `hold` makes it wait, `asked` counts what it was asked. */
export function openTokenStore() {
  const rows = tokenRows();
  const reaches = new Map<number, UserReach>([
    [1, { isAdmin: false, clubs: ['riverside-fc'], tournaments: ['autumn-cup'] }],
  ]);
  const waiting: (() => void)[] = [];
  const store = {
    rows,
    reaches,
    away: false,
    asked: 0,
    /** Awaited by every answer. */
    hold: Promise.resolve(),
    /** Resolves at the next question. */
    nextAsked: () => new Promise<void>((resolve) => waiting.push(resolve)),
    findToken: (hash: string) => answer(() => [...rows].find(([secret]) => hashToken(secret) === hash)?.[1] ?? null),
    /** Who made view tokens, by their `jti`. */
    makers: new Map<string, Maker>(),
    findTokensById: (ids: readonly number[]) => answer(() => [...rows.values()].filter(({ id }) => ids.includes(id))),
    userReaches: (ids: readonly number[]) =>
      answer(() =>
        ids.flatMap((userId) => [reaches.get(userId)].flatMap((reach) => (reach ? [{ userId, ...reach }] : []))),
      ),
    findMakers: (ids: readonly string[]) =>
      answer(() =>
        ids.flatMap((viewId) => [store.makers.get(viewId)].flatMap((maker) => (maker ? [{ viewId, maker }] : []))),
      ),
    revoke(secret: string): void {
      const row = rows.get(secret);
      if (row === undefined) throw new Error(`There is no token ${secret}.`);
      rows.set(secret, { ...row, revoked: true });
    },
  };
  async function answer<T>(look: () => T): Promise<T> {
    store.asked += 1;
    for (const resolve of waiting.splice(0)) resolve();
    const found = look();
    await store.hold;
    if (store.away) throw new Error('connection refused');
    return found;
  }
  return store;
}
