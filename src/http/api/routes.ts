// The routes of the API. Each endpoint of the table (protocol/rest/endpoints.ts) has its handler here.
import { type Endpoint, type EndpointName, endpoints } from '../../../protocol/rest/endpoints.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { Caller } from '../../auth/caller.ts';
import { type AccountDeps, openAccount } from './resources.ts';
import { type AdminDeps, EXPORT_MS, IMPORT_MS, openAdmin } from './admin.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Callers } from '../core/callers.ts';
import { type ClubsDeps, openClubs } from './clubs.ts';
import type { Exchange } from '../core/exchange.ts';
import { type GamesDeps, openGames } from './games.ts';
import { type HealthDeps, healthRoutes } from './health.ts';
import { API_BODY_LIMIT, DATA_FILE_LIMIT } from '../core/request-body.ts';
import { type LiveDeps, openLive } from './live.ts';
import { type MatchLogDeps, openMatchLog } from './match-log.ts';
import { type MatchesDeps, openTournamentMatches } from './tournament-matches.ts';
import { openCachedGet } from '../core/cached-get.ts';
import type { RouteSpec } from '../core/router.ts';
import type { Handle } from '../core/exchange.ts';
import { openTournaments, type TournamentsDeps } from './tournaments.ts';

/** The dependencies of all routes, as plain functions. */
export type ApiDeps = AccountDeps &
  ClubsDeps &
  TournamentsDeps &
  GamesDeps &
  MatchesDeps &
  LiveDeps &
  MatchLogDeps &
  AdminDeps &
  HealthDeps;

type Handler = (exchange: Exchange, caller: Caller) => Answer | Promise<Answer>;
type AdminName = 'importData' | 'exportData';
type MatchName =
  | 'patchScores'
  | 'patchGoals'
  | 'postGameMarker'
  | 'listGameMarkers'
  | 'deleteGameMarker'
  | 'listMatchMarkers'
  | 'postMatchMarker'
  | 'deleteMatchMarker';
type ReadName =
  | 'getResources'
  | 'getTournament'
  | 'listTournamentPlayers'
  | 'listTournamentMatches'
  | 'getClub'
  | 'listClubPlayers'
  | 'listUpcomingGames'
  | 'listPastGames';

/** All routes of the API. socket.ts adds the WebSocket. */
export function apiRoutes(deps: ApiDeps, callers: Callers): readonly RouteSpec[] {
  const games = openGames(deps, callers);
  const matches = openTournamentMatches(deps, callers);
  const live = openLive(deps);
  const admin = openAdmin(deps);

  const ofMatches: Readonly<Record<MatchName, Handle>> = {
    patchScores: games.patchScores,
    patchGoals: games.patchGoals,
    postGameMarker: games.postMarker,
    listGameMarkers: games.listMarkers,
    deleteGameMarker: games.deleteMarker,
    listMatchMarkers: matches.listMarkers,
    postMatchMarker: matches.postMarker,
    deleteMatchMarker: matches.deleteMarker,
  };
  const handlers: Readonly<Record<Exclude<EndpointName, AdminName | ReadName | MatchName | 'getMatchLog'>, Handler>> = {
    getLive: live.getLive,
    createViewToken: live.createViewToken,
  };

  const api = Object.entries(handlers).flatMap(([name, handler]) =>
    routesOf(name, endpoints[name as keyof typeof handlers], {
      bodyLimit: API_BODY_LIMIT,
      handle: (exchange) => {
        // A cached caller is served in the same turn of the event loop.
        const caller = callers.callerOf(exchange);
        return caller instanceof Promise ? caller.then((found) => handler(exchange, found)) : handler(exchange, caller);
      },
    }),
  );

  const reads = Object.entries(readHandlers(deps, callers)).flatMap(([name, handle]) =>
    routesOf(name, endpoints[name as ReadName], { handle }),
  );

  return [
    ...reads,
    ...Object.entries(ofMatches).flatMap(([name, handle]) =>
      routesOf(name, endpoints[name as MatchName], { bodyLimit: API_BODY_LIMIT, handle }),
    ),
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
  ];
}

/** The read endpoints of accounts, clubs and tournaments, answered from memory. */
function readHandlers(deps: ApiDeps, callers: Callers): Readonly<Record<ReadName, Handle>> {
  const reading = openCachedGet(callers);
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

/** Answers a plain GET of the WebSocket's address. */
const upgradeRequired = (): Answer =>
  apiJson(
    426,
    {
      error: 'This address is a WebSocket.',
      hint: `Connect with a WebSocket client, or poll ${API_ROOT}/live/{channel}.`,
    },
    { upgrade: 'websocket' },
  );
