// The lists of clubs and tournaments that this node keeps for readers: one cache for each kind, loaded from the database.
import type { Match } from '../match/match.ts';
import { loadClub, readClubMark } from '../store/club-profile.ts';
import type { Sql } from '../store/driver/sql.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import { countPastGames, loadPastGames } from '../store/game-list.ts';
import { loadTournament, readTournamentMark, type StoredTournament } from '../store/tournament-profile.ts';
import { type ClubLists, openClubLists } from './club-lists.ts';
import { openListCache, type ListCache } from './list-cache.ts';
import { openTournamentLists, type TournamentLists } from './tournament-lists.ts';

export type Lists = {
  readonly clubs: ListCache<ClubLists>;
  readonly tournaments: ListCache<TournamentLists>;
  /**
   * The tournament with this slug as it is now; null if there is none. The same object until the tournament or one of its matches
   * changes. Throws Problem 503.
   */
  tournament(slug: string): Promise<StoredTournament | null>;
  /** A change of a match was accepted on this node: every later answer shows it. `isEdited`: names, line-ups or the schedule changed. */
  moved(match: Match, isEdited: boolean): void;
  /** The database is older than the shown state of a match: its lists are loaded again. */
  wentBack(match: Match): void;
  /** After an import. */
  forget(): void;
  close(): void;
};

/**
 * `baseUrl`: the service's own address, without a slash at its end. `evictMs`: a list without readers leaves the memory
 * after this time. `lookUp` runs the queries.
 */
export function openLists(
  sql: Sql,
  baseUrl: () => string,
  evictMs: number,
  lookUp: typeof orStoreAway = orStoreAway,
): Lists {
  const clubs = openListCache<ClubLists>({
    async load(slug) {
      const now = Date.now();
      const stored = await lookUp(loadClub(sql, slug, now));
      return (
        stored &&
        openClubLists(stored, now, {
          loadPast: (query) => lookUp(loadPastGames(sql, query)),
          countPast: (query) => lookUp(countPastGames(sql, query)),
          readMark: (clubId, listed) => lookUp(readClubMark(sql, clubId, listed)),
          baseUrl,
        })
      );
    },
    evictMs,
  });
  const tournaments = openListCache<TournamentLists>({
    async load(slug, before) {
      const stored = await lookUp(loadTournament(sql, slug));
      const readMark = (tournamentId: number) => lookUp(readTournamentMark(sql, tournamentId));
      return stored && openTournamentLists(stored, { readMark, baseUrl }, before);
    },
    evictMs,
  });
  return {
    clubs,
    tournaments,
    tournament: async (slug) => (await tournaments.get(slug))?.current() ?? null,
    moved(match, isEdited) {
      const { fixture } = match;
      if (fixture.kind === 'game') clubs.moved(fixture.clubSlug, match, isEdited);
      else tournaments.moved(fixture.tournament.slug, match, isEdited);
    },
    wentBack({ fixture }) {
      if (fixture.kind === 'game') clubs.drop(fixture.clubSlug);
      else tournaments.drop(fixture.tournament.slug);
    },
    forget() {
      clubs.forget();
      tournaments.forget();
    },
    close() {
      clubs.close();
      tournaments.close();
    },
  };
}
