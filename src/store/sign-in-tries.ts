// Counts recent wrong sign-in attempts. They are stored in the database, so that all nodes share the limit.
import { createHash } from 'node:crypto';
import type { ISql, Sql } from './driver/sql.ts';
import { orStoreAway } from './driver/with-deadline.ts';

/** At most `tries` attempts count for `subject` within the time. */
export type TryLimit = { readonly subject: string; readonly tries: number };

/** The subject may be an e-mail address, or a password typed into the wrong field: only its hash is stored. */
const keyOf = ({ subject }: Pick<TryLimit, 'subject'>): string => createHash('sha256').update(subject).digest('hex');

/** Expired rows deleted with each attempt: more than one attempt can add. */
const CLEARED_AT_ONCE = 10;

/**
 * Counts one attempt for each of the limits. Returns null if all allow it. If one is reached nothing is counted, no row is
 * written, and the wait in ms is returned. The limits also hold for simultaneous attempts on several nodes. `now`: ms since
 * 1970. Throws StoreAway (503); then the attempt does not count, even if the database counts it after that.
 */
export async function reserveTry(
  sql: Sql,
  limits: readonly TryLimit[],
  withinMs: number,
  now: number,
): Promise<number | null> {
  const counted = countTry(sql, limits, withinMs, now);
  try {
    return await orStoreAway(counted);
  } catch (error) {
    counted.then((waitMs) => (waitMs === null ? giveBackTry(sql, limits, now) : undefined)).catch(() => undefined);
    throw error;
  }
}

async function countTry(sql: Sql, limits: readonly TryLimit[], withinMs: number, now: number): Promise<number | null> {
  const since = now - withinMs;
  const waitMs = await waitOf(sql, limits, since);
  if (waitMs !== null) return waitMs;
  const keys = limits.map(keyOf);
  const most = limits.map(({ tries }) => tries);
  // In one order everywhere, so that simultaneous attempts do not wait for each other in a circle.
  const counted = await sql<{ key: string }[]>`
    insert into sign_in_tries as t (key, tries, was_refused, last_at)
    select w.key, array[${now}::bigint], false, ${now} from unnest(${keys}::text[]) as w (key) order by w.key
    on conflict (key) do update set last_at = excluded.last_at,
      tries = array(select tried from unnest(t.tries) tried where tried > ${since} order by tried) || ${now}::bigint
    where (select count(*) from unnest(t.tries) tried where tried > ${since})
      < (select w.most from unnest(${keys}::text[], ${most}::integer[]) as w (key, most) where w.key = t.key)
    returning key`;
  if (counted.length < limits.length) {
    const countedKeys = counted.map(({ key }) => key);
    await giveBack(sql, countedKeys, now);
    return (await waitOf(sql, limits, since)) ?? 1_000;
  }
  await sql`
    delete from sign_in_tries where key in (
      select key from sign_in_tries where last_at <= ${since} limit ${CLEARED_AT_ONCE} for update skip locked)`;
  return null;
}

/** The ms until all limits allow an attempt; null if they do now. Only reads. */
async function waitOf(sql: ISql, limits: readonly TryLimit[], since: number): Promise<number | null> {
  const rows = await sql<{ key: string; tries: readonly number[] }[]>`
    select key, to_jsonb(array(select tried from unnest(tries) tried where tried > ${since} order by tried)) as tries
    from sign_in_tries where key = any(${limits.map(keyOf)}::text[])`;
  const waits = limits.flatMap((limit) => {
    const tries = rows.find(({ key }) => key === keyOf(limit))?.tries ?? [];
    const next = tries[tries.length - limit.tries];
    return next === undefined ? [] : [next - since];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}

/** Takes back the attempt that was counted at `now`. */
export const giveBackTry = (sql: Sql, limits: readonly TryLimit[], now: number): Promise<void> =>
  giveBack(sql, limits.map(keyOf), now);

async function giveBack(sql: Sql, keys: readonly string[], now: number): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from sign_in_tries where key = any(${keys}::text[]) and tries = array[${now}::bigint]`;
  await sql`
    update sign_in_tries t set tries = t.tries[:found.at - 1] || t.tries[found.at + 1:]
    from (select key, array_position(tries, ${now}::bigint) as at from sign_in_tries
      where key = any(${keys}::text[]) order by key for update) found
    where found.key = t.key and found.at is not null`;
}

/** After a correct password earlier attempts no longer count. */
export async function forgetTries(sql: Sql, subject: string): Promise<void> {
  await sql`delete from sign_in_tries where key = ${keyOf({ subject })}`;
}
