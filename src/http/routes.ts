// The whole URL space on one screen. The table of endpoints (protocol/rest.ts) is its source: each needs a handler here.
import { type Endpoint, type EndpointName, endpoints } from '../../protocol/rest.ts';
import { API_ROOT } from '../../protocol/version.ts';
import type { Caller } from '../auth/caller.ts';
import { type AccountDeps, openAccount } from './account.ts';
import { type AdminDeps, EXPORT_MS, IMPORT_MS, openAdmin } from './admin.ts';
import { type Answer, apiJson } from './answer.ts';
import { type BuildDeps, buildRoutes } from './build.ts';
import { type Callers, type CallersDeps, openCallers } from './callers.ts';
import { type ClubsDeps, openClubs } from './clubs.ts';
import { type ConnectDeps, connectRoutes } from './connect.ts';
import { type ConsoleAccessDeps, consoleAccessRoutes } from './console-access.ts';
import { type ConsoleDeps, consoleRoutes } from './console.ts';
import { type DocsDeps, docsRoutes } from './docs.ts';
import type { Exchange } from './exchange.ts';
import { type GamesDeps, openGames } from './games.ts';
import { type HealthDeps, healthRoutes } from './health.ts';
import { type HomeDeps, homeRoutes } from './home.ts';
import { API_BODY_LIMIT, DATA_FILE_LIMIT } from './inbox.ts';
import { fileRoutes } from './files.ts';
import { integrationRoutes, type IntegrationsDeps } from './integrations.ts';
import { type LiveDeps, openLive } from './live.ts';
import { type MatchLogDeps, openMatchLog } from './match-log.ts';
import { type MatchesDeps, openTournamentMatches } from './matches.ts';
import { myAppsRoutes, type MyAppsDeps } from './my-apps.ts';
import { type OverlayDeps, overlayRoutes } from './overlay.ts';
import { pageRoutes, type PagesDeps } from './pages.ts';
import { openReading } from './reading.ts';
import type { Handle, RouteSpec } from './router.ts';
import type { Server } from './server.ts';
import { openSite, type SiteDeps } from './site.ts';
import { type SignInDeps, signInRoutes } from './sign-in.ts';
import { openTournaments, type TournamentsDeps } from './tournaments.ts';

/** Everything that the routes need, as plain functions. */
export type HttpDeps = CallersDeps &
  AccountDeps &
  ClubsDeps &
  TournamentsDeps &
  GamesDeps &
  MatchesDeps &
  LiveDeps &
  MatchLogDeps &
  AdminDeps &
  HealthDeps &
  DocsDeps &
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
  BuildDeps;

type Handler = (exchange: Exchange, caller: Caller) => Answer | Promise<Answer>;
type AdminName = 'importData' | 'exportData';
type ReadName =
  | 'getResources'
  | 'getTournament'
  | 'listTournamentPlayers'
  | 'listTournamentMatches'
  | 'getClub'
  | 'listClubPlayers'
  | 'listUpcomingGames'
  | 'listPastGames';

/** Mounts all routes on the server; the WebSocket has its own (socket.ts). */
export function mountHttp(server: Server, deps: HttpDeps): void {
  const callers = openCallers(deps);
  const games = openGames(deps);
  const matches = openTournamentMatches(deps);
  const live = openLive(deps);
  const admin = openAdmin(deps);
  const site = openSite(deps);

  const handlers: Readonly<Record<Exclude<EndpointName, AdminName | ReadName | 'getMatchLog'>, Handler>> = {
    patchScores: games.patchScores,
    patchGoals: games.patchGoals,
    postGameMarker: games.postMarker,
    listGameMarkers: games.listMarkers,
    deleteGameMarker: games.deleteMarker,
    listMatchMarkers: matches.listMarkers,
    postMatchMarker: matches.postMarker,
    deleteMatchMarker: matches.deleteMarker,
    getLive: live.getLive,
    createViewToken: live.createViewToken,
  };

  const api = Object.entries(handlers).flatMap(([name, handler]) =>
    routesOf(name, endpoints[name as keyof typeof handlers], {
      bodyLimit: API_BODY_LIMIT,
      handle: (exchange) => {
        // What needs no wait is answered in the turn in which it came.
        const caller = callers.callerOf(exchange);
        return caller instanceof Promise ? caller.then((found) => handler(exchange, found)) : handler(exchange, caller);
      },
    }),
  );

  const reads = Object.entries(readHandlers(deps, callers)).flatMap(([name, handle]) =>
    routesOf(name, endpoints[name as ReadName], { handle }),
  );

  server.mount([
    ...reads,
    ...api,
    ...routesOf('getMatchLog', endpoints.getMatchLog, { handle: openMatchLog(deps, callers).getLog }),
    ...routesOf('importData', endpoints.importData, {
      bodyLimit: DATA_FILE_LIMIT,
      timeMs: IMPORT_MS,
      handle: admin.importData,
    }),
    ...routesOf('exportData', endpoints.exportData, { timeMs: EXPORT_MS, handle: admin.exportData }),
    { name: 'live', method: 'GET', path: `${API_ROOT}/live`, handle: upgradeRequired },
    ...healthRoutes(deps),
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
  ]);
}

/** Endpoints 1 to 8: answered from what is in memory. */
function readHandlers(deps: HttpDeps, callers: Callers): Readonly<Record<ReadName, Handle>> {
  const reading = openReading(callers);
  const tournaments = openTournaments(deps);
  const clubs = openClubs(deps);
  return {
    getResources: reading(openAccount(deps).resources),
    getTournament: reading(tournaments.profile),
    listTournamentPlayers: reading(tournaments.players),
    listTournamentMatches: reading(tournaments.matches),
    getClub: reading(clubs.profile),
    listClubPlayers: reading(clubs.players),
    listUpcomingGames: reading(clubs.upcomingGames),
    listPastGames: reading(clubs.pastGames, { takesQuery: true }),
  };
}

const routesOf = (
  name: string,
  { method, paths }: Endpoint,
  route: Pick<RouteSpec, 'handle' | 'bodyLimit' | 'timeMs'>,
): RouteSpec[] => paths.map((path) => ({ name, method, path, ...route }));

/** A plain GET of the address that only WebSocket handshakes are for. */
const upgradeRequired = (): Answer =>
  apiJson(
    426,
    {
      error: 'This address is a WebSocket.',
      hint: `Connect with a WebSocket client, or poll ${API_ROOT}/live/{channel}.`,
    },
    { upgrade: 'websocket' },
  );
