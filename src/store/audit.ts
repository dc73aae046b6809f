// Who did what to keys, apps and view tokens, and when. Written in the transaction of the deed itself.
import type { ISql, Sql } from './driver/sql.ts';

export type Action =
  | 'key_generated'
  | 'key_regenerated'
  | 'key_revoked'
  | 'app_connected'
  | 'app_disconnected'
  | 'view_token_made'
  | 'view_token_revoked';

/** A club or a tournament with keys, apps and view tokens of its own. */
export type ResourceRef = { readonly kind: 'club' | 'tournament'; readonly id: number };

export type Deed = {
  /** Who. */
  readonly userId: number;
  readonly action: Action;
  /** The name of the app, the channels of a view token; '' where the action says it all. */
  readonly subject: string;
  /** On whose page it was done; null: on the user's own. */
  readonly resource: ResourceRef | null;
  /** Whose app it is about. */
  readonly ownerId?: number | null;
};

/** ms since 1970 */
export type AuditEntry = {
  readonly id: number;
  readonly at: number;
  readonly userName: string;
  readonly action: Action;
  readonly subject: string;
  /** Name of the club or tournament on whose page it was done; null: on the user's own. */
  readonly place: string | null;
};

/** Which trail: that of a club or tournament, or of what was done by or to a user. */
export type Trail = ResourceRef | { readonly kind: 'user'; readonly id: number };

/** Entries of one page of the trail. */
export const AUDIT_PAGE = 20;

export async function writeAudit(sql: ISql, deed: Deed, at: number): Promise<void> {
  const { userId, action, subject, resource, ownerId = null } = deed;
  await sql`
    insert into audit (at, user_id, user_name, action, subject, club_id, tournament_id, owner_id)
    select ${at}, u.id, u.name, ${action}, ${subject}, ${resource?.kind === 'club' ? resource.id : null}::bigint,
      ${resource?.kind === 'tournament' ? resource.id : null}::bigint, ${ownerId}::bigint
    from app_user u where u.id = ${userId}`;
}

/** Newest first; `before`: the id under which to go on, null from the newest. One more than a page when there are older ones. */
export async function readAudit(sql: Sql, trail: Trail, before: number | null): Promise<readonly AuditEntry[]> {
  const isOfTrail = {
    club: sql`a.club_id = ${trail.id}`,
    tournament: sql`a.tournament_id = ${trail.id}`,
    user: sql`(a.owner_id = ${trail.id} or a.user_id = ${trail.id})`,
  }[trail.kind];
  return sql<AuditEntry[]>`
    select a.id, a.at, a.user_name as "userName", a.action, a.subject, coalesce(c.name, t.name) as place
    from audit a left join club c on c.id = a.club_id left join tournament t on t.id = a.tournament_id
    where ${isOfTrail} and (${before}::bigint is null or a.id < ${before}::bigint)
    order by a.id desc limit ${AUDIT_PAGE + 1}`;
}
