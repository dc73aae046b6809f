// What credentials, feeds and the integrations pages ask of the store, each with the limit of ask.ts: as plain functions
// for whoever may not know of a database.
import type { FeedRef } from '../../protocol/wire/ids.ts';
import { ask } from './driver/with-deadline.ts';
import { disconnectApp, type Disconnection, listApps } from './apps.ts';
import { readAudit, type Trail } from './audit.ts';
import { feedGames } from './clubs.ts';
import { readFeedMarks, readFeedPositions } from './log/feed-positions.ts';
import { findStanding, isChannelOf, readAuthorized, readOffers, type Resource } from './integrations.ts';
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

/** All throw Problem 503 when the store is away. `lookUp`: asks for those that a caller waits for. */
export const credentialQuestions = (sql: Sql, lookUp: <T>(work: PromiseLike<T>) => Promise<T> = ask) => ({
  findToken: (sha256: string) => lookUp(findToken(sql, sha256)),
  findTokensById: (ids: readonly number[]) => lookUp(findTokensById(sql, ids)),
  userReaches: (userIds: readonly number[]) => lookUp(userReaches(sql, userIds)),
  findMakers: (viewIds: readonly string[]) => lookUp(findMakers(sql, viewIds)),
  writeUses: (tokens: readonly TokenUse[], viewTokens: readonly ViewTokenUse[]) =>
    ask(writeUses(sql, tokens, viewTokens)),
});

/** The same. */
export const integrationQuestions = (sql: Sql) => ({
  findStanding: (kind: Resource['kind'], slug: string, userId: number) => ask(findStanding(sql, kind, slug, userId)),
  findKey: (resource: Resource) => ask(findKey(sql, resource)),
  replaceKey: (change: KeyChange, tokenHash: string) => ask(replaceKey(sql, change, tokenHash)),
  revokeKey: (change: KeyChange & { readonly seen: number }) => ask(revokeKey(sql, change)),
  listApps: (of: Trail) => ask(listApps(sql, of)),
  disconnectApp: (disconnection: Disconnection) => ask(disconnectApp(sql, disconnection)),
  listViewTokens: (resource: Resource, now: number) => ask(listViewTokens(sql, resource, now)),
  insertPersonsViewToken: (made: NewViewToken, resource: Resource) => ask(insertPersonsViewToken(sql, made, resource)),
  revokeViewToken: (ending: { viewId: string; resource: Resource; userId: number; at: number }) =>
    ask(revokeViewToken(sql, ending)),
  readAudit: (trail: Trail, before: number | null) => ask(readAudit(sql, trail, before)),
  readAuthorized: (tournamentId: number) => ask(readAuthorized(sql, tournamentId)),
  readOffers: (resource: Resource, now: number) => ask(readOffers(sql, resource, now)),
  isChannelOf: (resource: Resource, channel: string) => ask(isChannelOf(sql, resource, channel)),
});
export type IntegrationQuestions = ReturnType<typeof integrationQuestions>;

/** What feeds ask; `lookUp` as above. */
export const feedQuestions = (sql: Sql, lookUp: <T>(work: PromiseLike<T>) => Promise<T> = ask) => ({
  feedGames: (slug: string, now: number) => lookUp(feedGames(sql, slug, now)),
  feedMatches: (slug: string) => lookUp(feedMatches(sql, slug)),
  readMarks: (refs: readonly FeedRef[]) => ask(readFeedMarks(sql, refs)),
  readPositions: (ref: FeedRef) => ask(readFeedPositions(sql, ref)),
});
