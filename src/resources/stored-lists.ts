// The lists of clubs and tournaments, loaded from the store.
import { openLists, type Lists } from './lists.ts';
import { orUnavailable } from '../store/driver/with-deadline.ts';
import { loadClub, readClubMark } from '../store/club-profile.ts';
import { loadPastGames } from '../store/game-list.ts';
import type { Sql } from '../store/driver/sql.ts';
import { loadTournament, readTournamentMark } from '../store/tournament-profile.ts';

/** `baseUrl`: the service's own address, without a slash at its end. */
export const openStoredLists = (
  sql: Sql,
  baseUrl: () => string,
  evictMs: number,
  lookUp: typeof orUnavailable = orUnavailable,
): Lists =>
  openLists({
    loadClub: (slug, now) => lookUp(loadClub(sql, slug, now)),
    loadTournament: (slug) => lookUp(loadTournament(sql, slug)),
    club: {
      loadPast: (query) => lookUp(loadPastGames(sql, query)),
      readMark: (clubId, listed) => lookUp(readClubMark(sql, clubId, listed)),
    },
    tournament: { readMark: (tournamentId) => lookUp(readTournamentMark(sql, tournamentId)) },
    baseUrl,
    evictMs,
  });
