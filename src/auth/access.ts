// The access matrix of rule ACCESS-1, with ACCESS-3 to ACCESS-9. Pure. The 403 is the same whether or not the resource
// exists. Only administrators pass this check for a resource that does not exist; the handler that looks it up then
// answers with the same 403 (rule ACCESS-5).
import type { Channel, ParsedChannel } from '../../protocol/wire/ids.ts';
import type { AccountCaller, Caller, PersonCaller, TokenCaller } from './caller.ts';
import {
  clubForbidden,
  forbidden,
  matchForbidden,
  tournamentForbidden,
  viewTokenForbidden,
} from './access-problems.ts';

/** The resource that an access right covers. */
export type Scope =
  | { readonly kind: 'club'; readonly club: string }
  | { readonly kind: 'tournament'; readonly tournament: string }
  | { readonly kind: 'match'; readonly tournament: string; readonly authorizedClubs: readonly string[] };

/** The scope of a game or match. A `Fixture` fits the parameter. */
export const scopeOf = (
  fixture:
    | { readonly kind: 'game'; readonly clubSlug: string }
    | {
        readonly kind: 'match';
        readonly tournament: { readonly slug: string };
        readonly authorizedClubs: readonly string[];
      },
): Scope =>
  fixture.kind === 'game'
    ? { kind: 'club', club: fixture.clubSlug }
    : { kind: 'match', tournament: fixture.tournament.slug, authorizedClubs: fixture.authorizedClubs };

/** The scope of a channel; null for a match that does not exist. */
export function scopeOfChannel(channel: ParsedChannel, fixture: Parameters<typeof scopeOf>[0] | null): Scope | null {
  if (channel.kind === 'club') return { kind: 'club', club: channel.slug };
  if (channel.kind === 'tournament') return { kind: 'tournament', tournament: channel.slug };
  return fixture && scopeOf(fixture);
}

export function mayReachClub(caller: Caller | PersonCaller, club: string): boolean {
  switch (caller.kind) {
    case 'connected_app':
    case 'person':
      return caller.isAdmin || caller.clubs.has(club);
    case 'club_static':
    case 'club_app':
      return caller.club === club;
    case 'tournament_static':
    case 'tournament_app':
    case 'view':
      return false;
  }
}

export function mayReachTournament(caller: Caller | PersonCaller, tournament: string): boolean {
  switch (caller.kind) {
    case 'connected_app':
    case 'person':
      return caller.isAdmin || caller.tournaments.has(tournament);
    case 'tournament_static':
    case 'tournament_app':
      return caller.tournament === tournament;
    case 'club_static':
    case 'club_app':
    case 'view':
      return false;
  }
}

/** Access comes from the match's tournament, or from a club authorized for the match (rule ACCESS-6). */
export const mayReachMatch = (
  caller: Caller | PersonCaller,
  match: { readonly tournament: string; readonly authorizedClubs: readonly string[] },
): boolean =>
  mayReachTournament(caller, match.tournament) || match.authorizedClubs.some((club) => mayReachClub(caller, club));

/**
 * Whether the caller may read a live channel. `scope`: the scope of the channel, null if the channel does not exist; then
 * the answer is false. A view token may read its channels as long as its maker may.
 */
export function mayReadChannel(caller: Caller | PersonCaller, channel: Channel, scope: Scope | null): boolean {
  if (scope === null) return false;
  if (caller.kind === 'view') return caller.channels.has(channel) && mayReach(caller.maker, scope);
  return mayReach(caller, scope);
}

function mayReach(caller: TokenCaller | PersonCaller, scope: Scope): boolean {
  switch (scope.kind) {
    case 'club':
      return mayReachClub(caller, scope.club);
    case 'tournament':
      return mayReachTournament(caller, scope.tournament);
    case 'match':
      return mayReachMatch(caller, scope);
  }
}

/**
 * The slug of the call's club: `inPath` on an explicit path, the token's own club on a legacy path (`inPath` null).
 * Throws Problem 403.
 */
export function requireClub(caller: Caller, inPath: string | null): string {
  if (caller.kind === 'view') throw viewTokenForbidden();
  if (inPath !== null) {
    if (!mayReachClub(caller, inPath)) throw clubForbidden();
    return inPath;
  }
  if (caller.kind === 'club_static' || caller.kind === 'club_app') return caller.club;
  throw forbidden(
    'This path needs a club token.',
    'Use a club API key here, or the path that names the club: /api/v1/clubs/{club_slug}/…',
  );
}

/** The slug of the call's tournament, like `requireClub`. Throws Problem 403. */
export function requireTournament(caller: Caller, inPath: string | null): string {
  if (caller.kind === 'view') throw viewTokenForbidden();
  if (inPath !== null) {
    if (!mayReachTournament(caller, inPath)) throw tournamentForbidden();
    return inPath;
  }
  if (caller.kind === 'tournament_static' || caller.kind === 'tournament_app') return caller.tournament;
  throw forbidden(
    'This path needs a tournament token.',
    'Use a tournament API key here, or the path that names the tournament: /api/v1/tournaments/{tournament_slug}/…',
  );
}

/**
 * Checks access to the markers of a match in the tournament of the path. `match` is null if there is no such match in this
 * tournament: then callers with access to the tournament pass, and get 404 later (rule ACCESS-7).
 * Throws Problem 403.
 */
export function requireMatch(
  caller: Caller,
  tournament: string,
  match: { readonly authorizedClubs: readonly string[] } | null,
): void {
  if (caller.kind === 'view') throw viewTokenForbidden();
  const authorizedClubs = match?.authorizedClubs ?? [];
  if (!mayReachMatch(caller, { tournament, authorizedClubs })) throw matchForbidden();
}

/** `/resources` accepts connected apps only. Throws Problem 403. */
export function requireAccount(caller: Caller): AccountCaller {
  if (caller.kind === 'connected_app') return caller;
  throw forbidden(
    'This endpoint needs a connected app token.',
    'Connect the app at /api/auth/connect and use the api_key that it receives.',
  );
}

/** Accepts API tokens, but not view tokens. Throws Problem 403. */
export function requireTokenCaller(caller: Caller): TokenCaller {
  if (caller.kind === 'view') throw viewTokenForbidden();
  return caller;
}
