// Webhooks of a club or a tournament: what the endpoints take and answer, and the messages that they send.
import { z } from 'zod';
import { boundedList, INTEGER_MAX } from './bounds.ts';
import { boardEventSchema, periodSchema, scoreSchema, statusSchema } from '../wire/board.ts';
import { wholeNumber } from './game.ts';

export const WEBHOOK_EVENTS = [
  'match.started',
  'period',
  'goal.cancelled',
  'goal',
  'card',
  'match.completed',
  'match.corrected',
] as const;
const webhookEventSchema = z
  .enum(WEBHOOK_EVENTS, { error: `Must be one of ${WEBHOOK_EVENTS.join(', ')}.` })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** Webhooks of a club or a tournament at most. */
export const WEBHOOKS_MAX = 10;
/** Characters of an address at most. */
export const WEBHOOK_URL_MAX = 2_000;
/** Days that deliveries are listed. */
export const DELIVERY_DAYS = 7;
/** Deliveries of one answer. */
const DELIVERIES_MAX = 50;
const DELIVERIES = 20;

/** The event of a message: the marker's id and what the live state shows. */
const messageEvent = boardEventSchema.extend({ id: z.string() }).meta({ id: 'WebhookMessageEvent' });

/** The body of a message. A field without a value is left out. Names are as in the live state (rule NAME-1). */
const webhookMessage = z
  .object({
    type: webhookEventSchema,
    /** When the server received the change. */
    timestamp: z.string(),
    data: z.object({
      /** The live channel of the game or match. */
      channel: z.string(),
      /** The position of the change in that channel. */
      seq: z.int(),
      /** Slug of the club, for a game. */
      club: z.string().optional(),
      /** Slug of the tournament, for a match. */
      tournament: z.string().optional(),
      title: z.string(),
      /** For a game: the score of each team, by its number, over all pairings. */
      team_scores: z.record(z.string(), z.int()).optional(),
      /** The pairing or match. Left out, with the fields that follow, when scores or goals of a game with several pairings were set. */
      match_id: z.string().optional(),
      home_team_name: z.string().optional(),
      away_team_name: z.string().optional(),
      status: statusSchema.optional(),
      period: periodSchema.optional(),
      score: scoreSchema.optional(),
      /** The goal or card. */
      event: messageEvent.optional(),
    }),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof webhookMessage>;

/** Body of `POST …/webhooks`. */
export const webhookBody = z
  .object({
    url: z
      .string()
      .max(WEBHOOK_URL_MAX, { error: `Must have at most ${WEBHOOK_URL_MAX} characters.` })
      .meta({ description: 'An https address that can be reached from the internet.' }),
    /** Default: all. */
    events: boundedList(webhookEventSchema, WEBHOOK_EVENTS.length, 1).default([...WEBHOOK_EVENTS]),
  })
  .meta({ id: 'WebhookBody' });

const webhookResource = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(webhookEventSchema),
    created_at: z.string(),
    /** null while it sends. */
    paused: z.object({ at: z.string(), reason: z.string() }).nullable(),
    /** Until then messages are signed with the earlier secret too; null without one. */
    earlier_secret_until: z.string().nullable(),
  })
  .meta({ id: 'Webhook' });
export type WebhookResource = z.infer<typeof webhookResource>;

export const webhooksAnswer = z.object({ webhooks: z.array(webhookResource) }).meta({ id: 'Webhooks' });
export const webhookAnswer = z.object({ webhook: webhookResource }).meta({ id: 'WebhookAnswer' });
/** `secret` is shown only here. */
export const webhookSecretAnswer = z
  .object({ webhook: webhookResource, secret: z.string() })
  .meta({ id: 'WebhookSecret' });
export const webhookDeletedAnswer = z
  .object({ status: z.literal('success'), message: z.string() })
  .meta({ id: 'WebhookDeleted' });

const limitError = `Must be a whole number from 1 to ${DELIVERIES_MAX}.`;
export const deliveriesQuery = z.object({
  limit: wholeNumber(
    z.int({ error: limitError }).min(1, { error: limitError }).max(DELIVERIES_MAX, { error: limitError }),
  )
    .default(DELIVERIES)
    .meta({ description: 'Deliveries per page.', example: DELIVERIES }),
  page: wholeNumber(z.int().min(1).max(INTEGER_MAX))
    .default(1)
    .meta({ description: 'Page number, from 1.', example: 1 }),
});

/** A message and the newest answer to it. */
const deliveryResource = z
  .object({
    /** The `webhook-id` of each attempt. */
    id: z.string(),
    type: webhookEventSchema,
    channel: z.string(),
    created_at: z.string(),
    attempts: z.int(),
    attempted_at: z.string(),
    /** null until an attempt was answered with 2xx. */
    delivered_at: z.string().nullable(),
    /** The newest attempt: the HTTP status, null without an answer. */
    status: z.int().nullable(),
    /** The beginning of the answer's body, or why there was none. */
    answer: z.string(),
    /** When it is sent again; null when it is delivered, or the webhook is paused. */
    next_attempt_at: z.string().nullable(),
    message: webhookMessage,
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryResource = z.infer<typeof deliveryResource>;

export const deliveriesAnswer = z.object({ deliveries: z.array(deliveryResource) }).meta({ id: 'WebhookDeliveries' });
export const deliveryAnswer = z.object({ delivery: deliveryResource }).meta({ id: 'WebhookDeliveryAnswer' });
