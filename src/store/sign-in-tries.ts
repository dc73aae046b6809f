// How often somebody tried to sign in lately. Kept in the database, so that the limit is one for all nodes.
import { createHash } from 'node:crypto';
import type { Sql } from './driver/sql.ts';

export type TryLimit = { readonly tries: number; readonly withinMs: number };

/** What is limited may be somebody's e-mail address, or a password in the wrong field: it is not kept in the clear. */
const keyOf = (subject: string): string => createHash('sha256').update(subject).digest('hex');

/** Rows that are cleared away along with a try: more than one can add. */
const CLEARED_AT_ONCE = 10;

/**
 * Counts one try. Null: it may go on. Otherwise there were as many as the limit allows, this one is not counted, and the
 * answer is how many ms to wait. However many tries come at once, on whichever nodes, no more than the limit go on. `now`: ms
 * since 1970.
 */
export async function countTry(sql: Sql, subject: string, limit: TryLimit, now: number): Promise<number | null> {
  const since = now - limit.withinMs;
  const [row] = await sql<{ wasRefused: boolean; oldest: number }[]>`
    insert into sign_in_tries as t (key, tries, was_refused, last_at)
    values (${keyOf(subject)}, array[${now}::bigint], false, ${now})
    on conflict (key) do update set last_at = excluded.last_at, (tries, was_refused) = (
      select
        case when count(*) < ${limit.tries} then array_agg(tried order by tried) || ${now}::bigint
          else array_agg(tried order by tried) end,
        count(*) >= ${limit.tries}
      from unnest(t.tries) tried where tried > ${since})
    returning was_refused as "wasRefused", tries[1] as oldest`;
  await sql`
    delete from sign_in_tries where key in (
      select key from sign_in_tries where last_at <= ${since} limit ${CLEARED_AT_ONCE} for update skip locked)`;
  return row?.wasRefused === true ? row.oldest - since : null;
}

/** After a right password: whoever knows it need not count. */
export async function forgetTries(sql: Sql, subject: string): Promise<void> {
  await sql`delete from sign_in_tries where key = ${keyOf(subject)}`;
}
