// What staff do with the webhooks of a club or a tournament, by the API and on the integrations page (rules HOOK-3, HOOK-10).
import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '../../protocol/rest/webhook.ts';
import { isUuid } from '../../protocol/wire/ids.ts';
import type { Encryption } from '../auth/encryption.ts';
import { notFound } from '../ops/not-found.ts';
import { invalid, type Problem, rateLimited } from '../ops/problem.ts';
import type { Resource } from '../store/integrations.ts';
import type { WebhookQueries } from '../store/queries.ts';
import type { Delivery, DeliveryPage } from '../store/webhook-deliveries.ts';
import type { Webhook } from '../store/webhooks.ts';
import { faultOfUrl, problemOfUrl } from './address.ts';
import { purposeOf, type Send } from './send.ts';
import { makeSecret } from './signature.ts';

/** The club or tournament, and the user who acts; null for its key. */
export type By = { readonly resource: Resource; readonly userId: number | null };

type ManageDeps = {
  readonly queries: WebhookQueries;
  readonly encryption: Encryption;
  readonly send: Send;
  readonly isProduction: boolean;
  /** Between two attempts of "send again" for one delivery, ms. */
  readonly againMs: number;
  /** Wakes the worker. */
  readonly look: () => void;
};

const deliveryPattern = /^msg_[\w-]{27}$/;

export type Webhooks = ReturnType<typeof openWebhookManagement>;

/** All functions throw Problem 404 for a webhook that the club or tournament does not have, and 503. */
export function openWebhookManagement({ queries, encryption, send, isProduction, againMs, look }: ManageDeps) {
  const list = (resource: Resource): Promise<readonly Webhook[]> => queries.listWebhooks(resource, Date.now());

  async function find(resource: Resource, id: string): Promise<Webhook> {
    const found = (await list(resource)).find((webhook) => webhook.id === id.toLowerCase());
    if (found === undefined) throw notFound('Webhook');
    return found;
  }

  const act = ({ resource, userId }: By, id: string) => {
    if (!isUuid(id)) throw notFound('Webhook');
    return { resource, userId, id: id.toLowerCase(), at: Date.now() };
  };

  async function findDelivery({ resource }: By, id: string, deliveryId: string): Promise<Delivery> {
    const webhook = await find(resource, id);
    const delivery = deliveryPattern.test(deliveryId) ? await queries.findDelivery(webhook.id, deliveryId) : null;
    if (delivery === null) throw notFound('Delivery');
    return delivery;
  }

  return {
    list,
    find,
    findResource: queries.findResource,
    /** Why `make` refuses this address; null: it takes it. */
    addressFault: (url: string) => faultOfUrl(url, { isProduction }),
    /** `secret` is shown once. Throws Problem 422 for an address that is not allowed, and when there are too many. */
    async make(by: By, url: string, events: readonly WebhookEvent[]) {
      const problem = problemOfUrl(url, { isProduction });
      if (problem !== null) throw invalid([{ path: 'url', message: problem }]);
      const id = randomUUID();
      const secret = makeSecret();
      const chosen = [...new Set(events)];
      const stored = encryption.encrypt(secret, purposeOf(id));
      await queries.insertWebhook({ ...act(by, id), url: new URL(url).href, events: chosen, secret: stored });
      return { webhook: await find(by.resource, id), secret };
    },
    async remove(by: By, id: string): Promise<void> {
      if (!(await queries.deleteWebhook(act(by, id)))) throw notFound('Webhook');
    },
    /** A new secret, shown once. The one before signs too for a day. */
    async rotate(by: By, id: string) {
      const acting = act(by, id);
      const secret = makeSecret();
      if (!(await queries.rotateSecret(acting, encryption.encrypt(secret, purposeOf(acting.id)))))
        throw notFound('Webhook');
      return { webhook: await find(by.resource, id), secret };
    },
    async resume(by: By, id: string): Promise<Webhook> {
      if (!(await queries.resumeWebhook(act(by, id)))) throw notFound('Webhook');
      look();
      return find(by.resource, id);
    },
    async deliveries(resource: Resource, id: string, page: { limit: number; page: number }): Promise<DeliveryPage> {
      const webhook = await find(resource, id);
      return queries.listDeliveries(webhook.id, { ...page, now: Date.now() });
    },
    /** Sends a message once more, with the same id. Throws Problem 429 if it was sent just now. */
    async sendAgain(by: By, id: string, deliveryId: string): Promise<Delivery> {
      const { id: messageId, body, channel, deliveredAt } = await findDelivery(by, id, deliveryId);
      const webhookId = id.toLowerCase();
      const claim = { now: Date.now(), pauseMs: againMs };
      if (!(await queries.claimDelivery(webhookId, messageId, claim))) throw sentJustNow(againMs);
      const recipient = await queries.findRecipient(webhookId, claim.now);
      if (recipient === null) throw notFound('Webhook');
      const attempt = await send(recipient, { id: messageId, body });
      // A person may have been erased meanwhile: then the delivery is gone, and the name must not be stored again.
      await findDelivery(by, id, deliveryId);
      const record = {
        ...attempt,
        id: messageId,
        body,
        channel,
        at: Date.now(),
        nextAt: attempt.isDelivered ? null : ('kept' as const),
      };
      await queries.recordAttempt(webhookId, record);
      if (attempt.isDelivered && deliveredAt === null) {
        // The next messages of the match wait for this one.
        await queries.hurryCursor(webhookId, channel);
        look();
      }
      return findDelivery(by, id, deliveryId);
    },
  };
}

const sentJustNow = (againMs: number): Problem =>
  rateLimited('This message was sent just now.', {
    hint: `Wait ${againMs / 1_000} seconds between two attempts.`,
    policy: { name: 'send-again', quota: 1, windowSeconds: againMs / 1_000 },
    seconds: againMs / 1_000,
  });
