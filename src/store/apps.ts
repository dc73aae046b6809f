// Connected apps: lists those of a club, a tournament or a user, and disconnects one.
import type { ISql, Sql } from './driver/sql.ts';
import { type ResourceRef, type Trail, writeAudit } from './audit.ts';
import { requireNoImport } from './integrations.ts';
import { transaction } from './driver/transaction.ts';

/** Times in ms since 1970. */
export type ConnectedApp = {
  /** Id of its token. */
  readonly id: number;
  /** `resource`: a legacy token for this club or tournament alone. */
  readonly reach: 'account' | 'resource';
  readonly name: string;
  /** Origin of the app; null if the data file gave none. */
  readonly origin: string | null;
  /** The user it acts for; null for a legacy token without a user. */
  readonly userId: number | null;
  readonly userName: string | null;
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
};

/** Apps of users who manage the club or tournament now, and its legacy apps. For a user: the apps that act for the user. */
export async function listApps(sql: ISql, of: Trail): Promise<readonly ConnectedApp[]> {
  return sql<ConnectedApp[]>`
    select t.id, case when t.kind = 'connected_app' then 'account' else 'resource' end as reach,
      coalesce(t.app_name, '') as name, t.redirect_origin as origin, t.user_id as "userId", u.name as "userName",
      t.created_at as "connectedAt", t.last_used_at as "lastUsedAt"
    from api_token t left join app_user u on u.id = t.user_id
    where not t.revoked and ${isOf(sql, of)} order by lower(t.app_name), t.id`;
}

function isOf(sql: ISql, { kind, id }: Trail) {
  switch (kind) {
    case 'user':
      return sql`t.kind = 'connected_app' and t.user_id = ${id}`;
    case 'club':
      return sql`(t.kind = 'club_app' and t.club_id = ${id}
        or t.kind = 'connected_app' and t.user_id in (${staffOf(sql, sql`select ${id}::bigint`)}))`;
    case 'tournament':
      return sql`(t.kind = 'tournament_app' and t.tournament_id = ${id} or t.kind = 'connected_app' and (
        t.user_id in (select o.user_id from tournament_organizer o where o.tournament_id = ${id})
        or t.user_id in (${staffOf(sql, sql`select n.host_club_id from tournament n where n.id = ${id}`)})))`;
  }
}

const staffOf = (sql: ISql, clubId: ReturnType<ISql>) => sql`
  select m.user_id from club_member m
  where m.club_id = (${clubId}) and m.status = 'active' and m.role in ('Owner', 'Moderator')`;

type Disconnection = {
  /** The page: the app must be listed there. */
  readonly of: Trail;
  readonly tokenId: number;
  /** The user who disconnects it. */
  readonly userId: number;
  /** Allows only the user's own apps. */
  readonly ownOnly: boolean;
  /** ms since 1970 */
  readonly at: number;
};

/** Revokes an app's token on all nodes; returns the app, or null if it is not listed or not allowed. Throws Problem 503. */
export async function disconnectApp(sql: Sql, disconnection: Disconnection): Promise<ConnectedApp | null> {
  const { of, tokenId, userId, ownOnly, at } = disconnection;
  return transaction(sql, async (tx) => {
    await requireNoImport(tx);
    const app = (await listApps(tx, of)).find(({ id }) => id === tokenId);
    if (app === undefined || (ownOnly && app.userId !== userId)) return null;
    const ended = await tx`update api_token set revoked = true where id = ${tokenId} and not revoked returning id`;
    // Of two simultaneous requests one revoked it.
    if (ended.length === 0) return null;
    // A revoked token is never answered again.
    await tx`delete from sealed_token where token_id = ${tokenId}`;
    const resource: ResourceRef | null = of.kind === 'user' ? null : { kind: of.kind, id: of.id };
    const ownerId = app.reach === 'account' ? app.userId : null;
    await writeAudit(tx, { userId, action: 'app_disconnected', subject: app.name, resource, ownerId }, at);
    return app;
  });
}
