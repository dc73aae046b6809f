// The queries of credentials, feeds, matches, REST and the integrations pages as plain functions, each with a deadline, for
// code that must not know the database.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { orStoreAway } from './driver/with-deadline.ts';
import { disconnectApp, listApps } from './apps.ts';
import { findClubMatches } from './club-matches.ts';
import { readClubPeople } from './club-people.ts';
import { findChangers, readAudit, writeRefusals } from './audit.ts';
import { makeConsoleLink, takeConsoleLink } from './console-links.ts';
import { readFollowing } from './game-series.ts';
import { feedGames, feedMatches, readFeedMarks, readFeedPositions } from './feeds.ts';
import { findGame, loadListedGame } from './game-list.ts';
import { hasData } from './has-data.ts';
import { readHostedTournaments } from './hosted-tournaments.ts';
import { readMatchPeople } from './match-people.ts';
import { writeCheckpoints } from './log/checkpoint.ts';
import { compactLogs, findLongLogs } from './log/compaction.ts';
import { lockedCommit } from './log/locked-commit.ts';
import { readPositions, renewEpoch } from './log/positions.ts';
import { readEntries, readLog, readWholeLog } from './log/read.ts';
import { matchesWithTail } from './log/tail.ts';
import { readLineup } from './lineups.ts';
import { loadMatch } from './matches.ts';
import { findHomeMatches } from './home-matches.ts';
import { findResourceRole, isChannelOf, readAuthorized, readOffers } from './integrations.ts';
import { findKey, replaceKey, revokeKey } from './keys.ts';
import { loadPlayer } from './player-page.ts';
import { findPageAccess } from './public-pages.ts';
import { listPublicPages } from './sitemap.ts';
import { readMemberships, readPublicNames, readSquad, readTournamentPeople } from './squad.ts';
import type { Store } from './driver/open.ts';
import type { Sql } from './driver/sql.ts';
import { readTableSizes } from './table-sizes.ts';
import { findToken, findTokensById, userReaches } from './tokens.ts';
import { deleteAudit, reuseRoom, takeRetentionLease } from './retention.ts';
import { findCrest, listCrests } from './crests.ts';
import { deleteTheme, findTheme, listThemes, saveTheme } from './themes.ts';
import { loadResources } from './user-resources.ts';
import { writeUses } from './last-used.ts';
import {
  claimDelivery,
  clearDeliveries,
  findDelivery,
  isDelivered,
  listDeliveries,
  recordAttempt,
} from './webhook-deliveries.ts';
import {
  hurryCursor,
  markAllDue,
  markDue,
  moveCursor,
  postponeCursor,
  releaseCursor,
  takeDue,
} from './webhook-cursors.ts';
import {
  deleteWebhook,
  findRecipient,
  findResource,
  insertWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateSecret,
} from './webhooks.ts';
import { findMakers, insertPersonsViewToken, listViewTokens, revokeViewToken } from './view-tokens.ts';

type Query = (sql: Sql, ...args: never[]) => PromiseLike<unknown>;
type Bound<Q> = Q extends (sql: Sql, ...args: infer A) => PromiseLike<infer R> ? (...args: A) => Promise<R> : never;
type LookUp = <T>(work: PromiseLike<T>) => Promise<T>;

/** The queries without their first argument. `lookUp` runs each with its deadline. */
const bound = <T extends Readonly<Record<string, Query>>>(sql: Sql, lookUp: LookUp, queries: T) =>
  Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, (...args: never[]) => lookUp(query(sql, ...args))]),
  ) as { readonly [K in keyof T]: Bound<T[K]> };

/** All throw Problem 503 when the database is away. `lookUp` runs the queries that a caller waits for. */
export const credentialQueries = (sql: Sql, lookUp: LookUp = orStoreAway) => ({
  ...bound(sql, lookUp, { findToken, findTokensById, userReaches, findMakers }),
  ...bound(sql, orStoreAway, { writeUses, writeRefusals }),
});

/** Queries of the integrations pages. All throw Problem 503 when the database is away. Screens wait for `findTheme` and `findCrest`. */
export const integrationQueries = ({ sql, reads }: Pick<Store, 'sql' | 'reads'>) => ({
  ...bound(sql, orStoreAway, { findResourceRole, isChannelOf, findKey, replaceKey, revokeKey, disconnectApp }),
  ...bound(sql, orStoreAway, { insertPersonsViewToken, revokeViewToken }),
  ...bound(sql, orStoreAway, { findTheme, saveTheme, deleteTheme, findCrest }),
  ...bound(reads, orStoreAway, { listApps, listViewTokens, listThemes, listCrests, readAudit, findChangers }),
  ...bound(reads, orStoreAway, { readClubPeople, readFollowing, readMatchPeople, readHostedTournaments }),
  ...bound(reads, orStoreAway, { readAuthorized, readOffers, findHomeMatches }),
  ...bound(reads, orStoreAway, { readSquad, readPublicNames, readMemberships, readTournamentPeople }),
});
export type IntegrationQueries = ReturnType<typeof integrationQueries>;

/** Queries of feeds; `lookUp` as above. */
export const feedQueries = (sql: Sql, lookUp: LookUp = orStoreAway) => ({
  ...bound(sql, lookUp, { feedGames, feedMatches }),
  ...bound(sql, orStoreAway, { readMarks: readFeedMarks, readPositions: readFeedPositions }),
});

/** Counts a query by what it reads, and runs it with its deadline. */
type CountedRead = <T>(what: 'match' | 'position' | 'log' | 'page', work: PromiseLike<T>) => Promise<T>;

/** Queries of the matches in memory. All throw Problem 503 when the database is away. */
export const matchQueries = (sql: Sql, read: CountedRead) => ({
  load: (ref: MatchRef) => read('match', loadMatch(sql, ref)),
  readLog: (ref: MatchRef, seq: number, limit: number) => read('log', readLog(sql, ref, seq, limit)),
  readPosition: async (ref: MatchRef) => (await read('position', readPositions(sql, [ref]))).get(ref),
  renewEpoch: (ref: MatchRef, epoch: string) => orStoreAway(renewEpoch(sql, ref, epoch)),
  commitLocked: (ref: MatchRef, seq: number, decide: Parameters<typeof lockedCommit>[3]) =>
    lockedCommit(sql, ref, seq, decide),
});

/** Queries of the checkpoints. Both throw Problem 503 when the database is away. */
export const checkpointQueries = (sql: Sql) =>
  bound(sql, orStoreAway, { write: writeCheckpoints, find: matchesWithTail });

/** Queries that measure tables and remove old rows. All throw Problem 503 when the database is away. */
export const retentionQueries = (sql: Sql, isEmbedded: boolean) => ({
  ...bound(sql, orStoreAway, { takeRetentionLease, findLongLogs, compactLogs, deleteAudit, clearDeliveries }),
  ...bound(sql, orStoreAway, { readTableSizes }),
  load: (ref: MatchRef) => orStoreAway(loadMatch(sql, ref)),
  reuseRoom: isEmbedded ? () => reuseRoom(sql) : null,
});

/** Queries of webhooks: those of their worker, and those of their endpoints and pages. All throw Problem 503. */
export const webhookQueries = (sql: Sql) => ({
  ...bound(sql, orStoreAway, { markDue, markAllDue, takeDue, moveCursor, releaseCursor, postponeCursor }),
  ...bound(sql, orStoreAway, { findRecipient, recordAttempt, isDelivered, pauseWebhook }),
  ...bound(sql, orStoreAway, { findResource, listWebhooks, insertWebhook, deleteWebhook, rotateSecret, resumeWebhook }),
  ...bound(sql, orStoreAway, { listDeliveries, findDelivery, claimDelivery, hurryCursor }),
});
export type WebhookQueries = ReturnType<typeof webhookQueries>;

/** Queries of REST that the lists do not answer, and of the links of the console. All throw Problem 503 when the database is away. */
export const restQueries = ({ sql, reads }: Pick<Store, 'sql' | 'reads'>, read: CountedRead) => ({
  ...bound(sql, orStoreAway, { findGame, hasData, readLineup, makeConsoleLink, takeConsoleLink }),
  ...bound(reads, orStoreAway, { loadResources, findClubMatches }),
  ...bound(reads, (work) => read('page', work), { findPageAccess, loadListedGame, loadPlayer, listPublicPages }),
  clubExists: async (slug: string) => (await orStoreAway(feedGames(sql, slug, Date.now()))) !== null,
  tournamentExists: async (slug: string) => (await orStoreAway(feedMatches(sql, slug))) !== null,
  ...bound(reads, (work) => read('log', work), { readEntries }),
  readWholeLog: (ref: MatchRef, limit: number) => readWholeLog(reads, ref, limit, (part) => read('log', part)),
});
