// Examples of webhooks for the documents. A test checks each against its schema.
import type { WebhookMessage } from '../rest/webhook.ts';
import { goalMarker, snapshot } from './example-resources.ts';

const URL_OF_APP = 'https://app.example/touchline';
const webhook = {
  id: '0d8f7a52-6f0e-4a5e-9a0b-2f4c7f1f5b10',
  url: URL_OF_APP,
  events: ['goal', 'goal.cancelled', 'match.completed'],
  created_at: '2026-11-20T09:30:00.000Z',
  paused: null,
  earlier_secret_until: null,
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export const webhookMessageExample: WebhookMessage = {
  type: 'goal',
  timestamp: '2026-11-21T15:11:20.112Z',
  data: {
    channel: 'match:701',
    seq: 2,
    tournament: 'autumn-cup',
    title: 'Riverside vs Hilltop',
    match_id: '701',
    home_team_name: 'Riverside',
    away_team_name: 'Hilltop',
    status: 'live',
    period: 'first_half',
    score: { home: 1, away: 0 },
    event: {
      id: goalMarker.id,
      type: 'Goal',
      at: '2026-11-21T15:11:20.000Z',
      minute: '12',
      team: 'home',
      player: { id: 1, name: 'Ana Silva', type: 'user' },
      own_goal: false,
    },
  },
};

const delivery = {
  id: 'msg_2mXkGv0QnR7dWb1uYtZp4cHs9Ea',
  type: 'goal',
  channel: snapshot.channel,
  created_at: '2026-11-21T15:11:20.400Z',
  attempts: 2,
  attempted_at: '2026-11-21T15:11:25.700Z',
  delivered_at: '2026-11-21T15:11:25.700Z',
  status: 204,
  answer: '',
  next_attempt_at: null,
  message: webhookMessageExample,
};

const byAction = {
  listWebhooks: { answers: { 200: { webhooks: [webhook] } } },
  createWebhook: {
    bodies: {
      'Goals and the end': { url: URL_OF_APP, events: webhook.events },
      'All events': { url: URL_OF_APP },
    },
    answers: { 201: { webhook, secret } },
  },
  deleteWebhook: { answers: { 200: { status: 'success', message: 'Webhook deleted.' } } },
  rotateWebhookSecret: {
    answers: { 200: { webhook: { ...webhook, earlier_secret_until: '2026-11-22T15:00:00.000Z' }, secret } },
  },
  resumeWebhook: { answers: { 200: { webhook } } },
  listWebhookDeliveries: { answers: { 200: { deliveries: [delivery] } } },
  sendWebhookDelivery: { answers: { 200: { delivery } } },
};

/** By the name of the endpoint. */
export const webhookExamples = Object.fromEntries(
  Object.entries(byAction).flatMap(([name, example]) => [
    [`${name}OfClub`, example],
    [`${name}OfTournament`, example],
  ]),
);
