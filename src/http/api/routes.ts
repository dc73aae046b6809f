// The routes of the API. Each endpoint of the table (protocol/rest/endpoints.ts) has its handler here.
import type { Endpoint } from '../../../protocol/rest/endpoint.ts';
import { type EndpointName, endpoints } from '../../../protocol/rest/endpoints.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { type AccountDeps, openAccount } from './resources.ts';
import { type AdminDeps, EXPORT_MS, IMPORT_MS, openAdmin } from './admin.ts';
import { type AirDeps, openAir } from './air.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import { type FixturesDeps, openFixtureAnswers } from './fixtures.ts';
import { type GamesDeps, openGames } from './games.ts';
import { type LineupDeps, openLineupAnswers } from './lineups.ts';
import { type HealthDeps, healthRoutes } from './health.ts';
import { API_BODY_LIMIT, DATA_FILE_LIMIT } from '../core/request-body.ts';
import { type ListsDeps, openListAnswers } from './lists.ts';
import { type LiveDeps, openLive } from './live.ts';
import { type LiveEventsDeps, openLiveEvents } from './live-events.ts';
import { type InvitationsDeps, openInvitationAnswers } from './invitations.ts';
import { type ManageDeps, openManage } from './manage.ts';
import { type MatchLogDeps, openMatchLog } from './match-log.ts';
import { type MatchesDeps, openTournamentMatches } from './tournament-matches.ts';
import { openTeamLineups } from './team-lineups.ts';
import { openReadTurns } from './read-turns.ts';
import { openWebhooks, type WebhooksDeps } from './webhooks.ts';
import { openViewerCounts, type ViewersDeps } from './viewers.ts';
import { openCachedGet } from '../core/cached-get.ts';
import type { RouteSpec } from '../core/router.ts';
import type { CallerHandle, Handle } from '../core/exchange.ts';

/** The dependencies of all routes, as plain functions. */
export type ApiDeps = AccountDeps &
  ListsDeps &
  GamesDeps &
  LineupDeps &
  MatchesDeps &
  LiveDeps &
  LiveEventsDeps &
  AirDeps &
  ViewersDeps &
  MatchLogDeps &
  WebhooksDeps &
  ManageDeps &
  InvitationsDeps &
  FixturesDeps &
  AdminDeps &
  HealthDeps;

type AdminName = 'importData' | 'exportData' | 'eraseUser';

/** All routes of the API. socket.ts adds the WebSocket. */
export function apiRoutes(deps: ApiDeps): readonly RouteSpec[] {
  const handlers = handlersOf(deps);
  const admin: Readonly<Record<AdminName, Handle>> = openAdmin(deps);
  return [
    ...(Object.keys(handlers) as (keyof typeof handlers)[]).flatMap((name) => callerRoutes(name, handlers[name])),
    ...(Object.keys(admin) as AdminName[]).flatMap((name) => adminRoutes(name, admin[name])),
    { name: 'live', access: 'public', method: 'GET', path: `${API_ROOT}/live`, handle: upgradeRequired },
    ...healthRoutes(deps),
  ];
}

/** Each handler has the name of its endpoint. */
function handlersOf(deps: ApiDeps): Readonly<Record<Exclude<EndpointName, AdminName>, CallerHandle>> {
  const serve = openCachedGet();
  const lineups = openLineupAnswers(deps);
  const inReadTurn = openReadTurns();
  return {
    ...openAccount(deps, serve),
    ...openListAnswers(deps, serve, inReadTurn),
    ...openGames(deps, lineups),
    ...openTournamentMatches(deps, lineups),
    ...openLive(deps),
    ...openLiveEvents(deps),
    ...openMatchLog(deps, inReadTurn),
    ...openAir(deps),
    ...openViewerCounts(deps),
    ...openWebhooks(deps),
    ...openManage(deps),
    ...openTeamLineups(deps),
    ...openInvitationAnswers(deps),
    ...openFixtureAnswers(deps),
  };
}

/** The routes of an endpoint for callers: one for each of its paths. */
function callerRoutes(name: EndpointName, handle: CallerHandle): RouteSpec[] {
  const { method, paths, isStream }: Endpoint = endpoints[name];
  const access = isStream === true ? 'streaming_caller' : 'caller';
  return paths.map((path) => ({ name, access, method, path, bodyLimit: API_BODY_LIMIT, handle }));
}

function adminRoutes(name: AdminName, handle: Handle): RouteSpec[] {
  const { method, paths } = endpoints[name];
  const timeMs = name === 'exportData' ? EXPORT_MS : IMPORT_MS;
  return paths.map((path) => ({ name, access: 'admin', method, path, bodyLimit: DATA_FILE_LIMIT, timeMs, handle }));
}

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
