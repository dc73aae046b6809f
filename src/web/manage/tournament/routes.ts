// The management pages of tournaments, and the tournaments that a club hosts.
import type { RouteSpec } from '../../../http/core/router.ts';
import type { Site } from '../../site.ts';
import { fixturesRoutes } from './fixtures-page.tsx';
import { lineupRoutes } from './lineups-page.tsx';
import { matchRoutes } from './match-page.tsx';
import { newTournamentRoutes } from './new-tournament.tsx';
import { playersImportRoutes, type PlayersImportDeps } from './players-import.ts';
import { playerRoutes } from './players-page.tsx';
import { scheduleRoutes } from './schedule-page.tsx';
import { settingsRoutes } from './settings-page.tsx';
import { teamLineupRoutes } from './team-lineup-page.tsx';
import { teamRoutes } from './team-page.tsx';
import { teamsRoutes } from './teams-page.tsx';

export type TournamentPagesDeps = PlayersImportDeps;

export const tournamentPages = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] => [
  ...newTournamentRoutes(site, deps),
  ...scheduleRoutes(site, deps),
  ...teamsRoutes(site, deps),
  ...teamRoutes(site, deps),
  ...playerRoutes(site, deps),
  ...playersImportRoutes(site, deps),
  ...fixturesRoutes(site, deps),
  ...matchRoutes(site, deps),
  ...lineupRoutes(site, deps),
  ...teamLineupRoutes(site, deps),
  ...settingsRoutes(site, deps),
];
