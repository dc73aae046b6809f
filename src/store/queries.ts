// The queries of credentials, feeds and the integrations pages as plain functions with a deadline each, for code that
// must not know the database.
import type { FeedRef } from '../../protocol/wire/ids.ts';
import { orUnavailable } from './driver/with-deadline.ts';
import { disconnectApp, type Disconnection, listApps } from './apps.ts';
import { readAudit, type Trail } from './audit.ts';
import { feedGames } from './clubs.ts';
import { readFeedMarks, readFeedPositions } from './log/feed-positions.ts';
import { findResourceRole, isChannelOf, readAuthorized, readOffers, type Resource } from './integrations.ts';
import { findKey, type KeyChange, replaceKey, revokeKey } from './keys.ts';
import type { Sql } from './driver/sql.ts';
import { findToken, findTokensById, userReaches } from './tokens.ts';
import { feedMatches } from './tournaments.ts';
import { type TokenUse, type ViewTokenUse, writeUses } from './last-used.ts';
import {
  findMakers,
  insertPersonsViewToken,
  listViewTokens,
  type NewViewToken,
  revokeViewToken,
} from './view-tokens.ts';

/** All throw Problem 503 when the store is away. `lookUp` runs the queries that a caller waits for. */
export const credentialQuestions = (sql: Sql, lookUp: <T>(work: PromiseLike<T>) => Promise<T> = orUnavailable) => ({
  findToken: (sha256: string) => lookUp(findToken(sql, sha256)),
  findTokensById: (ids: readonly number[]) => lookUp(findTokensById(sql, ids)),
  userReaches: (userIds: readonly number[]) => lookUp(userReaches(sql, userIds)),
  findMakers: (viewIds: readonly string[]) => lookUp(findMakers(sql, viewIds)),
  writeUses: (tokens: readonly TokenUse[], viewTokens: readonly ViewTokenUse[]) =>
    orUnavailable(writeUses(sql, tokens, viewTokens)),
});

/** Queries of the integrations pages. All throw Problem 503 when the store is away. */
export const integrationQuestions = (sql: Sql) => ({
  findStanding: (kind: Resource['kind'], slug: string, userId: number) =>
    orUnavailable(findResourceRole(sql, kind, slug, userId)),
  findKey: (resource: Resource) => orUnavailable(findKey(sql, resource)),
  replaceKey: (change: KeyChange, tokenHash: string) => orUnavailable(replaceKey(sql, change, tokenHash)),
  revokeKey: (change: KeyChange & { readonly seen: number }) => orUnavailable(revokeKey(sql, change)),
  listApps: (of: Trail) => orUnavailable(listApps(sql, of)),
  disconnectApp: (disconnection: Disconnection) => orUnavailable(disconnectApp(sql, disconnection)),
  listViewTokens: (resource: Resource, now: number) => orUnavailable(listViewTokens(sql, resource, now)),
  insertPersonsViewToken: (made: NewViewToken, resource: Resource) =>
    orUnavailable(insertPersonsViewToken(sql, made, resource)),
  revokeViewToken: (ending: { viewId: string; resource: Resource; userId: number; at: number }) =>
    orUnavailable(revokeViewToken(sql, ending)),
  readAudit: (trail: Trail, before: number | null) => orUnavailable(readAudit(sql, trail, before)),
  readAuthorized: (tournamentId: number) => orUnavailable(readAuthorized(sql, tournamentId)),
  readOffers: (resource: Resource, now: number) => orUnavailable(readOffers(sql, resource, now)),
  isChannelOf: (resource: Resource, channel: string) => orUnavailable(isChannelOf(sql, resource, channel)),
});
export type IntegrationQuestions = ReturnType<typeof integrationQuestions>;

/** Queries of feeds; `lookUp` as above. */
export const feedQuestions = (sql: Sql, lookUp: <T>(work: PromiseLike<T>) => Promise<T> = orUnavailable) => ({
  feedGames: (slug: string, now: number) => lookUp(feedGames(sql, slug, now)),
  feedMatches: (slug: string) => lookUp(feedMatches(sql, slug)),
  readMarks: (refs: readonly FeedRef[]) => orUnavailable(readFeedMarks(sql, refs)),
  readPositions: (ref: FeedRef) => orUnavailable(readFeedPositions(sql, ref)),
});
