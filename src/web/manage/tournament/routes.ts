// The management pages of tournaments, and the tournaments that a club hosts.
import type { RouteSpec } from '../../../http/core/router.ts';
import type { Site } from '../../site.ts';
import { fixturesRoutes } from './fixtures-page.tsx';
import { lineupRoutes } from './lineups-page.tsx';
import { matchRoutes } from './match-page.tsx';
import { newTournamentRoutes } from './new-tournament.tsx';
import { scheduleRoutes } from './schedule-page.tsx';
import { settingsRoutes } from './settings-page.tsx';
import { teamRoutes } from './team-page.tsx';
import { teamsRoutes } from './teams-page.tsx';
import type { TournamentPagesDeps } from './tournament-pages.ts';

export type { TournamentPagesDeps };

export const tournamentPages = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] => [
  ...newTournamentRoutes(site, deps),
  ...scheduleRoutes(site, deps),
  ...teamsRoutes(site, deps),
  ...teamRoutes(site, deps),
  ...fixturesRoutes(site, deps),
  ...matchRoutes(site, deps),
  ...lineupRoutes(site, deps),
  ...settingsRoutes(site, deps),
];
