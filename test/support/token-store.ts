// A store of tokens in memory: the queries of the real store over plain values.
import { hashToken, type TokenRow, type UserReach } from '../../src/store/tokens.ts';
import { RIVERSIDE } from './world/clubs.ts';
import { AUTUMN_CUP } from './world/tournaments.ts';
import type { Maker } from '../../src/store/view-tokens.ts';

const blank = { clubSlug: null, tournamentSlug: null, userId: null, appName: null, revoked: false };

/** The row of a valid club key. */
export const clubKeyRow = (id: number, clubSlug: string): TokenRow => ({ ...blank, id, kind: 'club_static', clubSlug });

/** One token of each kind; the keys of the map are the secrets. */
const tokenRows = (): Map<string, TokenRow> =>
  new Map<string, TokenRow>([
    ['club-key', clubKeyRow(1, RIVERSIDE.slug)],
    ['club-app', { ...blank, id: 2, kind: 'club_app', clubSlug: RIVERSIDE.slug, userId: 1, appName: 'Old App' }],
    ['cup-key', { ...blank, id: 3, kind: 'tournament_static', tournamentSlug: AUTUMN_CUP.slug }],
    [
      'cup-app',
      { ...blank, id: 4, kind: 'tournament_app', tournamentSlug: AUTUMN_CUP.slug, userId: 1, appName: 'Old App' },
    ],
    ['account', { ...blank, id: 5, kind: 'connected_app', userId: 1, appName: 'Score Phone' }],
    ['gone', { ...clubKeyRow(6, RIVERSIDE.slug), revoked: true }],
  ]);

export type TokenStore = ReturnType<typeof openTokenStore>;

/** `away` makes it fail, `hold` makes it wait, `asked` counts its queries. */
export function openTokenStore() {
  const rows = tokenRows();
  const reaches = new Map<number, UserReach>([
    [1, { isAdmin: false, clubs: [RIVERSIDE.slug], tournaments: [AUTUMN_CUP.slug] }],
  ]);
  const waiting: (() => void)[] = [];
  const store = {
    rows,
    reaches,
    away: false,
    asked: 0,
    /** Awaited by every answer. */
    hold: Promise.resolve(),
    /** Resolves at the next query. */
    nextAsked: () => new Promise<void>((resolve) => waiting.push(resolve)),
    findToken: (hash: string) => answer(() => [...rows].find(([secret]) => hashToken(secret) === hash)?.[1] ?? null),
    /** The makers of view tokens, by their `jti`. */
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
