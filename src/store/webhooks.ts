// Webhooks of a club or a tournament: make, list, delete, change the secret, pause and resume.
import { type WebhookEvent, WEBHOOKS_MAX } from '../../protocol/rest/webhook.ts';
import { Problem } from '../ops/problem.ts';
import { type Action, columnOf, type ResourceRef, writeAudit } from './audit.ts';
import { transaction } from './driver/transaction.ts';
import type { Fragment, ISql, Sql } from './driver/sql.ts';
import type { Resource } from './integrations.ts';
import { endOfLogSql, nowSql } from './webhook-cursors.ts';

/** The secrets that sign now, encrypted, newest first. */
type Secrets = readonly [newest: string, ...earlier: string[]];

/** Times in ms since 1970. */
export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  readonly paused: { readonly at: number; readonly reason: string } | null;
  /** null without an earlier secret, or when its time is over. */
  readonly earlierUntil: number | null;
};

/** A webhook of a page or path, and who acts on it. `userId`: null for the key of the club or tournament. */
type WebhookAct = {
  readonly resource: ResourceRef;
  readonly id: string;
  readonly userId: number | null;
  readonly at: number;
};

type NewWebhook = WebhookAct & {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Encrypted. */
  readonly secret: string;
};

/** How long an earlier secret still signs, ms. */
const EARLIER_SECRET_MS = 24 * 3_600_000;

/** Of the secrets before the earlier one, so many sign too: each adds 48 characters to a header of every message. */
const OLDER_SECRETS_MAX = 8;

const columns = (sql: ISql, now: number): Fragment => sql`
  w.id, w.url, w.events, w.created_at as "createdAt",
  case when w.paused_at is not null then jsonb_build_object('at', w.paused_at, 'reason', w.paused_reason) end as paused,
  case when w.earlier_until > ${now} then w.earlier_until end as "earlierUntil"`;

/** The club or tournament with this slug; null if there is none. */
export async function findResource(sql: Sql, kind: Resource['kind'], slug: string): Promise<Resource | null> {
  const [row] = await sql<Pick<Resource, 'id' | 'name'>[]>`select id, name from ${sql(kind)} where slug = ${slug}`;
  return row === undefined ? null : { kind, slug, ...row };
}

/** Oldest first. */
export const listWebhooks = async (sql: ISql, resource: ResourceRef, now: number): Promise<readonly Webhook[]> =>
  sql<Webhook[]>`
    select ${columns(sql, now)} from webhook w where w.${columnOf(sql, resource)} = ${resource.id}
    order by w.created_at, w.id`;

/**
 * Stores a webhook. It begins with the changes that follow: its cursors stand at the end of the log of each match. Throws Problem
 * 422 when there are too many.
 */
export async function insertWebhook(sql: Sql, made: NewWebhook): Promise<void> {
  const { resource, id, url, events, secret, at } = made;
  await transaction(sql, async (tx) => {
    // Two at the same time are counted one after the other.
    await tx`select from ${tx(resource.kind)} where id = ${resource.id} for update`;
    if ((await listWebhooks(tx, resource, at)).length >= WEBHOOKS_MAX) throw tooMany(resource);
    await tx`
      insert into webhook (id, ${columnOf(tx, resource)}, url, events, secret, created_at)
      values (${id}::uuid, ${resource.id}, ${url}, ${JSON.stringify(events)}::text::jsonb, ${secret}, ${at})`;
    await tx`
      insert into webhook_cursor (webhook_id, match, seq)
      select ${id}::uuid, p.id, p.seq from match_position p
      where p.ref in (${
        resource.kind === 'club'
          ? tx`select 'game:' || g.id from game g where g.club_id = ${resource.id}`
          : tx`select 'match:' || m.id from tournament_match m where m.tournament_id = ${resource.id}`
      })`;
    await audit(tx, made, 'webhook_made', url);
  });
}

const tooMany = ({ kind }: ResourceRef): Problem =>
  new Problem(422, `This ${kind} has ${WEBHOOKS_MAX} webhooks already.`, {
    hint: 'Delete one that is not needed.',
    details: [{ path: '', message: `A ${kind} may have ${WEBHOOKS_MAX} webhooks.` }],
  });

const audit = (tx: ISql, { resource, userId, at }: WebhookAct, action: Action, subject: string): Promise<void> =>
  writeAudit(tx, { userId, action, subject, resource }, at);

/** Deletes the webhook with its deliveries. False if the club or tournament has no such webhook. */
export const deleteWebhook = (sql: Sql, act: WebhookAct): Promise<boolean> =>
  changed(sql, act, 'webhook_deleted', (tx) => tx`delete from webhook w where ${isOf(tx, act)} returning w.url`);

/** Gives the webhook a new secret; the one before signs for another day, and those before it until their day is over. False as above. */
export const rotateSecret = (sql: Sql, act: WebhookAct, secret: string): Promise<boolean> =>
  changed(
    sql,
    act,
    'webhook_secret_changed',
    (tx) => tx`
      update webhook w set secret = ${secret}, earlier_secret = w.secret, earlier_until = ${act.at + EARLIER_SECRET_MS},
        older_secrets = (
          select coalesce(jsonb_agg(kept.entry order by kept.place), '[]')
          from (${earlierSecrets(tx, act.at)} order by place limit ${OLDER_SECRETS_MAX}) kept)
      where ${isOf(tx, act)} returning w.url`,
  );

/** The secrets of webhook `w` before the newest that sign now, newest first by `place`: `entry` as in `older_secrets`. */
const earlierSecrets = (sql: ISql, now: number): Fragment => sql`
  select e.entry, e.place from jsonb_array_elements(
    jsonb_build_array(jsonb_build_object('secret', w.earlier_secret, 'until', w.earlier_until)) || w.older_secrets
  ) with ordinality e(entry, place)
  where (e.entry->>'until')::bigint > ${now}`;

/** Sends again what waits, from where it was paused. False as above. */
export const resumeWebhook = (sql: Sql, act: WebhookAct): Promise<boolean> =>
  changed(sql, act, 'webhook_resumed', async (tx) => {
    const resumed = await tx<{ url: string }[]>`
      update webhook w set paused_at = null, paused_reason = null where ${isOf(tx, act)} returning w.url`;
    if (resumed.length > 0) {
      await tx`
        update webhook_cursor c set attempts = 0,
          due_at = case when ${endOfLogSql(tx, tx`c.match`)} > c.seq then ${nowSql(tx)} end
        where c.webhook_id = ${act.id}::uuid`;
    }
    return resumed;
  });

const isOf = (sql: ISql, { resource, id }: WebhookAct): Fragment =>
  sql`w.id = ${id}::uuid and w.${columnOf(sql, resource)} = ${resource.id}`;

function changed(
  sql: Sql,
  act: WebhookAct,
  action: Action,
  change: (tx: ISql) => PromiseLike<readonly { url?: string }[]>,
): Promise<boolean> {
  return transaction(sql, async (tx) => {
    const [row] = await change(tx);
    if (row === undefined) return false;
    await audit(tx, act, action, row.url ?? '');
    return true;
  });
}

/** What a message needs of its webhook. */
export type Recipient = Pick<Webhook, 'id' | 'url' | 'events'> & { readonly secrets: Secrets };

/** null if there is no such webhook. `now`: ms since 1970. */
export async function findRecipient(sql: ISql, id: string, now: number): Promise<Recipient | null> {
  const [row] = await sql<Recipient[]>`
    select w.id, w.url, w.events, jsonb_build_array(w.secret) || (
      select coalesce(jsonb_agg(s.entry->'secret' order by s.place), '[]') from (${earlierSecrets(sql, now)}) s) as secrets
    from webhook w where w.id = ${id}::uuid`;
  return row ?? null;
}

/** Ends the sending until it is resumed. */
export async function pauseWebhook(sql: ISql, id: string, reason: string, at: number): Promise<void> {
  await sql`
    update webhook set paused_at = ${at}, paused_reason = ${reason} where id = ${id}::uuid and paused_at is null`;
}
