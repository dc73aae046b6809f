// The tokens of the world.
import { HILLTOP, RIVERSIDE } from './clubs.ts';
import type { Token } from './records.ts';
import { AUTUMN_CUP, SPRING_CUP } from './tournaments.ts';

export const TOKENS = {
  club: 'club-key-riverside-0123456789abcdef',
  otherClub: 'club-key-hilltop-0123456789abcdef',
  clubApp: 'club-app-riverside-0123456789abcdef',
  tournament: 'tournament-key-autumn-0123456789abcdef',
  otherTournament: 'tournament-key-spring-0123456789abcdef',
  tournamentApp: 'tournament-app-autumn-0123456789abcdef',
  app: 'connected-app-ana-0123456789abcdef',
  memberApp: 'connected-app-member-0123456789abcdef',
  adminApp: 'connected-app-admin-0123456789abcdef',
  revoked: 'connected-app-revoked-0123456789abcdef',
  /** Only in `fullWorld`. */
  league: 'tournament-key-house-league-0123456789abcdef',
  /** Only in `fullWorld`. */
  moderatorApp: 'connected-app-moderator-0123456789abcdef',
} as const;

/** The admin token of every test gateway. */
export const ADMIN_TOKEN = 'admin-token-0123456789abcdef0123456789';

export const clubKey = (club: string, token: string): Token => ({ kind: 'club_static', club, token });
export const tournamentKey = (tournament: string, token: string): Token => ({
  kind: 'tournament_static',
  tournament,
  token,
});
export const appOf = (user_id: number, token: string): Token => ({
  kind: 'connected_app',
  app_name: 'Score Phone',
  user_id,
  token,
});
export const riversideApp = (): Token => ({
  kind: 'club_app',
  club: RIVERSIDE.slug,
  app_name: 'Old App',
  user_id: 1,
  token: TOKENS.clubApp,
});
export const cupApp = (): Token => ({
  kind: 'tournament_app',
  tournament: AUTUMN_CUP.slug,
  app_name: 'Old App',
  user_id: 1,
  token: TOKENS.tournamentApp,
});

/** Two tokens of each kind where two make a difference, and a revoked one. */
export const tokens = (): Token[] => [
  clubKey(RIVERSIDE.slug, TOKENS.club),
  clubKey(HILLTOP.slug, TOKENS.otherClub),
  riversideApp(),
  tournamentKey(AUTUMN_CUP.slug, TOKENS.tournament),
  tournamentKey(SPRING_CUP.slug, TOKENS.otherTournament),
  cupApp(),
  appOf(1, TOKENS.app),
  appOf(4, TOKENS.memberApp),
  appOf(5, TOKENS.adminApp),
  { kind: 'connected_app', app_name: 'Other App', user_id: 1, token: TOKENS.revoked, revoked: true },
];
