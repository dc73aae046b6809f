// The deliveries of webhooks: each message with the newest answer to it.
import { DELIVERY_DAYS } from '../../protocol/rest/webhook.ts';
import type { ISql, Sql } from './driver/sql.ts';

const DAY_MS = 86_400_000;
/** Old deliveries that one statement deletes. */
const CLEARED_AT_ONCE = 1_000;

/** Times in ms since 1970. */
export type Delivery = {
  /** The `webhook-id`. */
  readonly id: string;
  readonly channel: string;
  /** JSON, as it is sent. */
  readonly body: string;
  readonly createdAt: number;
  readonly attempts: number;
  readonly attemptedAt: number;
  /** The HTTP status of the newest attempt; null without an answer. */
  readonly status: number | null;
  /** The beginning of its body, or why there was none. */
  readonly answer: string;
  readonly deliveredAt: number | null;
  /** The next attempt; null if none is planned. */
  readonly nextAt: number | null;
};

/** What one attempt adds to a delivery. `nextAt`: `kept` leaves what is planned as it is stored. */
type AttemptRecord = Pick<Delivery, 'id' | 'channel' | 'body' | 'status' | 'answer'> & {
  readonly at: number;
  readonly isDelivered: boolean;
  readonly nextAt: number | null | 'kept';
};

/** Stores an attempt. A message that was delivered once stays delivered. */
export async function recordAttempt(sql: ISql, webhookId: string, attempt: AttemptRecord): Promise<void> {
  const { id, channel, body, at, status, answer, isDelivered } = attempt;
  const keepsNext = attempt.nextAt === 'kept';
  const nextAt = keepsNext ? null : attempt.nextAt;
  // Without its webhook, which was deleted meanwhile, there is nothing to store.
  await sql`
    insert into webhook_delivery as d
      (webhook_id, id, channel, body, created_at, attempts, attempted_at, status, answer, delivered_at, next_at)
    select w.id, ${id}, ${channel}, ${body}, ${at}, 1, ${at}, ${status}::integer, ${answer}, ${isDelivered ? at : null}::bigint,
      ${nextAt}::bigint
    from webhook w where w.id = ${webhookId}::uuid
    on conflict (webhook_id, id) do update set attempts = d.attempts + 1, attempted_at = excluded.attempted_at,
      status = excluded.status, answer = excluded.answer, delivered_at = coalesce(d.delivered_at, excluded.delivered_at),
      next_at = case when ${keepsNext} then d.next_at else excluded.next_at end`;
}

const columns = (sql: ISql) => sql`
  d.id, d.channel, d.body, d.created_at as "createdAt", d.attempts, d.attempted_at as "attemptedAt", d.status, d.answer,
  d.delivered_at as "deliveredAt", case when w.paused_at is null then d.next_at end as "nextAt"`;

export type DeliveryPage = { readonly deliveries: readonly Delivery[]; readonly total: number };

/** One page of the last days, newest first. `page` counts from 1. */
export async function listDeliveries(
  sql: Sql,
  webhookId: string,
  { limit, page, now }: { readonly limit: number; readonly page: number; readonly now: number },
): Promise<DeliveryPage> {
  const since = now - DELIVERY_DAYS * DAY_MS;
  const deliveries = await sql<Delivery[]>`
    select ${columns(sql)} from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId}::uuid and d.created_at >= ${since}
    order by d.place desc limit ${limit} offset ${(page - 1) * limit}::bigint`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::integer as total from webhook_delivery
    where webhook_id = ${webhookId}::uuid and created_at >= ${since}`;
  return { deliveries, total: counted?.total ?? 0 };
}

/** Whether the receiver has taken the message of this id. */
export async function isDelivered(sql: Sql, webhookId: string, id: string): Promise<boolean> {
  const found = await sql`
    select from webhook_delivery
    where webhook_id = ${webhookId}::uuid and id = ${id} and delivered_at is not null`;
  return found.length > 0;
}

/** null if the webhook has no such delivery. */
export async function findDelivery(sql: Sql, webhookId: string, id: string): Promise<Delivery | null> {
  const [row] = await sql<Delivery[]>`
    select ${columns(sql)} from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId}::uuid and d.id = ${id}`;
  return row ?? null;
}

/** Reserves a delivery for one more attempt. False if the last one was less than `pauseMs` ago, on any node. */
export async function claimDelivery(
  sql: Sql,
  webhookId: string,
  id: string,
  { now, pauseMs }: { readonly now: number; readonly pauseMs: number },
): Promise<boolean> {
  const claimed = await sql`
    update webhook_delivery set attempted_at = ${now}
    where webhook_id = ${webhookId}::uuid and id = ${id} and attempted_at <= ${now - pauseMs} returning 1`;
  return claimed.length > 0;
}

/**
 * Deletes the oldest deliveries from before `before` (ms since 1970), at most 1,000. Returns how many. A message that is not taken yet
 * is sent all the same: it comes from the log.
 */
export async function clearDeliveries(sql: Sql, before: number): Promise<number> {
  const cleared = await sql`
    delete from webhook_delivery d using (
      select webhook_id, id from webhook_delivery where created_at < ${before}
      order by created_at limit ${CLEARED_AT_ONCE} for update skip locked
    ) old where d.webhook_id = old.webhook_id and d.id = old.id returning 1`;
  return cleared.length;
}
