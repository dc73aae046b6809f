// The lists of clubs and tournaments that readers ask for, out of the store.
import { openReads, type Reads } from './live/reads.ts';
import type { Timing } from './live/timing.ts';
import { ask } from './store/ask.ts';
import { loadClub, readClubMark } from './store/club-profile.ts';
import { loadPastGames } from './store/game-list.ts';
import type { Sql } from './store/open.ts';
import { loadTournament, readTournamentMark } from './store/tournament-profile.ts';

/** `baseUrl`: the service's own address, without a slash at its end. */
export const openLists = (sql: Sql, baseUrl: () => string, timing: Timing): Reads =>
  openReads({
    loadClub: (slug, now) => ask(loadClub(sql, slug, now)),
    loadTournament: (slug) => ask(loadTournament(sql, slug)),
    club: {
      loadPast: (query) => ask(loadPastGames(sql, query)),
      readMark: (clubId, listed) => ask(readClubMark(sql, clubId, listed)),
    },
    tournament: { readMark: (tournamentId) => ask(readTournamentMark(sql, tournamentId)) },
    baseUrl,
    timing,
  });
