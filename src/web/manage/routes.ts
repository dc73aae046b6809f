// The routes of the management pages: `/manage/clubs/{slug}` and `/manage/tournaments/{slug}`, and the sections below them.
import type { RouteSpec } from '../../http/core/router.ts';
import type { Site } from '../site.ts';
import { overviewRoutes } from './overview.tsx';
import { squadRoutes, type SquadRoutesDeps } from './squad/routes.ts';
import type { StaffDeps } from './staff.ts';
import { tournamentPages, type TournamentPagesDeps } from './tournament/routes.ts';

export type ManagePagesDeps = StaffDeps & SquadRoutesDeps & TournamentPagesDeps;

export function manageRoutes(site: Site, deps: ManagePagesDeps): readonly RouteSpec[] {
  return [...overviewRoutes(site, deps), ...squadRoutes(site, deps), ...tournamentPages(site, deps)];
}
