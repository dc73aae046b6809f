// Stores when credentials were last used.
import type { Sql } from './driver/sql.ts';

/** `minute`: time of use, ms since 1970, rounded to a full minute. */
export type TokenUse = { readonly id: number; readonly minute: number };
export type ViewTokenUse = { readonly id: string; readonly minute: number; readonly from: string };

/**
 * Writes all uses in one statement. Times are full minutes and only increase, so that each token is written at most once a
 * minute, even when several nodes report it.
 */
export async function writeUses(
  sql: Sql,
  tokens: readonly TokenUse[],
  viewTokens: readonly ViewTokenUse[],
): Promise<void> {
  await sql`
    with used as (
      update api_token t set last_used_at = i.minute
      from jsonb_to_recordset(${JSON.stringify(tokens)}::text::jsonb) as i(id integer, minute bigint)
      where t.id = i.id and coalesce(t.last_used_at, 0) < i.minute
    )
    update view_token v set last_used_at = i.minute, last_used_from = i.from
    from jsonb_to_recordset(${JSON.stringify(viewTokens)}::text::jsonb) as i(id uuid, minute bigint, "from" text)
    where v.id = i.id and coalesce(v.last_used_at, 0) < i.minute`;
}
