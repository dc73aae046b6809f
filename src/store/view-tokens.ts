// View tokens: create, list, revoke, and delete expired ones.
import type { ISql, Sql } from './driver/sql.ts';
import { rateLimited } from '../ops/problem.ts';
import { type ResourceRef, writeAudit } from './audit.ts';
import { requireNoImport, type Resource } from './integrations.ts';
import { transaction } from './driver/transaction.ts';

/** The creator: an API token, or a user on a page. */
export type Maker = { readonly kind: 'token' | 'person'; readonly id: number };

export type ViewTokenMaker = { readonly viewId: string; readonly maker: Maker };

/** Times in ms since 1970. */
type NewViewToken = {
  /** The `jti`. */
  readonly viewId: string;
  readonly maker: Maker;
  readonly channels: readonly string[];
  /** Given by a person; null without one. */
  readonly name: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
};

export type ListedViewToken = Pick<NewViewToken, 'viewId' | 'channels' | 'name' | 'createdAt' | 'expiresAt'> & {
  /** Name of the user or the app; `isPerson` says which. Null for the key of `keyOf`. */
  readonly madeBy: string | null;
  readonly keyOf: 'club' | 'tournament';
  readonly isPerson: boolean;
  readonly lastUsedAt: number | null;
  readonly lastUsedFrom: string | null;
};

/** Maximum number of valid view tokens per creator. */
export const VIEW_TOKENS_MAX = 10_000;
/** Maximum number on a page; the newest are listed. */
export const VIEW_TOKENS_LISTED = 200;
/** Expired rows deleted with each creation. */
const CLEARED_AT_ONCE = 50;

/** Throws Problem 429 when the creator has too many valid view tokens. */
export async function insertViewToken(sql: ISql, made: NewViewToken): Promise<void> {
  const { viewId, maker, channels, name, createdAt, expiresAt } = made;
  const column = maker.kind === 'token' ? sql`token_id` : sql`user_id`;
  const inserted = await sql`
    with cleared as (
      delete from view_token where id in (
        select id from view_token where expires_at <= ${createdAt} limit ${CLEARED_AT_ONCE} for update skip locked)
    )
    insert into view_token (id, ${column}, channels, name, created_at, expires_at)
    select ${viewId}::uuid, ${maker.id}, ${JSON.stringify(channels)}::text::jsonb, ${name}::text, ${createdAt}, ${expiresAt}
    where (select count(*) from view_token v where v.${column} = ${maker.id} and v.expires_at > ${createdAt}
      and not v.revoked) < ${VIEW_TOKENS_MAX}
    returning id`;
  if (inserted.length > 0) return;
  throw rateLimited('There are too many view tokens.', {
    hint: `Each creator may have ${VIEW_TOKENS_MAX} at a time. Use one token for many screens, or give tokens an earlier expiry.`,
    policy: { name: 'view-tokens', quota: VIEW_TOKENS_MAX },
    seconds: 3_600,
  });
}

/** Inserts it and writes the audit entry. Throws Problem 429. */
export async function insertPersonsViewToken(sql: Sql, made: NewViewToken, resource: ResourceRef): Promise<void> {
  await transaction(sql, async (tx) => {
    await insertViewToken(tx, made);
    const { maker, createdAt } = made;
    const subject = auditSubject(made);
    await writeAudit(tx, { userId: maker.id, action: 'view_token_made', subject, resource }, createdAt);
  });
}

/** The valid ones of these ids, with their creators; revoked and unknown ids are left out. */
export const findMakers = async (sql: Sql, ids: readonly string[]): Promise<readonly ViewTokenMaker[]> =>
  sql<ViewTokenMaker[]>`
    select v.id as "viewId", jsonb_build_object('kind', case when v.token_id is null then 'person' else 'token' end,
      'id', coalesce(v.token_id, v.user_id)) as maker
    from view_token v where v.id = any(${ids}::uuid[]) and not v.revoked`;

/** Newest first: view tokens that read a channel of the club or tournament, or were made with its tokens. */
export const listViewTokens = async (sql: Sql, resource: Resource, now: number): Promise<readonly ListedViewToken[]> =>
  sql<ListedViewToken[]>`
    select v.id as "viewId", v.channels, v.name, v.created_at as "createdAt", v.expires_at as "expiresAt", v.last_used_at as "lastUsedAt",
      v.last_used_from as "lastUsedFrom", v.user_id is not null as "isPerson",
      coalesce(u.name, t.app_name) as "madeBy", case t.kind when 'club_static' then 'club' else 'tournament' end as "keyOf"
    from view_token v left join app_user u on u.id = v.user_id left join api_token t on t.id = v.token_id
    where v.expires_at > ${now} and not v.revoked and not coalesce(t.revoked, false)
      and v.id in (${idsOf(sql, resource)})
    order by v.created_at desc, v.id limit ${VIEW_TOKENS_LISTED}`;

/** Revokes a view token listed on this page. False for any other, and for one that has ended. Throws Problem 503. */
export async function revokeViewToken(
  sql: Sql,
  { viewId, resource, userId, at }: { viewId: string; resource: Resource; userId: number; at: number },
): Promise<boolean> {
  return transaction(sql, async (tx) => {
    await requireNoImport(tx);
    const [ended] = await tx<Pick<NewViewToken, 'channels' | 'name'>[]>`
      update view_token v set revoked = true
      where v.id = ${viewId}::uuid and not v.revoked and v.expires_at > ${at} and v.id in (${idsOf(tx, resource)}) returning v.channels, v.name`;
    if (ended === undefined) return false;
    const subject = auditSubject(ended);
    await writeAudit(tx, { userId, action: 'view_token_revoked', subject, resource }, at);
    return true;
  });
}

/** `match:701 (Stand B)` */
function auditSubject({ channels, name }: Pick<NewViewToken, 'channels' | 'name'>): string {
  const listed = channels.join(', ');
  return name === null ? listed : `${listed} (${name})`;
}

/** Ids of view tokens that read a channel of the club or tournament, or were made with one of its tokens. */
const idsOf = (sql: ISql, { kind, id, slug }: Resource) =>
  kind === 'club'
    ? sql`
        select l.view_token_id from view_token_channel l where l.channel = ${`club:${slug}`}
        union all select l.view_token_id from game g join view_token_channel l on l.channel = 'game:' || g.id
          where g.club_id = ${id}
        union all select m.id from api_token t join view_token m on m.token_id = t.id where t.club_id = ${id}`
    : sql`
        select l.view_token_id from view_token_channel l where l.channel = ${`tournament:${slug}`}
        union all select l.view_token_id from tournament_match n join view_token_channel l on l.channel = 'match:' || n.id
          where n.tournament_id = ${id}
        union all select m.id from api_token t join view_token m on m.token_id = t.id where t.tournament_id = ${id}`;
