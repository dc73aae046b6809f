// Read endpoints of clubs and tournaments (profile, players, games, matches), on explicit and legacy paths.
import { pastGamesQuery } from '../../../protocol/rest/game.ts';
import { mayReachTournament, requireClub, requireTournament } from '../../auth/access.ts';
import { clubForbidden, tournamentForbidden } from '../../auth/access-problems.ts';
import type { Caller } from '../../auth/caller.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';
import type { ClubLists } from '../../resources/club-lists.ts';
import type { ListCache } from '../../resources/list-cache.ts';
import type { TournamentLists } from '../../resources/tournament-lists.ts';
import type { ClubMatches } from '../../store/club-matches.ts';
import { invalid, type Problem } from '../../ops/problem.ts';
import { detailsOf } from '../core/json-body.ts';
import type { ReadTurns } from './read-turns.ts';
import type { CachedGet, CachedGetRequest, openCachedGet } from '../core/cached-get.ts';

export type ListsDeps = {
  readonly clubs: ListCache<ClubLists>;
  readonly tournaments: ListCache<TournamentLists>;
  /** The matches that the club is authorized for. Throws Problem 503. */
  readonly findClubMatches: (clubSlug: string) => Promise<readonly ClubMatches[]>;
};

export function openListAnswers(
  { clubs, tournaments, findClubMatches }: ListsDeps,
  serve: ReturnType<typeof openCachedGet>,
  inReadTurn: ReadTurns,
) {
  const ofClub = listOf(clubs, 'club_slug', requireClub, clubForbidden);
  const ofTournament = listOf(tournaments, 'tournament_slug', requireTournament, tournamentForbidden);
  const pastGames = ofClub((lists, { query }, _club, caller) => {
    const { limit, page } = pageOf(query);
    return lists.past(limit, page, (load) => inReadTurn(caller, load));
  });
  async function clubMatches(club: string, caller: Caller): Promise<EncodedBody> {
    const matches: string[] = [];
    for (const { tournament, ids } of await findClubMatches(club)) {
      const audience = mayReachTournament(caller, tournament) ? 'staff' : 'live';
      matches.push(...((await tournaments.get(tournament))?.matchesOf(ids, audience) ?? []));
    }
    return encodeBody(`{"matches":[${matches.join(',')}]}`);
  }
  return {
    listClubMatches: serve(
      ofClub((_lists, _request, club, caller) => inReadTurn(caller, () => clubMatches(club, caller))),
    ),
    getClub: serve(ofClub((lists) => lists.profile())),
    listClubPlayers: serve(ofClub((lists) => lists.players())),
    listUpcomingGames: serve(ofClub((lists) => lists.upcoming())),
    listPastGames: serve(pastGames, { takesQuery: true }),
    getTournament: serve(ofTournament((lists) => lists.profile())),
    listTournamentPlayers: serve(ofTournament((lists) => lists.players())),
    listTournamentMatches: serve(ofTournament((lists) => lists.matches())),
  };
}

/** Checks the caller's access to the club or tournament of the path, then returns one of its lists. */
function listOf<Lists>(
  cache: ListCache<Lists>,
  param: 'club_slug' | 'tournament_slug',
  requireSlug: (caller: Caller, inPath: string | null) => string,
  forbidden: () => Problem,
) {
  async function load(slug: string): Promise<Lists> {
    const lists = await cache.get(slug);
    // Only administrators pass the access check for a club or tournament that does not exist (rule ACCESS-5).
    if (lists === null) throw forbidden();
    return lists;
  }
  return (
      pick: (
        lists: Lists,
        request: CachedGetRequest,
        slug: string,
        caller: Caller,
      ) => EncodedBody | Promise<EncodedBody>,
    ): CachedGet =>
    (request, caller) => {
      const { exchange } = request;
      const slug = requireSlug(caller, exchange.hasParam(param) ? exchange.param(param) : null);
      const lists = cache.peek(slug);
      return lists === null
        ? load(slug).then((loaded) => pick(loaded, request, slug, caller))
        : pick(lists, request, slug, caller);
    };
}

/** Throws Problem 422 with the place. */
function pageOf(query: URLSearchParams): { readonly limit: number; readonly page: number } {
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const parsed = pastGamesQuery.safeParse({ limit: given('limit'), page: given('page') });
  if (!parsed.success) throw invalid(detailsOf(parsed.error.issues), 'The query is not valid.');
  return parsed.data;
}
