// The access matrix of rule ACCESS-1, with ACCESS-3 to ACCESS-9. Pure. The 403 is the same whether or not the resource
// exists. Only administrators pass this check for a resource that does not exist; the handler that looks it up then
// answers with the same 403 (rule ACCESS-5). Each switch names every kind of caller, so a new kind does not compile until its
// rights are decided here.
import type { ParsedChannel } from '../../protocol/wire/ids.ts';
import type { MatchScope } from '../store/match-scopes.ts';
import type { AccountCaller, Caller, PersonCaller, TokenCaller } from './caller.ts';
import {
  clubForbidden,
  forbidden,
  matchForbidden,
  tournamentForbidden,
  viewTokenForbidden,
} from './access-problems.ts';

/** Users reach the clubs that they manage, a club's key reaches its own club, and all other callers reach none. */
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

/** The same for tournaments. */
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

/** Whether the caller manages the club of a game, or the tournament of a match: full names are for those (rule NAME-3). */
export const managesFixture = (caller: Caller, fixture: MatchScope): boolean =>
  fixture.kind === 'game'
    ? mayReachClub(caller, fixture.clubSlug)
    : mayReachTournament(caller, fixture.tournament.slug);

/** Access comes from the match's tournament, or from a club authorized for the match (rule ACCESS-6). */
export const mayReachMatch = (
  caller: Caller | PersonCaller,
  match: { readonly tournament: string; readonly authorizedClubs: readonly string[] },
): boolean =>
  mayReachTournament(caller, match.tournament) || match.authorizedClubs.some((club) => mayReachClub(caller, club));

/**
 * Whether the caller may read a live channel. `fixture`: the game or match of the channel; null for a feed, and for a match
 * that does not exist: then the answer is false. A view token may read its channels as long as its maker may.
 */
export function mayReadChannel(
  caller: Caller | PersonCaller,
  channel: ParsedChannel,
  fixture: MatchScope | null,
): boolean {
  if (caller.kind === 'view')
    return caller.channels.has(channel.channel) && mayReadChannel(caller.maker, channel, fixture);
  if (channel.kind === 'club') return mayReachClub(caller, channel.slug);
  if (channel.kind === 'tournament') return mayReachTournament(caller, channel.slug);
  if (fixture === null) return false;
  if (fixture.kind === 'game') return mayReachClub(caller, fixture.clubSlug);
  return mayReachMatch(caller, { tournament: fixture.tournament.slug, authorizedClubs: fixture.authorizedClubs });
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
  switch (caller.kind) {
    case 'club_static':
    case 'club_app':
      return caller.club;
    case 'connected_app':
    case 'tournament_static':
    case 'tournament_app':
      throw forbidden(
        'This path needs a club token.',
        'Use a club API key here, or the path that names the club: /api/v1/clubs/{club_slug}/…',
      );
  }
}

/** The slug of the call's tournament, like `requireClub`. Throws Problem 403. */
export function requireTournament(caller: Caller, inPath: string | null): string {
  if (caller.kind === 'view') throw viewTokenForbidden();
  if (inPath !== null) {
    if (!mayReachTournament(caller, inPath)) throw tournamentForbidden();
    return inPath;
  }
  switch (caller.kind) {
    case 'tournament_static':
    case 'tournament_app':
      return caller.tournament;
    case 'connected_app':
    case 'club_static':
    case 'club_app':
      throw forbidden(
        'This path needs a tournament token.',
        'Use a tournament API key here, or the path that names the tournament: /api/v1/tournaments/{tournament_slug}/…',
      );
  }
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
