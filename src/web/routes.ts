// The routes of the pages that people open.
import type { Callers } from '../http/core/callers.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type BuildDeps, buildRoutes } from './builder-route.ts';
import { type BuiltPages, fileRoutes } from './built-files.ts';
import { type ConnectDeps, connectRoutes } from './connect-route.ts';
import { type ConsoleAccessDeps, consoleAccessRoutes } from './console-access-route.ts';
import { type ConsoleDeps, consoleRoutes } from './console.ts';
import { type DocsDeps, docsRoutes } from './docs/routes.ts';
import { type HomeDeps, homeRoutes } from './home-route.ts';
import { integrationRoutes, type IntegrationsDeps } from './integrations/routes.ts';
import { myAppsRoutes, type MyAppsDeps } from './my-apps-route.ts';
import { type OverlayDeps, overlayRoutes } from './overlay.ts';
import { pageRoutes, type PagesDeps } from './screen.ts';
import { type SignInDeps, signInRoutes } from './sign-in-route.ts';
import { openSite, type SiteDeps } from './site.ts';

/** Everything that the pages need, as plain functions. */
export type WebDeps = DocsDeps &
  ConsoleDeps &
  ConsoleAccessDeps &
  PagesDeps &
  OverlayDeps &
  SiteDeps &
  SignInDeps &
  ConnectDeps &
  IntegrationsDeps &
  MyAppsDeps &
  HomeDeps &
  BuildDeps & { readonly pages: BuiltPages | null };

/** All routes of the pages and of the files that they load. */
export function webRoutes(deps: WebDeps, callers: Callers): readonly RouteSpec[] {
  const site = openSite(deps);
  return [
    ...docsRoutes(deps),
    ...pageRoutes(deps, callers),
    ...overlayRoutes(deps, callers),
    ...consoleRoutes(deps),
    ...homeRoutes(site, deps),
    ...buildRoutes(site, deps),
    ...signInRoutes(site, deps),
    ...connectRoutes(site, deps),
    ...consoleAccessRoutes(site, deps),
    ...integrationRoutes(site, deps),
    ...myAppsRoutes(site, deps),
    ...fileRoutes(deps.pages?.files ?? []),
  ];
}
