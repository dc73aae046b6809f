// The audit trail of keys, apps and view tokens. Entries are written in the transaction of the action itself.
import type { AUDIT_ACTIONS } from '../../protocol/data-file/history.ts';
import type { ISql, Sql } from './driver/sql.ts';

export type Action = (typeof AUDIT_ACTIONS)[number];

/** A club or a tournament with its own keys, apps and view tokens. */
export type ResourceRef = { readonly kind: 'club' | 'tournament'; readonly id: number };
/** The column with the id of the club or tournament. */
export const columnOf = (sql: ISql, { kind }: Pick<ResourceRef, 'kind'>) => sql(`${kind}_id`);

type AuditedAction = {
  /** The user who acted; null for the API key of the club or tournament, or for `otherwise`. */
  readonly userId: number | null;
  /** Who acted, where no user did. */
  readonly otherwise?: string;
  readonly action: Action;
  /** Name of the app or channels of the view token; '' when the action says enough. */
  readonly subject: string;
  /** The page of the action; null for the user's own page. */
  readonly resource: ResourceRef | null;
  /** The user that the app acts for. */
  readonly ownerId?: number | null;
};

export type AuditEntry = {
  readonly id: number;
  /** ms since 1970 */
  readonly at: number;
  readonly userName: string;
  readonly action: Action;
  readonly subject: string;
  /** Name of the club or tournament of the page; null for the user's own page. */
  readonly place: string | null;
};

/** Selects the entries of a club or tournament, or of actions by or about a user. */
export type Trail = ResourceRef | { readonly kind: 'user'; readonly id: number };

/** Entries per page. */
export const AUDIT_PAGE = 20;

/** Adds an entry, with the name that the user has now. `at`: ms since 1970. */
export async function writeAudit(sql: ISql, deed: AuditedAction, at: number): Promise<void> {
  const { userId, action, subject, resource, ownerId = null, otherwise = 'API key' } = deed;
  await sql`
    insert into audit (at, user_id, user_name, action, subject, club_id, tournament_id, owner_id)
    select ${at}, u.id, coalesce(u.name, ${otherwise}), ${action}, ${subject}, ${resource?.kind === 'club' ? resource.id : null}::bigint,
      ${resource?.kind === 'tournament' ? resource.id : null}::bigint, ${ownerId}::bigint
    from (select 1) as one left join app_user u on u.id = ${userId}::bigint`;
}

/** A row for so many refusals of a kind. It names no client: an attacker chooses what it would say. */
export const writeRefusals = (sql: Sql, action: Action, count: number): Promise<void> =>
  writeAudit(
    sql,
    { userId: null, otherwise: 'The service', action, subject: String(count), resource: null },
    Date.now(),
  );

/** Newest first. `before`: id where the page begins, null for the newest. Returns one more than a page if there are more. */
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

/**
 * The users who changed rows of a kind, as `game`, in a club or tournament since a time (ms since 1970): at most 2 names. Null
 * stands for an API key.
 */
export async function findChangers(
  sql: Sql,
  resource: ResourceRef,
  rowKind: string,
  since: number,
): Promise<readonly (string | null)[]> {
  const rows = await sql<{ name: string | null }[]>`
    select distinct case when a.user_id is not null then a.user_name end as name from audit a
    where a.${columnOf(sql, resource)} = ${resource.id} and a.action in ('row_changed', 'game_cancelled', 'game_restored')
      and a.subject like ${`${rowKind} %`} and a.at >= ${since}::bigint
    limit 2`;
  return rows.map(({ name }) => name);
}
