// Builds the server, the parts behind it and its routes, and gives each one its dependencies. A part knows only parts that are
// built before it.
import { fileURLToPath } from 'node:url';
import { API_ROOT } from '../protocol/wire/version.ts';
import { pageLanguages } from './browser/shared/page-languages.ts';
import { openAccountLinks } from './web/account/account-links.ts';
import { openClubInvitations } from './web/account/club-invitations.ts';
import { openAccounts } from './web/accounts.ts';
import { openEncryption } from './auth/encryption.ts';
import { PASSWORD_COST } from './auth/passwords.ts';
import { addressOf, type Config } from './config.ts';
import { drain } from './ops/drain.ts';
import { type BuiltPages, loadPages } from './web/built-files.ts';
import { type ApiDeps, apiRoutes } from './http/api/routes.ts';
import { type CallersDeps, openCallers } from './http/core/callers.ts';
import { createServer } from './http/core/server.ts';
import { mountLive, publishOn } from './http/socket.ts';
import { openStreamTopics } from './http/stream-topics.ts';
import { openIntegrations } from './web/integrations-store.ts';
import { startHeartbeat } from './live/heartbeat.ts';
import { type Timing, TIMING } from './live/timing.ts';
import { openViewers } from './live/viewers.ts';
import { openMailer } from './mail/mailer.ts';
import type { Logger } from './ops/logger.ts';
import { openMetrics } from './ops/metrics.ts';
import { openReadiness } from './ops/readiness.ts';
import { openTracing } from './ops/tracing.ts';
import type { WorkerChannel } from './cluster/worker-channel.ts';
import type { RelayTiming } from './cluster/relay.ts';
import { orStoreAway } from './store/driver/with-deadline.ts';
import { openAcceptance } from './data-file/accept-invitation.ts';
import { applyDataFile } from './data-file/apply-at-start.ts';
import { changeLineup } from './data-file/lineup-edits.ts';
import { openFixtures } from './data-file/open-fixtures.ts';
import { openOperatorWork } from './data-file/operator-work.ts';
import { openManaged } from './data-file/open-managed.ts';
import { pageForBrowsers } from './web/error-pages.ts';
import { openMadePages } from './web/made-pages.ts';
import { type WebDeps, webRoutes } from './web/routes.ts';
import { openStore, type Store, whyNotWritable } from './store/driver/open.ts';
import { restQueries } from './store/queries.ts';
import { WEBHOOK_TIMING, type WebhookTiming } from './webhooks/worker.ts';
import { openLiveParts } from './live-parts.ts';

export type Gateway = {
  /** The address on which it listens. */
  readonly url: string;
  readonly port: number;
  /** Drains and stops, within 10 seconds. */
  close(): Promise<void>;
};

/** `pages`: folder of the built pages. `passwordCost`: of scrypt; lower in tests. `channel`: to the supervisor of this worker. */
type GatewayOptions = {
  channel?: WorkerChannel;
  timing?: Partial<Timing & WebhookTiming>;
  relay?: Partial<RelayTiming>;
  pages?: string;
  passwordCost?: number;
};

/** Opens the store, applies the data file, listens. Throws an Error with one line that says what is wrong. */
export async function openGateway(config: Config, logger: Logger, options: GatewayOptions = {}): Promise<Gateway> {
  const store = await openStore({ databaseUrl: config.databaseUrl, home: config.home, logger });
  try {
    if (config.dataFile !== null)
      await applyDataFile(store.sql, config.dataFile, openEncryption(config.secrets), logger);
    // In a build the pages are beside the bundle. Beside the sources there are none.
    const pages = await loadPages(options.pages ?? fileURLToPath(new URL('./pages', import.meta.url)));
    return await serve(config, logger, store, pages, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(
  config: Config,
  logger: Logger,
  store: Store,
  pages: BuiltPages | null,
  { relay: relayTiming, passwordCost = PASSWORD_COST, ...options }: GatewayOptions,
): Promise<Gateway> {
  const timing = { ...TIMING, ...WEBHOOK_TIMING, ...options.timing };
  const { sql } = store;
  const metrics = openMetrics();
  const { counts } = metrics;
  const encryption = openEncryption(config.secrets);
  let isDraining = false;
  /** `baseUrl`: the public address of the service; `url`: where this node listens. Both are known once it listens. */
  const address = { baseUrl: '', url: '' };
  const baseUrl = (): string => address.baseUrl;
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const tracing = config.traceEndpoint === null ? null : await openTracing(config.traceEndpoint, logger);
  const server = createServer({
    host: config.host,
    port: config.port,
    isTrusted: config.isTrustedProxy,
    tls: config.tls && { certFile: config.tls.cert, keyFile: config.tls.key },
    logger,
    observe: metrics.requestTimes.observe,
    tracing,
    isHttps,
    isShared: options.channel !== undefined,
  });
  const streamTopics = openStreamTopics();
  const publish = publishOn(server.app, streamTopics, counts);
  const parts = await openLiveParts({
    config,
    logger,
    store,
    encryption,
    metrics,
    tracing,
    publish,
    timing,
    relayTiming,
    channel: options.channel,
    baseUrl,
  });
  const { commitHealth, rate, peers, onAir, matches, feeds, lists, sources, credentials, guard, sessions, hooks } =
    parts;
  const { viewTokens, refusals, read, rightsChanged, dataChanged } = parts;
  const streams = mountLive(server, `${API_ROOT}/live`, {
    sessions,
    counts,
    logger,
    isHttps,
    streamTopics,
    timing,
    known: credentials.known,
    identify: guard.identify,
    isDraining: () => isDraining,
    isTrusted: config.isTrustedProxy,
    maxConnections: config.maxConnections,
    maxPerAddress: config.maxConnectionsPerAddress,
  });
  const air = { watched: () => onAir.watched(matches.isPlayed) };
  const viewers = openViewers({ sources: [matches, feeds, air], peers, timing });
  const { watched } = viewers;
  const isDatabaseUp = openReadiness(() => whyNotWritable(store), commitHealth, logger);
  const measured = { ...parts, watched, isDatabaseUp, connectionsMax: config.maxConnections };
  const shared = { sql, baseUrl, logger };
  const { secrets } = config;
  const accounts = openAccounts({ ...shared, secrets, encryption, passwordCost, rightsChanged, refusals });
  const mailer = config.smtp === null ? null : openMailer(config.smtp, logger);
  const links = { ...shared, secrets, mailer, hashPassword: accounts.hashPassword };
  const accountLinks = openAccountLinks({ ...links, acceptInvitation: openAcceptance(sql, dataChanged) });
  const routeDeps: ApiDeps & WebDeps & CallersDeps = {
    ...sources,
    changeAir: onAir.change,
    guard,
    rate,
    pages,
    baseUrl,
    rightsChanged,
    known: credentials.known,
    recheck: credentials.recheck,
    countMadePage: openMadePages(),
    clubs: lists.clubs,
    tournaments: lists.tournaments,
    used: parts.lastUsed.note,
    getMatch: matches.get,
    ...restQueries(store, read),
    streams,
    logger,
    viewersOf: viewers.of,
    isProduction: config.isProduction,
    webhooks: hooks.webhooks,
    ...accounts,
    accountLinks,
    invitations: openClubInvitations(accountLinks, hooks.webhooks.findResource),
    ownUrls: () => [address.baseUrl, address.url],
    ...openIntegrations(store, viewTokens),
    adminToken: config.adminToken,
    redis: peers.redis,
    ...openOperatorWork({ sql, encryption, dataChanged, logger }),
    managed: openManaged(sql, dataChanged),
    fixtures: openFixtures(sql, dataChanged, (language) => pageLanguages[language].fixtures, lists.tournament),
    changeLineup: (ref, change, tokenId) =>
      matches.edit(ref, () => orStoreAway(changeLineup(sql, ref, change, tokenId))),
    async notReady() {
      if (isDraining) return 'draining';
      return (await isDatabaseUp()) ? null : 'database';
    },
    metrics: metrics.openAnswer(measured, options.channel),
  };
  const callers = openCallers(routeDeps);
  const errorPages = pageForBrowsers(routeDeps.countMadePage);
  server.mount([...apiRoutes(routeDeps), ...webRoutes(routeDeps, callers)], callers, errorPages);
  const { port } = await server.listen();
  const url = addressOf(config, port);
  Object.assign(address, { url, baseUrl: config.publicUrl ?? url });
  const stopHeartbeat = startHeartbeat({ watched, sessions, publish, timing });

  async function close(): Promise<void> {
    // Readiness first: a load balancer then sends no more clients to this node.
    isDraining = true;
    const behind = [parts.lastUsed, refusals, hooks.worker, parts.retention, mailer].map((part) => part?.close());
    const last = [hooks.worker.handOver, parts.placeFilling.close, parts.checkpoints.close];
    const settle = () => Promise.all([matches.close().then(() => Promise.all(last.map((end) => end()))), ...behind]);
    await drain({ ...server, closeSubscribers: sessions.drain, settle }, timing.lingerMs);
    stopHeartbeat();
    viewers.close();
    metrics.close();
    streams.close();
    parts.poller?.stop();
    await peers.close();
    feeds.close();
    onAir.close();
    lists.close();
    server.close();
    await tracing?.close();
    await store.close();
  }

  return { url, port, close };
}
