// The caller of a request, with its current rights. Built from stored rows in one place; all access checks use these
// fields.
import type { Channel } from '../../protocol/wire/ids.ts';
import type { TokenRow, UserReach } from '../store/tokens.ts';

/** A user, with the clubs and tournaments that the user manages. */
type User = {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly clubs: ReadonlySet<string>;
  readonly tournaments: ReadonlySet<string>;
};
/** An app that acts for a user. */
export type AccountCaller = User & { readonly kind: 'connected_app'; readonly tokenId: number };
/** A club's static key, or a legacy app token for one club. */
type ClubCaller = {
  readonly kind: 'club_static' | 'club_app';
  readonly tokenId: number;
  readonly club: string;
};
/** A tournament's static key, or a legacy app token for one tournament. */
type TournamentCaller = {
  readonly kind: 'tournament_static' | 'tournament_app';
  readonly tokenId: number;
  readonly tournament: string;
};
/** The caller of a stored token. */
export type TokenCaller = AccountCaller | ClubCaller | TournamentCaller;

/** A user signed in on the service's pages. */
export type PersonCaller = User & { readonly kind: 'person' };

/** A view token: reads its channels as long as its maker, a token or a person, may read them. */
export type ViewCaller = {
  readonly kind: 'view';
  /** Id of the token that made it; null if a person made it. */
  readonly tokenId: number | null;
  readonly maker: TokenCaller | PersonCaller;
  /** The view token's own id (`jti`). */
  readonly viewId: string;
  readonly channels: ReadonlySet<Channel>;
  /** ms since 1970 */
  readonly expiresAt: number;
};

export type Caller = TokenCaller | ViewCaller;

/**
 * The caller of a stored token; null if the token is revoked or has no resource. Calls `reach` for connected apps only: a
 * legacy app token belongs to the app, not to the user (rule ACCESS-8).
 */
export async function callerOf(
  row: TokenRow,
  reach: (userId: number) => Promise<UserReach>,
): Promise<TokenCaller | null> {
  if (row.revoked) return null;
  switch (row.kind) {
    case 'connected_app':
      if (row.userId === null) return null;
      return { kind: row.kind, tokenId: row.id, ...userOf(row.userId, await reach(row.userId)) };
    case 'club_static':
    case 'club_app':
      return row.clubSlug === null ? null : { kind: row.kind, tokenId: row.id, club: row.clubSlug };
    case 'tournament_static':
    case 'tournament_app':
      return row.tournamentSlug === null ? null : { kind: row.kind, tokenId: row.id, tournament: row.tournamentSlug };
  }
}

export const personOf = (userId: number, reach: UserReach): PersonCaller => ({
  kind: 'person',
  ...userOf(userId, reach),
});

const userOf = (userId: number, { isAdmin, clubs, tournaments }: UserReach): User => ({
  userId,
  isAdmin,
  clubs: new Set(clubs),
  tournaments: new Set(tournaments),
});

/** Whether a token may still do all that it might `before`. A view token, which changes nothing, is not asked. */
export function keepsRights(before: Caller, now: Caller): boolean {
  if (before.kind !== 'connected_app' || now.kind !== 'connected_app' || now.isAdmin) return true;
  const isKept = (had: ReadonlySet<string>, has: ReadonlySet<string>): boolean => [...had].every((one) => has.has(one));
  return !before.isAdmin && isKept(before.clubs, now.clubs) && isKept(before.tournaments, now.tournaments);
}

/** The user for whom an app acts; null for any other credential. */
export const userIdOf = (caller: Caller): number | null => (caller.kind === 'connected_app' ? caller.userId : null);

/** A caller, a user who is signed in on the pages, or the cookie of a session that was not looked up yet. */
export type Spender =
  Caller | Pick<PersonCaller, 'kind' | 'userId'> | { readonly kind: 'session'; readonly sessionId: string };

/** Who spends an allowance: a credential, a signed-in user, or all view tokens of one maker together (rule LIMIT-1). */
export function spenderKey(caller: Spender): string {
  if (caller.kind === 'person') return `user:${caller.userId}`;
  if (caller.kind === 'session') return `session:${caller.sessionId}`;
  if (caller.kind !== 'view') return `token:${caller.tokenId}`;
  const { maker } = caller;
  return maker.kind === 'person' ? `views:user:${maker.userId}` : `views:token:${maker.tokenId}`;
}
