// Counts recent sign-in attempts. They are stored in the database, so that all nodes share the limit.
import { createHash } from 'node:crypto';
import type { Sql } from './driver/sql.ts';

export type TryLimit = { readonly tries: number; readonly withinMs: number };

/** The subject may be an e-mail address, or a password typed into the wrong field: only its hash is stored. */
const keyOf = (subject: string): string => createHash('sha256').update(subject).digest('hex');

/** Expired rows deleted with each attempt: more than one attempt can add. */
const CLEARED_AT_ONCE = 10;

/**
 * Counts one attempt. Returns null if it is allowed. At the limit the attempt is not counted and the wait in ms is
 * returned. The limit also holds for simultaneous attempts on several nodes. `now`: ms since 1970.
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

/** After a correct password earlier attempts no longer count. */
export async function forgetTries(sql: Sql, subject: string): Promise<void> {
  await sql`delete from sign_in_tries where key = ${keyOf(subject)}`;
}
