// Read endpoints of tournaments (profile, players, matches), on explicit and legacy paths.
import { requireTournament } from '../../auth/access.ts';
import { tournamentForbidden } from '../../auth/access-problems.ts';
import type { EncodedBody } from '../../resources/encoded-body.ts';
import type { ListCache } from '../../resources/list-cache.ts';
import type { TournamentLists } from '../../resources/tournament-lists.ts';
import type { CachedGet } from '../core/cached-get.ts';

export type TournamentsDeps = { readonly tournaments: ListCache<TournamentLists> };

export function openTournaments({ tournaments }: TournamentsDeps) {
  /** Checks the caller's access to the tournament, then returns one of its lists. */
  const ofTournament =
    (pick: (lists: TournamentLists) => EncodedBody): CachedGet =>
    ({ exchange }, caller) => {
      const inPath = exchange.hasParam('tournament_slug') ? exchange.param('tournament_slug') : null;
      const slug = requireTournament(caller, inPath);
      const lists = tournaments.peek(slug);
      return lists === null ? found(slug).then(pick) : pick(lists);
    };

  async function found(slug: string): Promise<TournamentLists> {
    const lists = await tournaments.get(slug);
    // Only administrators pass the access check for a tournament that does not exist (rule ACCESS-5).
    if (lists === null) throw tournamentForbidden();
    return lists;
  }

  return {
    profile: ofTournament((lists) => lists.profile()),
    players: ofTournament((lists) => lists.players()),
    matches: ofTournament((lists) => lists.matches()),
  };
}
