// The one place that builds everything and gives each part what it needs. A part knows only parts that are built before it;
// what happens later it hears as an event.
import { fileURLToPath } from 'node:url';
import type { ParsedChannel } from '../protocol/wire/ids.ts';
import { API_ROOT } from '../protocol/wire/version.ts';
import { openAccounts } from './web/accounts.ts';
import { mayReadChannel, scopeOfChannel } from './auth/access.ts';
import { requireAdmin } from './auth/bearer.ts';
import type { Caller } from './auth/caller.ts';
import { openCredentials } from './auth/credentials.ts';
import { openRate } from './auth/rate-limit.ts';
import { openEncryption } from './auth/encryption.ts';
import { openLastUsed } from './auth/last-used.ts';
import { openViewTokens } from './auth/view-tokens.ts';
import { addressOf, type Config } from './config.ts';
import type { StoreRead } from './ops/counters.ts';
import { drain } from './ops/drain.ts';
import { type BuiltPages, loadPages } from './web/built-files.ts';
import { type ApiDeps, apiRoutes } from './http/api/routes.ts';
import { type CallersDeps, openCallers } from './http/core/callers.ts';
import { createServer } from './http/core/server.ts';
import { mountLive, publishOn } from './http/socket.ts';
import { openStoredLists } from './resources/stored-lists.ts';
import { openIntegrations } from './web/integrations-store.ts';
import { startHeartbeat } from './live/heartbeat.ts';
import type { LiveChannel } from './live/channel.ts';
import { openFeeds } from './live/feeds.ts';
import type { LiveEvents } from './live/events.ts';
import { openLiveMatches } from './live/live-matches.ts';
import { openSessions } from './live/sessions.ts';
import { type Timing, TIMING } from './live/timing.ts';
import { openEvents } from './ops/events.ts';
import type { Logger } from './ops/logger.ts';
import type { Match } from './match/match.ts';
import { openMetrics } from './ops/metrics.ts';
import { startDatabasePoller } from './cluster/database-poller.ts';
import { openPeers } from './cluster/peers.ts';
import { readGauges, whyNotWritable } from './gauges.ts';
import type { RelayTiming } from './cluster/relay.ts';
import { orUnavailable } from './store/driver/with-deadline.ts';
import { loadResources } from './store/user-resources.ts';
import { feedGames } from './store/clubs.ts';
import { COMMIT_DEFAULTS, openCommitter } from './store/log/append.ts';
import { exportData } from './data-file/export.ts';
import { applyDataFile } from './data-file/apply-at-start.ts';
import { importData } from './data-file/import.ts';
import { findGame } from './store/games.ts';
import { readEntries, readLog, readWholeLog } from './store/log/read.ts';
import { loadMatch } from './store/matches.ts';
import { type WebDeps, webRoutes } from './web/routes.ts';
import { openStore, type Store } from './store/driver/open.ts';
import { readPositions, renewEpoch } from './store/log/positions.ts';
import { credentialQuestions, feedQuestions } from './store/queries.ts';
import { feedMatches } from './store/tournaments.ts';
import { lockedCommit } from './store/log/locked-commit.ts';

export type Gateway = {
  /** Where it really listens. */
  readonly url: string;
  readonly port: number;
  /** Drains and stops, within 10 seconds. */
  close(): Promise<void>;
};

/** `pages`: folder of the built pages. */
export type GatewayOptions = { timing?: Partial<Timing>; relay?: Partial<RelayTiming>; pages?: string };

/** Opens the store, applies the data file, listens. Throws an Error with one line that says what is wrong. */
export async function openGateway(config: Config, log: Logger, options: GatewayOptions = {}): Promise<Gateway> {
  const store = await openStore({ databaseUrl: config.databaseUrl, home: config.home, log });
  try {
    if (config.dataFile !== null) await applyDataFile(store.sql, config.dataFile, openEncryption(config.secrets), log);
    // In a build the pages are beside the bundle. Beside the sources there are none.
    const pages = await loadPages(options.pages ?? fileURLToPath(new URL('./pages', import.meta.url)));
    return await serve(config, log, store, pages, { ...TIMING, ...options.timing }, options.relay);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(
  config: Config,
  log: Logger,
  store: Store,
  pages: BuiltPages | null,
  timing: Timing,
  relayTiming: Partial<RelayTiming> | undefined,
): Promise<Gateway> {
  const { sql } = store;
  const events = openEvents<LiveEvents>();
  const metrics = openMetrics();
  const { counts } = metrics;
  const encryption = openEncryption(config.secrets);
  /** Reads from the store for a caller that waits, and counts that. */
  const read = <T>(what: StoreRead, work: PromiseLike<T>): Promise<T> => {
    counts.storeReads[what] += 1;
    return orUnavailable(work);
  };
  let isDraining = false;
  /** `baseUrl`: the public address of the service; `url`: where this node listens. Both are known once it listens. */
  const address = { baseUrl: '', url: '' };
  const baseUrl = (): string => address.baseUrl;

  const server = createServer({
    host: config.host,
    port: config.port,
    tls: config.tls && { certFile: config.tls.cert, keyFile: config.tls.key },
    log,
    observe: metrics.requestTimes.observe,
  });
  const publish = publishOn(server.app, counts);
  const committer = openCommitter(sql, { ...COMMIT_DEFAULTS, observe: metrics.commitDone });
  const peers = await openPeers({ urls: config.redisUrls, sql, observeLag: metrics.relayLag, relayTiming, log });
  const { follow, unfollow } = peers;

  const matches = openLiveMatches({
    store: {
      load: (ref) => read('match', loadMatch(sql, ref)),
      readLog: (ref, seq, limit) => read('log', readLog(sql, ref, seq, limit)),
      renewEpoch: (ref, epoch) => orUnavailable(renewEpoch(sql, ref, epoch)),
      commit: committer.commit,
      commitInTurn: (ref, seq, decide) => lockedCommit(sql, ref, seq, decide),
    },
    storeIdle: committer.idle,
    ...{ events, publish, follow, unfollow, timing, log },
  });
  const feeds = openFeeds({
    ...feedQuestions(sql, (work) => read('feed', work)),
    getMatch: async (ref) => (await matches.get(ref))?.match() ?? null,
    ...{ publish, follow, unfollow, timing, log },
  });
  const lists = openStoredLists(sql, baseUrl, timing.evictMs, (work) => read('list', work));

  const viewTokens = openViewTokens(config.secrets);
  const questions = credentialQuestions(sql, (work) => read('token', work));
  const credentials = openCredentials({ ...questions, viewTokens });
  const { identify, known } = credentials;
  const mayRead = (caller: Caller, channel: ParsedChannel, match: Match | null): boolean =>
    mayReadChannel(caller, channel.channel, scopeOfChannel(channel, match?.fixture ?? null));
  const sessions = openSessions({
    ...{ counts, events, identify, mayRead, timing, log },
    recheck: credentials.recheck,
    matchChannel: matches.channel,
    feedChannel: feeds.channel,
    peekMatch: matches.peek,
  });
  const lastUsed = openLastUsed({
    write: questions.writeUses,
    connected: sessions.connected,
    failed: (error) => {
      log.warn({ err: error }, 'last uses could not be written; they are kept');
    },
    everyMs: timing.usesMs,
  });
  // A single node makes all changes itself, and an embedded database is not replaced by a backup while it runs.
  const poller =
    store.embedded && peers.redis() === 'none'
      ? null
      : startDatabasePoller({
          positions: matches.positions,
          readPositions: (refs) => orUnavailable(readPositions(sql, refs)),
          compare: matches.compare,
          compareFeeds: feeds.compareAll,
          isLinkUp: () => peers.redis() === 'up',
          ...{ timing, log },
        });

  // Who listens to what.
  events.on('committed', ({ match, step }) => {
    feeds.moved(match, step);
    lists.moved(match);
  });
  events.on('moved', ({ message, feed }) => {
    peers.tellMoved(message, feed);
  });
  events.on('wentBack', ({ match }) => {
    feeds.wentBack(match);
    lists.wentBack(match);
  });
  events.on('vanished', sessions.recheck);
  events.on('rightsChanged', ({ isOwn }) => {
    if (isOwn) peers.tellRights();
    credentials.forget();
    return sessions.recheck();
  });
  events.on('credentialUsed', ({ caller, address }) => {
    lastUsed.note(caller, address);
  });
  peers.heard.on('moved', matches.hear);
  peers.heard.on('feedChanged', feeds.feedChanged);
  peers.heard.on('rightsChanged', () => events.emitAndWait('rightsChanged', { isOwn: false }));
  peers.heard.on('dataChanged', async () => {
    await feeds.forget();
    lists.forget();
    await events.emitAndWait('rightsChanged', { isOwn: false });
  });
  peers.heard.on('dataChanged', () => poller?.now());
  peers.heard.on('linkChanged', () => poller?.now());
  /** Resolves when the rights of now hold for all connections of this node. */
  const rightsChanged = (): Promise<void> => events.emitAndWait('rightsChanged', { isOwn: true });

  mountLive(server.app, `${API_ROOT}/live`, {
    ...{ identify, sessions, counts, log },
    isDraining: () => isDraining,
    maxConnections: config.maxConnections,
  });
  function* watched(): Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }> {
    yield* matches.watched();
    yield* feeds.watched();
  }
  const gauges = { sql, sessions, connectionsMax: config.maxConnections, watched, matches, committer, peers };
  const routeDeps: ApiDeps & WebDeps & CallersDeps = {
    ...{ identify, known, mayRead, pages, baseUrl, rightsChanged },
    clubs: lists.clubs,
    tournaments: lists.tournaments,
    loadResources: (userId) => orUnavailable(loadResources(sql, userId)),
    used: lastUsed.note,
    rate: openRate(),
    getMatch: matches.get,
    findGame: (club, slug) => orUnavailable(findGame(sql, club, slug)),
    clubExists: async (slug) => (await orUnavailable(feedGames(sql, slug, Date.now()))) !== null,
    tournamentExists: async (slug) => (await orUnavailable(feedMatches(sql, slug))) !== null,
    matchChannel: matches.channel,
    feedChannel: feeds.channel,
    readEntries: (ref, after, limit) => read('log', readEntries(sql, ref, after, limit)),
    readWholeLog: (ref, limit) => read('log', readWholeLog(sql, ref, 0, limit)),
    ...openAccounts({ sql, secrets: config.secrets, seals: encryption, rightsChanged, log }),
    ownUrls: () => [address.baseUrl, address.url],
    isProduction: config.production,
    ...openIntegrations(sql, viewTokens),
    requireAdmin: (authorization) => requireAdmin(authorization, config.adminToken, credentials),
    async importData(file) {
      const { counts: imported, affected } = await importData(sql, file, { seals: encryption });
      peers.tellData();
      credentials.forget();
      await matches.reload(affected);
      await feeds.forget();
      lists.forget();
      await rightsChanged();
      return imported;
    },
    exportData: () => exportData(sql),
    redis: peers.redis,
    async notReady() {
      if (isDraining) return 'The server is shutting down.';
      const reason = await whyNotWritable(sql);
      return reason === null ? null : `The database takes no writes: ${reason}`;
    },
    async metrics() {
      return { contentType: metrics.contentType, text: await metrics.text(await readGauges(gauges)) };
    },
  };
  const callers = openCallers(routeDeps);
  server.mount([...apiRoutes(routeDeps, callers), ...webRoutes(routeDeps, callers)]);

  const { port } = await server.listen();
  const url = addressOf(config, port);
  Object.assign(address, { url, baseUrl: config.publicUrl ?? url });
  const stopHeartbeat = startHeartbeat({ watched, sessions, publish, timing });

  async function close(): Promise<void> {
    // Readiness first: a load balancer then sends no more clients to this node.
    isDraining = true;
    const { stopListening, idle, turnAway } = server;
    const settle = () => Promise.all([matches.close(), lastUsed.close()]);
    const parts = { stopListening, sendAway: sessions.drain, idle, settle, turnAway };
    await drain(parts, timing.lingerMs);
    stopHeartbeat();
    poller?.stop();
    peers.close();
    feeds.close();
    lists.close();
    server.close();
    await store.close();
  }

  return { url, port, close };
}
