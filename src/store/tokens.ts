// Stored credentials, and what their users may manage now.
import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from './driver/sql.ts';

type TokenKind = 'connected_app' | 'club_static' | 'club_app' | 'tournament_static' | 'tournament_app';
export type TokenRow = {
  readonly id: number;
  readonly kind: TokenKind;
  readonly clubSlug: string | null;
  readonly tournamentSlug: string | null;
  readonly userId: number | null;
  readonly appName: string | null;
  readonly revoked: boolean;
};

/** The clubs and tournaments that a user may manage now (rule ACCESS-3), by slug. */
export type UserReach = {
  readonly isAdmin: boolean;
  /** Clubs where the user is an active owner or moderator. */
  readonly clubs: readonly string[];
  /** Tournaments that the user organizes, or whose host club the user owns or moderates. */
  readonly tournaments: readonly string[];
};

/** The stored form of a secret: SHA-256, hex. Secrets are long and random, so no slower hash is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new secret of 256 bits, for an app or a shared key. People and secret scanners recognise its prefix (rule ACCESS-19). */
export const makeToken = (): string => `tlk_${randomBytes(32).toString('base64url')}`;

/** A new secret of 256 bits, for a link that works once. */
export const makeLinkSecret = (): string => `tll_${randomBytes(32).toString('base64url')}`;

/** The secret of a link that is asked for twice with one key: `mac` is the HMAC of the key, 43 characters of base64url. */
export const linkSecretOf = (mac: string): string => `tll_${mac}`;

const tokenColumns = (sql: Sql) => sql`
  jsonb_build_object('id', t.id, 'kind', t.kind, 'userId', t.user_id, 'appName', t.app_name, 'revoked', t.revoked,
    'clubSlug', (select c.slug from club c where c.id = t.club_id),
    'tournamentSlug', (select n.slug from tournament n where n.id = t.tournament_id))`;

/** The token with this SHA-256; a valid token comes before revoked ones. */
export async function findToken(sql: Sql, tokenHash: string): Promise<TokenRow | null> {
  const [row] = await sql<{ token: TokenRow }[]>`
    select ${tokenColumns(sql)} as token from api_token t
    where t.token_hash = ${tokenHash} order by t.revoked, t.id desc limit 1`;
  return row?.token ?? null;
}

/** The tokens with these ids; unknown ids are left out. */
export async function findTokensById(sql: Sql, ids: readonly number[]): Promise<readonly TokenRow[]> {
  const rows = await sql<{ token: TokenRow }[]>`
    select ${tokenColumns(sql)} as token from api_token t where t.id = any(${ids}::integer[])`;
  return rows.map(({ token }) => token);
}

export type ReachOf = UserReach & { readonly userId: number };

/** The clubs and tournaments of each user; none for an unknown user. */
export async function userReaches(sql: Sql, userIds: readonly number[]): Promise<readonly ReachOf[]> {
  const rows = await sql<{ reach: ReachOf }[]>`
    with wanted as (
      select distinct unnest(${userIds}::bigint[]) as id
    ), managed as (
      select m.user_id, c.id, c.slug from club_member m join club c on c.id = m.club_id
      where m.user_id in (select id from wanted) and m.status = 'active' and m.role in ('Owner', 'Moderator')
    ), reached as (
      select m.user_id, t.slug from managed m join tournament t on t.host_club_id = m.id
      union
      select o.user_id, t.slug from tournament_organizer o join tournament t on t.id = o.tournament_id
      where o.user_id in (select id from wanted)
    )
    select jsonb_build_object(
      'userId', w.id,
      'isAdmin', coalesce((select u.is_admin from app_user u where u.id = w.id), false),
      'clubs', (select coalesce(jsonb_agg(m.slug order by m.slug), '[]') from managed m where m.user_id = w.id),
      'tournaments', (
        select coalesce(jsonb_agg(r.slug order by r.slug), '[]') from reached r where r.user_id = w.id)) as reach
    from wanted w`;
  return rows.map(({ reach }) => reach);
}
