// The one place that builds everything and hands each part what it needs.
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
import { openMatches } from './live/live-matches.ts';
import { openSessions } from './live/sessions.ts';
import { type Timing, TIMING } from './live/timing.ts';
import type { Logger } from './ops/logger.ts';
import type { Match } from './match/match.ts';
import { openMetrics } from './ops/metrics.ts';
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
import { renewEpoch } from './store/log/positions.ts';
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
    // In a build the pages lie beside the bundle; beside the sources there are none.
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
  const metrics = openMetrics();
  const seals = openEncryption(config.secrets);
  const { counts } = metrics;
  /** Asks the store for somebody who waits for it, and counts that. */
  const read = <T>(what: StoreRead, work: PromiseLike<T>): Promise<T> => {
    counts.storeReads[what] += 1;
    return orUnavailable(work);
  };
  let draining = false;
  /** The service's own address, as the world calls it; known once it listens. */
  let baseUrl = '';
  /** Where it listens. */
  let url = '';

  const server = createServer({
    host: config.host,
    port: config.port,
    tls: config.tls && { certFile: config.tls.cert, keyFile: config.tls.key },
    log,
    observe: metrics.requestTimes.observe,
  });
  const publish = publishOn(server.app, counts);
  const committer = openCommitter(sql, { ...COMMIT_DEFAULTS, observe: metrics.commitDone });
  const feeds = openFeeds({
    ...feedQuestions(sql, (work) => read('feed', work)),
    getMatch: (ref) => matches.get(ref),
    follow: (ref) => nodes.follow(ref),
    unfollow: (ref) => nodes.unfollow(ref),
    publish,
    timing,
    log,
  });
  const matches = openMatches({
    load: (ref) => read('match', loadMatch(sql, ref)),
    readLog: (ref, seq, limit) => read('log', readLog(sql, ref, seq, limit)),
    renewEpoch: (ref, epoch) => orUnavailable(renewEpoch(sql, ref, epoch)),
    committer,
    commitInTurn: (ref, seq, decide) => lockedCommit(sql, ref, seq, decide),
    publish,
    moved(match, step) {
      feeds.moved(match, step);
      reads.moved(match);
    },
    follow: (ref) => nodes.follow(ref),
    unfollow: (ref) => nodes.unfollow(ref),
    tell: (message, match) => nodes.tellMoved(message, match),
    wentBack(match) {
      feeds.wentBack(match);
      reads.wentBack(match);
    },
    vanished: () => void sessions.recheck(),
    timing,
    log,
  });

  const reads = openStoredLists(
    sql,
    () => baseUrl,
    timing,
    (work) => read('list', work),
  );
  const viewTokens = openViewTokens(config.secrets);
  const questions = credentialQuestions(sql, (work) => read('token', work));
  const credentials = openCredentials({ ...questions, viewTokens });
  const mayRead = (caller: Caller, channel: ParsedChannel, match: Match | null): boolean =>
    mayReadChannel(caller, channel.channel, scopeOfChannel(channel, match?.fixture ?? null));
  const sessions = openSessions({
    counts,
    identify: credentials.identify,
    recheck: credentials.recheck,
    mayRead,
    matchChannel: matches.channel,
    feedChannel: feeds.channel,
    used: (caller, address) => {
      uses.note(caller, address);
    },
    peekMatch: matches.peek,
    timing,
    log,
  });
  /** Keys, tokens or roles have changed: from now on everybody is held to the rights of now, open connections too. */
  async function rightsChanged(): Promise<void> {
    nodes.tellRights();
    await lookAgain();
  }
  async function lookAgain(): Promise<void> {
    credentials.forget();
    await sessions.recheck();
  }
  const uses = openLastUsed({
    write: questions.writeUses,
    connected: sessions.connected,
    failed: (error) => {
      log.warn({ err: error }, 'last uses could not be written; they are kept');
    },
    everyMs: timing.usesMs,
  });

  const nodes = await openPeers({
    urls: config.redisUrls,
    sql,
    isEmbedded: store.embedded,
    matches,
    feeds,
    rightsChanged: lookAgain,
    async dataChanged() {
      await feeds.forget();
      reads.forget();
      await lookAgain();
    },
    observeLag: metrics.relayLag,
    timing,
    relayTiming,
    log,
  });

  mountLive(server.app, `${API_ROOT}/live`, {
    identify: credentials.identify,
    sessions,
    isDraining: () => draining,
    maxConnections: config.maxConnections,
    counts,
    log,
  });
  const readingsOf = { sql, sessions, connectionsMax: config.maxConnections, watched, matches, committer, nodes };
  const routeDeps: ApiDeps & WebDeps & CallersDeps = {
    identify: credentials.identify,
    known: credentials.known,
    clubs: reads.clubs,
    tournaments: reads.tournaments,
    baseUrl: () => baseUrl,
    loadResources: (userId) => orUnavailable(loadResources(sql, userId)),
    used: uses.note,
    rate: openRate(),
    getMatch: matches.get,
    record: matches.record,
    findGame: (club, slug) => orUnavailable(findGame(sql, club, slug)),
    clubExists: async (slug) => (await orUnavailable(feedGames(sql, slug, Date.now()))) !== null,
    tournamentExists: async (slug) => (await orUnavailable(feedMatches(sql, slug))) !== null,
    mayRead,
    matchChannel: matches.channel,
    feedChannel: feeds.channel,
    readEntries: (ref, after, limit) => read('log', readEntries(sql, ref, after, limit)),
    readWholeLog: (ref, limit) => read('log', readWholeLog(sql, ref, 0, limit)),
    pages,
    ...openAccounts({ sql, secrets: config.secrets, seals, rightsChanged, log }),
    ownUrls: () => [baseUrl, url],
    isProduction: config.production,
    ...openIntegrations(sql, viewTokens),
    rightsChanged,
    requireAdmin: (authorization) => requireAdmin(authorization, config.adminToken, credentials),
    async importData(file) {
      const { counts, affected } = await importData(sql, file, { seals });
      nodes.tellData();
      credentials.forget();
      await matches.reload(affected);
      await feeds.forget();
      reads.forget();
      await rightsChanged();
      return counts;
    },
    exportData: () => exportData(sql),
    redis: nodes.redis,
    async notReady() {
      if (draining) return 'The server is shutting down.';
      const reason = await whyNotWritable(sql);
      return reason === null ? null : `The database takes no writes: ${reason}`;
    },
    async metrics() {
      return { contentType: metrics.contentType, text: await metrics.text(await readGauges(readingsOf)) };
    },
  };
  const callers = openCallers(routeDeps);
  server.mount([...apiRoutes(routeDeps, callers), ...webRoutes(routeDeps, callers)]);

  const { port } = await server.listen();
  url = addressOf(config, port);
  baseUrl = config.publicUrl ?? url;
  const stopBeat = startHeartbeat({ watched, sessions, publish, timing });

  function* watched(): Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }> {
    yield* matches.watched();
    yield* feeds.watched();
  }

  async function close(): Promise<void> {
    // Readiness first: nobody is sent to a node that is going.
    draining = true;
    const { stopListening, idle, turnAway } = server;
    const settle = () => Promise.all([matches.close(), uses.close()]);
    const parts = { stopListening, sendAway: sessions.drain, idle, settle, turnAway };
    await drain(parts, timing.lingerMs);
    stopBeat();
    nodes.close();
    feeds.close();
    reads.close();
    server.close();
    await store.close();
  }

  return { url, port, close };
}
