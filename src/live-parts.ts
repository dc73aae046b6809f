// Builds the parts between the server and the store: matches, feeds, peers, credentials, sessions, and what listens to them.
// A part knows only parts that are built before it, and hears of later changes by events.
import type { Encryption } from './auth/encryption.ts';
import type { Publish } from './live/channel.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Tracing } from './ops/tracing.ts';
import { spenderKey } from './auth/caller.ts';
import { openChannelRights } from './auth/channel-rights.ts';
import { openCredentialGuard } from './auth/credential-guard.ts';
import { openCredentials } from './auth/credentials.ts';
import { openRate } from './auth/rate-limit.ts';
import { openRefusalTrail } from './auth/refusal-trail.ts';
import { openLastUsed } from './auth/last-used.ts';
import { openMessageSigning } from './auth/mac.ts';
import { openViewTokens } from './auth/view-tokens.ts';
import type { Config } from './config.ts';
import { connectListeners } from './listeners.ts';
import type { StoreRead } from './ops/counters.ts';
import { openLists } from './resources/lists.ts';
import { openCheckpoints } from './live/checkpoints.ts';
import { openFlushBudget } from './live/flush-budget.ts';
import { openFeeds } from './live/feeds.ts';
import { openOnAirChannels } from './live/on-air.ts';
import { openRetention } from './live/retention.ts';
import type { LiveEvents } from './live/events.ts';
import { openLiveMatches } from './live/live-matches.ts';
import { openSessions } from './live/sessions.ts';
import type { Timing } from './live/timing.ts';
import { openEvents } from './ops/events.ts';
import type { Logger } from './ops/logger.ts';
import { startDatabasePoller } from './cluster/database-poller.ts';
import type { WorkerChannel } from './cluster/worker-channel.ts';
import { openPeers } from './cluster/peers.ts';
import type { RelayTiming } from './cluster/relay.ts';
import { orStoreAway } from './store/driver/with-deadline.ts';
import { COMMIT_DEFAULTS, openCommitter } from './store/log/append.ts';
import { openCommitHealth } from './store/log/commit-health.ts';
import { openPlaceFilling } from './data-file/place-filling.ts';
import type { Store } from './store/driver/open.ts';
import { readMatchScopes } from './store/match-scopes.ts';
import { readPositions } from './store/log/positions.ts';
import { onAirQueries } from './store/on-air.ts';
import { checkpointQueries, credentialQueries, feedQueries, matchQueries, retentionQueries } from './store/queries.ts';
import { openNodeWebhooks } from './webhooks/open.ts';
import type { WebhookTiming } from './webhooks/worker.ts';

/** `channel`: to the supervisor of this worker. `baseUrl`: the public address of the service, known once it listens. */
type LivePartsDeps = {
  readonly config: Config;
  readonly logger: Logger;
  readonly store: Store;
  readonly encryption: Encryption;
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
  readonly publish: Publish;
  readonly timing: Timing & WebhookTiming;
  readonly relayTiming: Partial<RelayTiming> | undefined;
  readonly channel: WorkerChannel | undefined;
  readonly baseUrl: () => string;
};

/** Opens the parts and connects those that listen. Throws Problem 503 when the database is away. */
export async function openLiveParts({
  config,
  logger,
  store,
  metrics,
  timing,
  publish,
  baseUrl,
  ...deps
}: LivePartsDeps) {
  const { sql, reads } = store;
  const { counts } = metrics;
  const events = openEvents<LiveEvents>();
  /** Runs a query that a caller waits for, and counts it. */
  const read = <T>(what: StoreRead, work: PromiseLike<T>): Promise<T> => {
    counts.storeReads[what] += 1;
    return orStoreAway(work);
  };
  const channelDeps = { publish, flushBudget: openFlushBudget(timing), timing };
  const commitHealth = openCommitHealth(logger);
  const committer = openCommitter(sql, {
    ...COMMIT_DEFAULTS,
    failed: (error) => commitHealth.failed(store.writeFailed(error)),
    observe(size, ms) {
      commitHealth.succeeded();
      metrics.commitDone(size, ms);
    },
  });
  const rate = openRate();
  const peers = await openPeers({
    urls: config.redisUrls,
    channel: deps.channel,
    sql,
    spent: rate.spent,
    relayTiming: deps.relayTiming,
    tracing: deps.tracing,
    logger,
    signing: openMessageSigning(config.secrets),
    observeLag: metrics.relayLag,
    dropped: metrics.relayDropped,
  });
  const { follow, unfollow } = peers;

  const onAir = openOnAirChannels({ ...onAirQueries(sql), ...channelDeps, events, follow, unfollow, logger });
  const stored = matchQueries(sql, read);
  const matches = openLiveMatches({
    store: {
      ...stored,
      commit: committer.commit,
      commitLocked: (...locked) => commitHealth.watched(stored.commitLocked(...locked)),
    },
    storeIdle: committer.idle,
    ...channelDeps,
    events,
    follow,
    unfollow,
    logger,
    isWatched: onAir.isWatched,
  });
  const checkpoints = openCheckpoints({ ...checkpointQueries(sql), timing, logger });
  const retained = retentionQueries(sql, store.embedded);
  const retention = openRetention({ store: retained, days: config.retentionDays, timing, logger });
  const feeds = openFeeds({
    ...feedQueries(sql, (work) => read('feed', work)),
    getMatch: matches.get,
    ...channelDeps,
    follow,
    unfollow,
    logger,
  });
  const lists = openLists(reads, baseUrl, timing.evictMs, (work) => read('list', work));

  const viewTokens = openViewTokens(config.secrets);
  const queries = credentialQueries(sql, (work) => read('token', work));
  const credentials = openCredentials({ ...queries, viewTokens });
  const refusals = openRefusalTrail({ write: queries.writeRefusals, logger });
  const guard = openCredentialGuard({ ...credentials, ...viewTokens, refusals, logger });
  const rights = openChannelRights({
    scopeInMemory: matches.scope,
    readScopes: (refs) => read('right', readMatchScopes(sql, refs)),
  });
  const sources = { ...rights, matchChannel: matches.channel, feedChannel: feeds.channel, airChannel: onAir.channel };
  const sessions = openSessions({
    ...sources,
    counts,
    events,
    timing,
    logger,
    identify: guard.identify,
    recheck: credentials.recheck,
    scopeInMemory: matches.scope,
    spenderKey,
  });
  const lastUsed = openLastUsed({
    write: queries.writeUses,
    connected: sessions.connected,
    failed: (error) => logger.warn({ err: error }, 'times of last use could not be stored; trying again later'),
    everyMs: timing.lastUsedMs,
  });
  const hooks = openNodeWebhooks({
    sql,
    encryption: deps.encryption,
    isProduction: config.isProduction,
    timing,
    logger,
  });
  // A single node makes all changes itself, and an embedded database is not replaced by a backup while it runs.
  const poller =
    store.embedded && peers.redis() === 'none'
      ? null
      : startDatabasePoller({
          positions: matches.positions,
          readPositions: (refs) => orStoreAway(readPositions(sql, refs)),
          compare: matches.compare,
          compareOthers: [feeds.compareAll, onAir.compareAll],
          isLinkUp: peers.isLinkUp,
          timing,
          logger,
        });

  const placeFilling = openPlaceFilling({ sql, logger });
  const { rightsChanged, dataChanged } = connectListeners({
    events,
    peers,
    matches,
    feeds,
    onAir,
    lists,
    checkpoints,
    sessions,
    credentials,
    guard,
    rate,
    lastUsed,
    poller,
    hooks,
    placeFilling,
  });

  return {
    read,
    events,
    commitHealth,
    committer,
    rate,
    peers,
    onAir,
    matches,
    checkpoints,
    retention,
    tableSizes: retained.readTableSizes,
    feeds,
    lists,
    viewTokens,
    credentials,
    refusals,
    guard,
    sources,
    sessions,
    lastUsed,
    hooks,
    poller,
    placeFilling,
    rightsChanged,
    dataChanged,
  };
}
