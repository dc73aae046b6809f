// The cursors of webhooks in the log. A node takes a cursor for a time (its lease): it moves `due_at` into the future, and other
// nodes skip it. When the node ends, the cursor is due again after that time. Each step is a compare-and-set of the position, so
// a node that comes back late moves nothing.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Fragment, ISql, Sql } from './driver/sql.ts';
import { idsOf } from './match-scopes.ts';

type CursorKey = { readonly webhookId: string; readonly match: number };
/** Everything before is delivered: all events of the changes up to `seq`, and `nth` events of the next one. */
export type CursorPosition = { readonly seq: number; readonly nth: number };
export type Cursor = CursorKey & CursorPosition & { readonly ref: MatchRef; readonly attempts: number };

/** The clock of the database, so that the clocks of the nodes do not matter; ms since 1970. */
export const nowSql = (sql: ISql): Fragment => sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** SQL for the `seq` of the newest change in the log of a match; null without one. */
export const endOfLogSql = (sql: ISql, match: Fragment): Fragment => sql`(
  select r.seq from match_log r where r.match = ${match} order by r.after desc limit 1)`;

/** Makes the cursors of these matches due, where the log goes on. */
export const markDue = async (sql: Sql, refs: readonly MatchRef[]): Promise<void> => {
  await mark(
    sql,
    sql`
      select w.id as webhook_id, 'game:' || g.id as ref from game g join webhook w on w.club_id = g.club_id
      where g.id = any(${idsOf('game', refs)}::bigint[]) and w.paused_at is null
      union all
      select w.id, 'match:' || m.id from tournament_match m join webhook w on w.tournament_id = m.tournament_id
      where m.id = any(${idsOf('match', refs)}::bigint[]) and w.paused_at is null`,
  );
};

/** The same for all matches: for changes of a node that ended before it could say so. */
export const markAllDue = (sql: Sql): Promise<void> =>
  mark(
    sql,
    sql`
      select w.id as webhook_id, 'game:' || g.id as ref from webhook w join game g on g.club_id = w.club_id
      where w.paused_at is null
      union all
      select w.id, 'match:' || m.id from webhook w join tournament_match m on m.tournament_id = w.tournament_id
      where w.paused_at is null`,
  );

/** A match without a cursor came after its webhook: it is read from its beginning. */
async function mark(sql: Sql, pairs: Fragment): Promise<void> {
  await sql`
    insert into webhook_cursor (webhook_id, match, seq, due_at)
    select p.webhook_id, l.id, 0, ${nowSql(sql)} from (${pairs}) p join live_match l on l.ref = p.ref
    left join webhook_cursor c on c.webhook_id = p.webhook_id and c.match = l.id
    where c.due_at is null
      and ${endOfLogSql(sql, sql`l.id`)} > coalesce(c.seq, 0)
    on conflict (webhook_id, match) do update set due_at = coalesce(webhook_cursor.due_at, excluded.due_at)`;
}

export type Taking = {
  /** Cursors at most, of all webhooks and of one. */
  readonly most: number;
  readonly mostOfOne: number;
  /** The cursors that this node has already, by webhook. */
  readonly running: ReadonlyMap<string, number>;
  readonly leaseMs: number;
};

/**
 * Takes cursors that are due. Clubs and tournaments take turns, counting what this node has of theirs already: the slow receivers of one
 * hold up no other. Of one, the longest waiting comes first. Those that another node is just taking are left out.
 */
export const takeDue = async (sql: Sql, { most, mostOfOne, running, leaseMs }: Taking): Promise<readonly Cursor[]> =>
  sql<Cursor[]>`
    with held as materialized (
      select w.id, coalesce(h.held, 0) as held, w.club_id, w.tournament_id,
        sum(coalesce(h.held, 0)) over (partition by w.club_id, w.tournament_id) as held_of_owner
      from webhook w
      left join unnest(${[...running.keys()]}::uuid[], ${[...running.values()]}::integer[]) as h(webhook_id, held)
        on h.webhook_id = w.id
      where w.paused_at is null
    ), candidate as materialized (
      select c.webhook_id, c.match, c.due_at, h.club_id, h.tournament_id, h.held_of_owner,
        h.held + row_number() over (partition by c.webhook_id order by c.due_at, c.match) as place
      from webhook_cursor c join held h on h.id = c.webhook_id
      where c.due_at <= ${nowSql(sql)}
    ), in_turn as materialized (
      select k.webhook_id, k.match,
        k.held_of_owner + row_number() over (partition by k.club_id, k.tournament_id order by k.due_at, k.match) as turn
      from candidate k where k.place <= ${mostOfOne}
    ), taken as materialized (
      select c.webhook_id, c.match from webhook_cursor c join in_turn k using (webhook_id, match)
      where c.due_at <= ${nowSql(sql)}
      order by k.turn, c.due_at, c.match limit ${most} for update of c skip locked
    )
    update webhook_cursor c set due_at = ${nowSql(sql)} + ${leaseMs}::bigint
    from taken t join live_match l on l.id = t.match
    where c.webhook_id = t.webhook_id and c.match = t.match
    returning c.webhook_id as "webhookId", c.match, c.seq, c.nth, c.attempts, l.ref`;

const isAt = (sql: ISql, { webhookId, match }: CursorKey, { seq, nth }: CursorPosition): Fragment =>
  sql`c.webhook_id = ${webhookId}::uuid and c.match = ${match} and c.seq = ${seq} and c.nth = ${nth}`;

/** Attempts are counted for one message. */
const attemptsAt = (sql: ISql, { seq, nth }: CursorPosition): Fragment =>
  sql`case when c.seq = ${seq} and c.nth = ${nth} then c.attempts else 0 end`;

/** Moves a cursor on and keeps it. Returns false if it is not where it was: another node has taken it. */
export async function moveCursor(
  sql: ISql,
  key: CursorKey,
  from: CursorPosition,
  to: CursorPosition,
  leaseMs: number,
): Promise<boolean> {
  const moved = await sql`
    update webhook_cursor c
    set seq = ${to.seq}, nth = ${to.nth}, attempts = ${attemptsAt(sql, to)}, due_at = ${nowSql(sql)} + ${leaseMs}::bigint
    where ${isAt(sql, key, from)} returning 1`;
  return moved.length > 0;
}

/** Gives a cursor back at `to`. It is due at once if the log went on meanwhile. */
export async function releaseCursor(
  sql: ISql,
  key: CursorKey,
  from: CursorPosition,
  to: CursorPosition,
): Promise<void> {
  await sql`
    update webhook_cursor c set seq = ${to.seq}, nth = ${to.nth},
      attempts = ${attemptsAt(sql, to)},
      due_at = case when ${endOfLogSql(sql, sql`c.match`)} > ${to.seq} then ${nowSql(sql)} end
    where ${isAt(sql, key, from)}`;
}

/** Gives a cursor back after a failed attempt. It is due again after `delayMs`. False as above. */
export async function postponeCursor(
  sql: ISql,
  key: CursorKey,
  at: CursorPosition,
  attempts: number,
  delayMs: number,
): Promise<boolean> {
  const postponed = await sql`
    update webhook_cursor c set attempts = ${attempts}, due_at = ${nowSql(sql)} + ${delayMs}::bigint
    where ${isAt(sql, key, at)} returning 1`;
  return postponed.length > 0;
}

/** Makes the cursor of a match due that waits after a failed attempt: its message was taken meanwhile. Any other keeps its lease. */
export async function hurryCursor(sql: ISql, webhookId: string, ref: string): Promise<void> {
  await sql`
    update webhook_cursor c set due_at = ${nowSql(sql)} from live_match l
    where l.ref = ${ref} and c.match = l.id and c.webhook_id = ${webhookId}::uuid and c.attempts > 0 and c.due_at > ${nowSql(sql)}`;
}
