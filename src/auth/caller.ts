// Who is calling, with the rights of now. Built from stored rows in one place; inside the service nothing is checked
// again but against these fields.
import type { Channel } from '../../protocol/wire/ids.ts';
import type { TokenRow, UserReach } from '../store/tokens.ts';

/** An app acting for a user: reaches what the user may manage. */
export type AccountCaller = {
  readonly kind: 'connected_app';
  readonly tokenId: number;
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly clubs: ReadonlySet<string>;
  readonly tournaments: ReadonlySet<string>;
};
/** A club's shared key or a legacy app token for one club. */
export type ClubCaller = {
  readonly kind: 'club_static' | 'club_app';
  readonly tokenId: number;
  readonly club: string;
};
/** A tournament's shared key or a legacy app token for one tournament. */
export type TournamentCaller = {
  readonly kind: 'tournament_static' | 'tournament_app';
  readonly tokenId: number;
  readonly tournament: string;
};
/** What a stored token stands for. */
export type TokenCaller = AccountCaller | ClubCaller | TournamentCaller;

/** Somebody signed in on the service's own pages: reaches what he may manage. */
export type PersonCaller = {
  readonly kind: 'person';
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly clubs: ReadonlySet<string>;
  readonly tournaments: ReadonlySet<string>;
};

/** A view token: reads its channels as long as the token that it was made with may, or the person who made it. */
export type ViewCaller = {
  readonly kind: 'view';
  /** Of the token that it was made with; null when a person made it. */
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
 * The caller that a stored token stands for; null when it is revoked or names no resource. `reach` is asked for connected
 * apps only: a legacy app token is the app's, not the user's (rule ACCESS-8).
 */
export async function callerOf(
  row: TokenRow,
  reach: (userId: number) => Promise<UserReach>,
): Promise<TokenCaller | null> {
  if (row.revoked) return null;
  switch (row.kind) {
    case 'connected_app': {
      if (row.userId === null) return null;
      const { isAdmin, clubs, tournaments } = await reach(row.userId);
      return {
        kind: row.kind,
        tokenId: row.id,
        userId: row.userId,
        isAdmin,
        clubs: new Set(clubs),
        tournaments: new Set(tournaments),
      };
    }
    case 'club_static':
    case 'club_app':
      return row.clubSlug === null ? null : { kind: row.kind, tokenId: row.id, club: row.clubSlug };
    case 'tournament_static':
    case 'tournament_app':
      return row.tournamentSlug === null ? null : { kind: row.kind, tokenId: row.id, tournament: row.tournamentSlug };
  }
}

export const personOf = (userId: number, { isAdmin, clubs, tournaments }: UserReach): PersonCaller => ({
  kind: 'person',
  userId,
  isAdmin,
  clubs: new Set(clubs),
  tournaments: new Set(tournaments),
});

/** Names one credential, for limits that are counted per credential. */
export const credentialKey = (caller: Caller): string =>
  caller.kind === 'view' ? `view:${caller.viewId}` : `token:${caller.tokenId}`;
