// The routes of the management pages: `/manage/clubs/{slug}` and `/manage/tournaments/{slug}`, and the sections below them.
import type { RouteSpec } from '../../http/core/router.ts';
import type { Site } from '../site.ts';
import type { GamePagesDeps } from './games/form-answer.tsx';
import { gameRoutes } from './games/routes.ts';
import { squadRoutes, type SquadRoutesDeps } from './squad/routes.ts';
import { openTableReader } from './squad/table-reader.ts';
import type { StaffDeps } from './staff.ts';
import { tournamentPages, type TournamentPagesDeps } from './tournament/routes.ts';

export type ManagePagesDeps = StaffDeps & GamePagesDeps & Omit<SquadRoutesDeps & TournamentPagesDeps, 'tables'>;

export function manageRoutes(site: Site, deps: ManagePagesDeps): readonly RouteSpec[] {
  // One for all tables: it limits how many are read at the same time.
  const withTables = { ...deps, tables: openTableReader() };
  return [...gameRoutes(site, deps), ...squadRoutes(site, withTables), ...tournamentPages(site, withTables)];
}
