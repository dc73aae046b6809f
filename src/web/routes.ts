// The routes of all pages.
import type { Callers } from '../http/core/callers.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type ForgottenDeps, forgottenRoutes } from './account/forgotten.tsx';
import { type InvitationsDeps, invitationsRoutes } from './account/invitations.tsx';
import { type LinkDeps, linkRoutes } from './account/link-routes.tsx';
import { type PasskeysDeps, passkeysRoutes } from './account/passkeys.tsx';
import { type BuildDeps, buildRoutes } from './build/routes.tsx';
import { type BuiltPages, fileRoutes } from './built-files.ts';
import { clientRoutes } from './client.ts';
import { type ConnectDeps, connectRoutes } from './connect.tsx';
import { type ConsoleAccessDeps, consoleAccessRoutes } from './console-access.tsx';
import { type ConsoleDeps, consoleRoutes } from './console.ts';
import { type HandoverDeps, handoverRoutes } from './console-handover.ts';
import { consoleKindRoute } from './console-kind.ts';
import { type DesignDeps, designRoutes } from './design/routes.tsx';
import { type DocsDeps, docsRoutes } from './docs/routes.ts';
import { type HomeDeps, homeRoutes } from './home.tsx';
import { integrationRoutes, type IntegrationsDeps } from './integrations/routes.tsx';
import { webhookRoutes } from './integrations/webhooks.tsx';
import { manageRoutes, type ManagePagesDeps } from './manage/routes.ts';
import { myAppsRoutes, type MyAppsDeps } from './my-apps.tsx';
import { myClubsRoutes, type MyClubsDeps } from './my-clubs.tsx';
import { overlayRoutes } from './overlay.ts';
import { publicRoutes, type PublicRoutesDeps } from './public/routes.ts';
import type { PageDataDeps } from './page-data.ts';
import { reloadRoutes } from './reload-script.ts';
import { screenRoutes } from './screen.ts';
import { type SignInDeps, signInRoutes } from './sign-in.tsx';
import { openSite, type SiteDeps } from './site.ts';

/** Everything that the pages need, as plain functions. */
export type WebDeps = DocsDeps &
  DesignDeps &
  ConsoleDeps &
  HandoverDeps &
  ConsoleAccessDeps &
  PageDataDeps &
  SiteDeps &
  SignInDeps &
  ForgottenDeps &
  InvitationsDeps &
  LinkDeps &
  PasskeysDeps &
  ConnectDeps &
  IntegrationsDeps &
  ManagePagesDeps &
  MyAppsDeps &
  MyClubsDeps &
  HomeDeps &
  PublicRoutesDeps &
  BuildDeps & { readonly pages: BuiltPages | null };

/** All routes of the pages and of the files that they load. */
export function webRoutes(deps: WebDeps, callers: Callers): readonly RouteSpec[] {
  const site = openSite(deps);
  return [
    ...docsRoutes(deps),
    ...designRoutes(deps),
    ...screenRoutes(deps, callers),
    ...overlayRoutes(deps, callers),
    ...consoleRoutes(deps),
    ...handoverRoutes(deps),
    consoleKindRoute,
    ...homeRoutes(site, deps),
    ...publicRoutes(deps),
    ...buildRoutes(site, deps),
    ...signInRoutes(site, deps),
    ...forgottenRoutes(site, deps),
    ...linkRoutes(site, deps),
    ...passkeysRoutes(site, deps),
    ...invitationsRoutes(site, deps),
    ...connectRoutes(site, deps),
    ...consoleAccessRoutes(site, deps),
    ...integrationRoutes(site, deps),
    ...webhookRoutes(site, deps),
    ...manageRoutes(site, deps),
    ...myAppsRoutes(site, deps),
    ...myClubsRoutes(site, deps),
    ...clientRoutes(deps.pages?.client ?? new Map()),
    ...reloadRoutes(deps.pages),
    ...fileRoutes(deps.pages?.files ?? []),
  ];
}
