// Credentials as they are stored, and what their users may manage now.
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';

export type TokenKind = 'connected_app' | 'club_static' | 'club_app' | 'tournament_static' | 'tournament_app';
export type TokenRow = {
  readonly id: number;
  readonly kind: TokenKind;
  readonly clubSlug: string | null;
  readonly tournamentSlug: string | null;
  readonly userId: number | null;
  readonly appName: string | null;
  readonly revoked: boolean;
};

/** What a user may manage now (specification, "Who may connect"): slugs of clubs and tournaments. */
export type UserReach = {
  readonly isAdmin: boolean;
  /** Where the user is an active owner or moderator. */
  readonly clubs: readonly string[];
  /** Which the user organizes, or whose host club he owns or moderates. */
  readonly tournaments: readonly string[];
};

/** How secrets are kept: SHA-256, hex. They are long and random, so nothing slower is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const tokenColumns = (sql: Sql) => sql`
  jsonb_build_object('id', t.id, 'kind', t.kind, 'userId', t.user_id, 'appName', t.app_name, 'revoked', t.revoked,
    'clubSlug', (select c.slug from club c where c.id = t.club_id),
    'tournamentSlug', (select n.slug from tournament n where n.id = t.tournament_id))`;

/** The token whose secret has this SHA-256; a valid one before revoked ones. */
export async function findToken(sql: Sql, tokenHash: string): Promise<TokenRow | null> {
  const [row] = await sql<{ token: TokenRow }[]>`
    select ${tokenColumns(sql)} as token from api_token t
    where t.token_hash = ${tokenHash} order by t.revoked, t.id desc limit 1`;
  return row?.token ?? null;
}

export async function findTokenById(sql: Sql, id: number): Promise<TokenRow | null> {
  const [row] = await sql<{ token: TokenRow }[]>`
    select ${tokenColumns(sql)} as token from api_token t where t.id = ${id}`;
  return row?.token ?? null;
}

/** Of a user that is not there: nothing. */
export async function userReach(sql: Sql, userId: number): Promise<UserReach> {
  const [row] = await sql<{ reach: UserReach }[]>`
    with managed as (
      select c.id, c.slug from club_member m join club c on c.id = m.club_id
      where m.user_id = ${userId} and m.status = 'active' and m.role in ('Owner', 'Moderator')
    )
    select jsonb_build_object(
      'isAdmin', coalesce((select u.is_admin from app_user u where u.id = ${userId}), false),
      'clubs', (select coalesce(jsonb_agg(m.slug order by m.slug), '[]') from managed m),
      'tournaments', (
        select coalesce(jsonb_agg(t.slug order by t.slug), '[]') from tournament t
        where t.host_club_id in (select m.id from managed m)
          or exists (select from tournament_organizer o where o.tournament_id = t.id and o.user_id = ${userId}))) as reach`;
  return row?.reach ?? { isAdmin: false, clubs: [], tournaments: [] };
}
