// Read endpoints of clubs (profile, players, upcoming and past games), on explicit and legacy paths.
import { pastGamesQuery } from '../../../protocol/rest/game.ts';
import { requireClub } from '../../auth/access.ts';
import { clubForbidden } from '../../auth/access-problems.ts';
import type { EncodedBody } from '../../resources/encoded-body.ts';
import type { ClubLists } from '../../resources/club-lists.ts';
import type { ListCache } from '../../resources/list-cache.ts';
import { invalid } from '../../ops/problem.ts';
import { detailsOf } from '../core/json-body.ts';
import type { CachedGet, CachedGetRequest } from '../core/cached-get.ts';

export type ClubsDeps = { readonly clubs: ListCache<ClubLists> };

export function openClubs({ clubs }: ClubsDeps) {
  /** Checks the caller's access to the club, then returns one of its lists. */
  const ofClub =
    (pick: (lists: ClubLists, reading: CachedGetRequest) => EncodedBody | Promise<EncodedBody>): CachedGet =>
    (reading, caller) => {
      const { exchange } = reading;
      const slug = requireClub(caller, exchange.hasParam('club_slug') ? exchange.param('club_slug') : null);
      const lists = clubs.peek(slug);
      return lists === null ? found(slug).then((one) => pick(one, reading)) : pick(lists, reading);
    };

  async function found(slug: string): Promise<ClubLists> {
    const lists = await clubs.get(slug);
    // Only administrators pass the access check for a club that does not exist (rule ACCESS-5).
    if (lists === null) throw clubForbidden();
    return lists;
  }

  return {
    profile: ofClub((lists) => lists.profile()),
    players: ofClub((lists) => lists.players()),
    upcomingGames: ofClub((lists) => lists.upcoming()),
    pastGames: ofClub((lists, { query }) => {
      const { limit, page } = pageOf(query);
      return lists.past(limit, page);
    }),
  };
}

/** Throws Problem 422 with the place. */
function pageOf(query: URLSearchParams): { readonly limit: number; readonly page: number } {
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const parsed = pastGamesQuery.safeParse({ limit: given('limit'), page: given('page') });
  if (!parsed.success) throw invalid(detailsOf(parsed.error.issues), 'The query is not valid.');
  return parsed.data;
}
