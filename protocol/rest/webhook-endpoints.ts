// The endpoints of webhooks: the same for clubs and tournaments.
import type { z } from 'zod';
import { type Endpoint, problems, root } from './endpoint.ts';
import {
  deliveriesAnswer,
  deliveriesQuery,
  deliveryAnswer,
  webhookAnswer,
  webhookBody,
  webhookDeletedAnswer,
  webhooksAnswer,
  webhookSecretAnswer,
} from './webhook.ts';

type Of = 'club' | 'tournament';
type Action = {
  readonly method: Endpoint['method'];
  /** After `/webhooks`. */
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly pageHeaders?: NonNullable<Endpoint['pageHeaders']>;
  readonly answers: Endpoint['answers'];
};

const actions = {
  listWebhooks: {
    method: 'GET',
    path: '',
    summary: 'The webhooks',
    answers: { 200: webhooksAnswer, ...problems() },
  },
  createWebhook: {
    method: 'POST',
    path: '',
    summary: 'Make a webhook',
    body: webhookBody,
    answers: { 201: webhookSecretAnswer, ...problems(413, 422) },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/{webhook_id}',
    summary: 'Delete a webhook',
    answers: { 200: webhookDeletedAnswer, ...problems(404) },
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/{webhook_id}/secret',
    summary: 'Give a webhook a new secret',
    answers: { 200: webhookSecretAnswer, ...problems(404) },
  },
  resumeWebhook: {
    method: 'POST',
    path: '/{webhook_id}/resume',
    summary: 'Resume a paused webhook',
    answers: { 200: webhookAnswer, ...problems(404) },
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/{webhook_id}/deliveries',
    summary: 'The deliveries of a webhook in the last 7 days, newest first',
    query: deliveriesQuery,
    pageHeaders: ['X-Total-Count', 'Link'],
    answers: { 200: deliveriesAnswer, ...problems(404, 422) },
  },
  sendWebhookDelivery: {
    method: 'POST',
    path: '/{webhook_id}/deliveries/{delivery_id}/send',
    summary: 'Send a message of a webhook again',
    answers: { 200: deliveryAnswer, ...problems(404) },
  },
} as const satisfies Readonly<Record<string, Action>>;

type WebhookAction = keyof typeof actions;
type Suffix<O extends Of> = O extends 'club' ? 'OfClub' : 'OfTournament';
type EndpointsOf<O extends Of> = { readonly [Name in WebhookAction as `${Name}${Suffix<O>}`]: Endpoint };

/** `listWebhooksOfClub` and so on. */
export const webhookEndpointsOf = <O extends Of>(of: O): EndpointsOf<O> =>
  Object.fromEntries(
    Object.entries<Action>(actions).map(([name, { path, summary, ...action }]): [string, Endpoint] => [
      `${name}${of === 'club' ? 'OfClub' : 'OfTournament'}`,
      {
        ...action,
        paths: [`${root}/${of}s/{${of}_slug}/webhooks${path}`],
        access: of,
        tag: 'Webhooks',
        summary: `${summary} (${of})`,
      },
    ]),
  ) as EndpointsOf<O>;
