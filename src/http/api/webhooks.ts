// The endpoints of webhooks, for a club and for a tournament.
import {
  deliveriesQuery,
  type DeliveryResource,
  webhookBody,
  type WebhookMessage,
  type WebhookResource,
} from '../../../protocol/rest/webhook.ts';
import { requireClub, requireTournament } from '../../auth/access.ts';
import { clubForbidden, tournamentForbidden } from '../../auth/access-problems.ts';
import { type Caller, userIdOf } from '../../auth/caller.ts';
import { invalid } from '../../ops/problem.ts';
import { pageHeaders } from '../../resources/page-headers.ts';
import type { Delivery } from '../../store/webhook-deliveries.ts';
import type { Webhook } from '../../store/webhooks.ts';
import type { By, Webhooks } from '../../webhooks/manage.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { detailsOf, readBody } from '../core/json-body.ts';
import { isoTime, isoTimeOrNull } from '../../../protocol/wire/iso-time.ts';

export type WebhooksDeps = { readonly webhooks: Webhooks };

export function openWebhooks({ webhooks }: WebhooksDeps) {
  const club = handlersOf('club');
  const tournament = handlersOf('tournament');

  function handlersOf(kind: 'club' | 'tournament') {
    /** The club or tournament of the path, and who acts. Throws Problem 403 or 503. */
    async function enter(exchange: Exchange, caller: Caller): Promise<By> {
      const slug =
        kind === 'club'
          ? requireClub(caller, exchange.param('club_slug'))
          : requireTournament(caller, exchange.param('tournament_slug'));
      const resource = await webhooks.findResource(kind, slug);
      // Only administrators pass the access check for a club or tournament that does not exist (rule ACCESS-5).
      if (resource === null) throw kind === 'club' ? clubForbidden() : tournamentForbidden();
      return { resource, userId: userIdOf(caller) };
    }
    const idOf = (exchange: Exchange): string => exchange.param('webhook_id');

    return {
      async list(exchange: Exchange, caller: Caller): Promise<Answer> {
        const { resource } = await enter(exchange, caller);
        return apiJson(200, { webhooks: (await webhooks.list(resource)).map(webhookResource) });
      },
      async create(exchange: Exchange, caller: Caller): Promise<Answer> {
        const by = await enter(exchange, caller);
        const { url, events } = await readBody(exchange, webhookBody);
        return secretAnswer(201, await webhooks.make(by, url, events));
      },
      async remove(exchange: Exchange, caller: Caller): Promise<Answer> {
        await webhooks.remove(await enter(exchange, caller), idOf(exchange));
        return apiJson(200, { status: 'success', message: 'Webhook deleted.' });
      },
      async rotate(exchange: Exchange, caller: Caller): Promise<Answer> {
        return secretAnswer(200, await webhooks.rotate(await enter(exchange, caller), idOf(exchange)));
      },
      async resume(exchange: Exchange, caller: Caller): Promise<Answer> {
        const resumed = await webhooks.resume(await enter(exchange, caller), idOf(exchange));
        return apiJson(200, { webhook: webhookResource(resumed) });
      },
      async deliveries(exchange: Exchange, caller: Caller): Promise<Answer> {
        // Read now: the head of the request is gone after the first `await`.
        const query = exchange.query();
        const { resource } = await enter(exchange, caller);
        const webhook = await webhooks.find(resource, idOf(exchange));
        const asked = deliveriesQuery.safeParse(Object.fromEntries(query));
        if (!asked.success) throw invalid(detailsOf(asked.error.issues), 'The query is not valid.');
        const { deliveries, total } = await webhooks.deliveries(resource, webhook.id, asked.data);
        return apiJson(200, { deliveries: deliveries.map(deliveryResource) }, pageHeaders({ ...asked.data, total }));
      },
      async send(exchange: Exchange, caller: Caller): Promise<Answer> {
        const by = await enter(exchange, caller);
        const sent = await webhooks.sendAgain(by, idOf(exchange), exchange.param('delivery_id'));
        return apiJson(200, { delivery: deliveryResource(sent) });
      },
    };
  }

  return {
    listWebhooksOfClub: club.list,
    listWebhooksOfTournament: tournament.list,
    createWebhookOfClub: club.create,
    createWebhookOfTournament: tournament.create,
    deleteWebhookOfClub: club.remove,
    deleteWebhookOfTournament: tournament.remove,
    rotateWebhookSecretOfClub: club.rotate,
    rotateWebhookSecretOfTournament: tournament.rotate,
    resumeWebhookOfClub: club.resume,
    resumeWebhookOfTournament: tournament.resume,
    listWebhookDeliveriesOfClub: club.deliveries,
    listWebhookDeliveriesOfTournament: tournament.deliveries,
    sendWebhookDeliveryOfClub: club.send,
    sendWebhookDeliveryOfTournament: tournament.send,
  };
}

const secretAnswer = (status: number, { webhook, secret }: { webhook: Webhook; secret: string }): Answer =>
  apiJson(status, { webhook: webhookResource(webhook), secret });

const webhookResource = ({ id, url, events, createdAt, paused, earlierUntil }: Webhook): WebhookResource => ({
  id,
  url,
  events: [...events],
  created_at: isoTime(createdAt),
  paused: paused && { at: isoTime(paused.at), reason: paused.reason },
  earlier_secret_until: isoTimeOrNull(earlierUntil),
});

function deliveryResource(delivery: Delivery): DeliveryResource {
  const { id, channel, body, createdAt, attempts, attemptedAt, deliveredAt, status, answer, nextAt } = delivery;
  // We made it: `messageOf` in webhooks/message.ts.
  const message = JSON.parse(body) as WebhookMessage;
  return {
    id,
    type: message.type,
    channel,
    created_at: isoTime(createdAt),
    attempts,
    attempted_at: isoTime(attemptedAt),
    delivered_at: isoTimeOrNull(deliveredAt),
    status,
    answer,
    next_attempt_at: isoTimeOrNull(nextAt),
    message,
  };
}
