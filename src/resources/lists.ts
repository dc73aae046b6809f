// The lists of clubs and tournaments that this node keeps for readers: one cache for each kind.
import type { Match } from '../match/match.ts';
import type { StoredClub } from '../store/club-profile.ts';
import type { StoredTournament } from '../store/tournament-profile.ts';
import { type ClubLists, type ClubListsDeps, openClubLists } from './club-lists.ts';
import { openListCache, type ListCache } from './list-cache.ts';
import { openTournamentLists, type TournamentLists, type TournamentListsDeps } from './tournament-lists.ts';

export type ListsDeps = {
  /** `now`: ms since 1970. Both: null when there is none; throw Problem 503. */
  readonly loadClub: (slug: string, now: number) => Promise<StoredClub | null>;
  readonly loadTournament: (slug: string) => Promise<StoredTournament | null>;
  readonly club: Omit<ClubListsDeps, 'baseUrl'>;
  readonly tournament: Omit<TournamentListsDeps, 'baseUrl'>;
  /** The service's own address, without a slash at its end. */
  readonly baseUrl: () => string;
  /** A list without readers leaves the memory after this time, ms. */
  readonly evictMs: number;
};

export type Lists = {
  readonly clubs: ListCache<ClubLists>;
  readonly tournaments: ListCache<TournamentLists>;
  /** A change of a match was accepted on this node: every later answer shows it. */
  moved(match: Match): void;
  /** The store went back behind what was shown of a match: its lists are loaded again. */
  wentBack(match: Match): void;
  /** After an import. */
  forget(): void;
  close(): void;
};

export function openLists({ loadClub, loadTournament, club, tournament, baseUrl, evictMs }: ListsDeps): Lists {
  const clubs = openListCache<ClubLists>({
    async load(slug) {
      const now = Date.now();
      const stored = await loadClub(slug, now);
      return stored && openClubLists(stored, now, { ...club, baseUrl });
    },
    evictMs,
  });
  const tournaments = openListCache<TournamentLists>({
    async load(slug, before) {
      const stored = await loadTournament(slug);
      return stored && openTournamentLists(stored, { ...tournament, baseUrl }, before);
    },
    evictMs,
  });
  return {
    clubs,
    tournaments,
    moved(match) {
      const { fixture } = match;
      if (fixture.kind === 'game') clubs.moved(fixture.clubSlug, match);
      else tournaments.moved(fixture.tournament.slug, match);
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
