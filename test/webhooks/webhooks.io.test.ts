// Webhooks end to end: a real gateway, its database, and a receiver.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  WEBHOOKS_MAX,
  type WebhookEvent,
  type WebhookResource,
  type DeliveryResource,
} from '../../protocol/rest/webhook.ts';
import { cupFile } from '../support/data-file.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { openReceiver, type Receiver, signatureOf } from '../support/webhook-receiver.ts';
import { ADMIN_TOKEN, TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const OF_CLUB = 'clubs/riverside-fc/webhooks';
const OF_CUP = 'tournaments/autumn-cup/webhooks';
const GAME = 'games/sunday-5s/marker';
const MATCH = 'tournaments/autumn-cup/matches/701/markers';
const delays = [40, 40];

let gateway: TestGateway;
let receiver: Receiver;
beforeAll(async () => {
  gateway = await openTestGateway({
    timing: {
      webhookGatherMs: 5,
      webhookAttemptMs: 60_000,
      webhookPollMs: 20,
      webhookSearchMs: 600_000,
      webhookDelays: delays,
      webhookAgainMs: 0,
    },
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  for (const [at, token] of [
    [OF_CLUB, TOKENS.club],
    [OF_CUP, TOKENS.tournament],
  ] as const)
    for (const { id } of await listed(at, token)) await gateway.call('DELETE', `${at}/${id}`, { token });
  await receiver.close();
});

type Made = { readonly webhook: WebhookResource; readonly secret: string };

async function listed(at: string, token: string): Promise<readonly WebhookResource[]> {
  return (await gateway.call<{ webhooks: WebhookResource[] }>('GET', at, { token })).body.webhooks;
}

async function make(at: string, token: string, events?: readonly WebhookEvent[]): Promise<Made> {
  const { status, body } = await gateway.call<Made>('POST', at, { token, body: { url: receiver.url, events } });
  expect(status, JSON.stringify(body)).toBe(201);
  rememberSecret(body.secret);
  return body;
}

let minute = 0;
async function post(at: string, token: string, type: string, more: object = {}): Promise<string> {
  const id = randomUUID();
  minute += 1;
  const timestamp = iso(thisMinute - 3_600_000 + minute * 1_000);
  const { status, body } = await gateway.call('POST', at, { token, body: { id, type, timestamp, ...more } });
  expect(status, JSON.stringify(body)).toBe(201);
  return id;
}
const typesOf = ({ received }: Receiver): readonly string[] => received.map(({ message }) => message.type);
const pausedReason = async (id: string): Promise<string | undefined> =>
  (await listed(OF_CLUB, TOKENS.club)).find((webhook) => webhook.id === id)?.paused?.reason;
const deliveriesOf = async (at: string, token: string, id: string): Promise<readonly DeliveryResource[]> =>
  (await gateway.call<{ deliveries: DeliveryResource[] }>('GET', `${at}/${id}/deliveries`, { token })).body.deliveries;

describe('the messages of a webhook', () => {
  it('rule HOOK-7: come in order and are signed; after a change of the secret with both', async () => {
    const { webhook, secret } = await make(OF_CUP, TOKENS.tournament);
    await post(MATCH, TOKENS.tournament, 'Start');
    const goal = await post(MATCH, TOKENS.tournament, 'Goal', { team: 'home', primary_player_pc_id: '1' });
    await receiver.until(3);
    const rotated = await gateway.call<Made>('POST', `${OF_CUP}/${webhook.id}/secret`, { token: TOKENS.tournament });
    rememberSecret(rotated.body.secret);
    expect(rotated.body.webhook.earlier_secret_until).not.toBeNull();
    await gateway.call('DELETE', `${MATCH}/${goal}`, { token: TOKENS.tournament });
    await receiver.until(4);
    expect(typesOf(receiver)).toEqual(['match.started', 'period', 'goal', 'goal.cancelled']);
    expect(receiver.received[2]?.message.data).toMatchObject({
      channel: 'match:701',
      tournament: 'autumn-cup',
      match_id: '701',
      status: 'live',
      score: { home: 1, away: 0 },
      event: { id: goal, type: 'Goal', team: 'home' },
    });
    const [first, , , last] = receiver.received;
    expect(first?.headers['webhook-signature']).toBe(first && signatureOf(first, secret));
    const both = last && [signatureOf(last, rotated.body.secret), signatureOf(last, secret)];
    expect(last?.headers['webhook-signature']?.toString().split(' ')).toEqual(both);
  });

  it('rule HOOK-7: a secret that changes while a message is under way signs the next one', async () => {
    const { webhook } = await make(OF_CLUB, TOKENS.club, ['goal', 'card']);
    const held = new Promise<ServerResponse>((resolve) => {
      receiver.answer = resolve;
    });
    await post(GAME, TOKENS.club, 'Goal', { primary_player_pc_id: '1', primary_player_type: 'user' });
    const response = await held;
    receiver.answer = (next) => void next.writeHead(204).end();
    const rotated = await gateway.call<Made>('POST', `${OF_CLUB}/${webhook.id}/secret`, { token: TOKENS.club });
    rememberSecret(rotated.body.secret);
    await post(GAME, TOKENS.club, 'YellowCard', { primary_player_pc_id: '2', primary_player_type: 'user' });
    response.writeHead(204).end();
    await receiver.until(2);
    const [, card] = receiver.received;
    const [newest] = card?.headers['webhook-signature']?.toString().split(' ') ?? [];
    expect(newest).toBe(card && signatureOf(card, rotated.body.secret));
  });

  it('rule HOOK-5: a message that is not taken comes again with its id, and the next ones of the match wait', async () => {
    await make(OF_CLUB, TOKENS.club, ['goal', 'card']);
    let failures = 2;
    receiver.answer = (response) => void response.writeHead((failures -= 1) >= 0 ? 500 : 200).end('no');
    await post(GAME, TOKENS.club, 'Goal', { primary_player_pc_id: '1', primary_player_type: 'user' });
    await post(GAME, TOKENS.club, 'YellowCard', { primary_player_pc_id: '2', primary_player_type: 'user' });
    await receiver.until(4);
    expect(typesOf(receiver)).toEqual(['goal', 'goal', 'goal', 'card']);
    const ids = receiver.received.map(({ id }) => id);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[0]);
    expect(new Set(receiver.received.slice(0, 3).map(({ text }) => text)).size).toBe(1);
  });

  it('rules HOOK-1, HOOK-3: tell what a data file gives: an abandoned match, an award and its correction', async () => {
    const id = 790;
    const given = (fields: object) => gateway.import(cupFile({ matches: [{ id, ...fields }] }));
    await given({ stage: 'group', home_team_id: 71, away_placeholder: 'Winner of A2' });
    await make(OF_CUP, TOKENS.tournament);
    await post(`tournaments/autumn-cup/matches/${id}/markers`, TOKENS.tournament, 'Start');
    await given({ status: 'abandoned' });
    await receiver.until(3);
    await given({ status: 'awarded' });
    await given({ status: 'scheduled' });
    await receiver.until(5);
    expect(receiver.received.map(({ message }) => [message.type, message.data.status])).toEqual([
      ['match.started', 'live'],
      ['period', 'live'],
      ['match.completed', 'abandoned'],
      ['match.corrected', 'awarded'],
      ['match.corrected', 'live'],
    ]);
  });

  it('rule HOOK-6: after the last attempt the webhook is paused, and goes on where it was when it is resumed', async () => {
    const { webhook } = await make(OF_CLUB, TOKENS.club, ['card']);
    const at = `${OF_CLUB}/${webhook.id}`;
    receiver.answer = (response) => void response.writeHead(503).end('closed <today>');
    await post(GAME, TOKENS.club, 'YellowCard', { primary_player_pc_id: '1', primary_player_type: 'user' });
    await expect.poll(() => pausedReason(webhook.id)).toBe(`The receiver did not take a message in 3 attempts.`);
    expect(receiver.received).toHaveLength(delays.length + 1);
    await post(GAME, TOKENS.club, 'RedCard', { primary_player_pc_id: '1', primary_player_type: 'user' });
    const [failed] = await deliveriesOf(OF_CLUB, TOKENS.club, webhook.id);
    expect(failed).toMatchObject({ attempts: 3, status: 503, answer: 'closed <today>', delivered_at: null });

    receiver.answer = (response) => void response.writeHead(200).end();
    const resumed = await gateway.call('POST', `${at}/resume`, { token: TOKENS.club });
    expect(resumed).toMatchObject({ status: 200, body: { webhook: { paused: null } } });
    await receiver.until(5);
    expect(receiver.received.slice(3).map(({ message }) => message.data.event?.type)).toEqual([
      'YellowCard',
      'RedCard',
    ]);
    expect(receiver.received[3]?.id).toBe(failed?.id);
  });

  it('rule HOOK-6: 410 pauses the webhook at once', async () => {
    const { webhook } = await make(OF_CLUB, TOKENS.club, ['card']);
    receiver.answer = (response) => void response.writeHead(410).end();
    await post(GAME, TOKENS.club, 'YellowCard', { primary_player_pc_id: '1', primary_player_type: 'user' });
    await expect.poll(() => pausedReason(webhook.id)).toContain('410');
    expect(receiver.received).toHaveLength(1);
  });

  it('rule NAME-6: a name that is erased during an attempt is not stored, and later messages do not have it', async () => {
    const { webhook } = await make(OF_CLUB, TOKENS.club, ['card']);
    receiver.answer = (response) => void response.writeHead(410).end();
    const byRui = { primary_player_pc_id: '2', primary_player_type: 'user' };
    await post(GAME, TOKENS.club, 'YellowCard', byRui);
    await expect.poll(() => pausedReason(webhook.id)).toContain('410');
    await post(GAME, TOKENS.club, 'RedCard', byRui);
    // Both cards are then read from the log at once.
    await gateway.import(world());
    const held = new Promise<ServerResponse>((resolve) => {
      receiver.answer = resolve;
    });
    await gateway.call('POST', `${OF_CLUB}/${webhook.id}/resume`, { token: TOKENS.club });
    const response = await held;
    receiver.answer = (later) => void later.writeHead(204).end();
    expect(receiver.received[1]?.text).toContain('Rui Costa');
    const { status } = await gateway.call('DELETE', '/api/admin/users/2', { token: ADMIN_TOKEN });
    expect(status).toBe(200);
    response.writeHead(204).end();
    await receiver.until(3);
    expect(receiver.received[2]?.text).toContain('Deleted player');
    expect(receiver.received[2]?.text).not.toContain('Rui Costa');
    await expect.poll(async () => (await deliveriesOf(OF_CLUB, TOKENS.club, webhook.id)).length).toBe(2);
    expect(JSON.stringify(await deliveriesOf(OF_CLUB, TOKENS.club, webhook.id))).not.toContain('Rui Costa');
  });
});

describe('rule HOOK-10: deliveries', () => {
  it('are listed in pages with their answers, and are sent again with their id', async () => {
    const { webhook } = await make(OF_CLUB, TOKENS.club, ['card']);
    const at = `${OF_CLUB}/${webhook.id}/deliveries`;
    for (const type of ['YellowCard', 'RedCard', 'YellowCard'])
      await post(GAME, TOKENS.club, type, { primary_player_pc_id: '3', primary_player_type: 'user' });
    await receiver.until(3);
    await expect.poll(async () => (await deliveriesOf(OF_CLUB, TOKENS.club, webhook.id)).length).toBe(3);
    const page = await gateway.call<{ deliveries: DeliveryResource[] }>('GET', `${at}?limit=1&page=2`, {
      token: TOKENS.club,
    });
    const [delivery] = page.body.deliveries;
    expect(delivery).toMatchObject({
      type: 'card',
      status: 204,
      attempts: 1,
      message: { data: { event: { type: 'RedCard' } } },
    });
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.headers.get('link')).toContain('<?limit=1&page=3>; rel="next"');
    expect((await gateway.call('GET', `${at}?limit=51`, { token: TOKENS.club })).status).toBe(422);

    receiver.answer = (response) => void response.writeHead(202).end('seen before');
    const send = await gateway.call('POST', `${at}/${delivery?.id ?? ''}/send`, { token: TOKENS.club });
    expect(send).toMatchObject({
      status: 200,
      body: { delivery: { attempts: 2, status: 202, answer: 'seen before' } },
    });
    expect(receiver.received[3]).toMatchObject({ id: delivery?.id, text: receiver.received[1]?.text });
    expect((await gateway.call('POST', `${at}/msg_${'x'.repeat(27)}/send`, { token: TOKENS.club })).status).toBe(404);
  });

  it('rule NAME-6: one that is sent again while its person is erased does not come back', async () => {
    const { webhook } = await make(OF_CLUB, TOKENS.club, ['card']);
    await post(GAME, TOKENS.club, 'YellowCard', { primary_player_pc_id: '4', primary_player_type: 'user' });
    const deliveries = () => deliveriesOf(OF_CLUB, TOKENS.club, webhook.id);
    await expect.poll(async () => (await deliveries()).length).toBe(1);
    const held = new Promise<ServerResponse>((resolve) => {
      receiver.answer = resolve;
    });
    const path = `${OF_CLUB}/${webhook.id}/deliveries/${(await deliveries())[0]?.id ?? ''}/send`;
    const again = gateway.call('POST', path, { token: TOKENS.club });
    const response = await held;
    await gateway.call('DELETE', '/api/admin/users/4', { token: ADMIN_TOKEN });
    response.writeHead(204).end();
    expect((await again).status).toBe(404);
    expect(await deliveries()).toEqual([]);
  });
});

describe('rule HOOK-3: who manages webhooks', () => {
  it('the staff of the club or tournament; a webhook of another one is not found', async () => {
    const { webhook } = await make(OF_CLUB, TOKENS.club);
    for (const [method, rest] of [
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/resume'],
      ['GET', '/deliveries'],
    ] as const) {
      const other = await gateway.call(method, `clubs/hilltop/webhooks/${webhook.id}${rest}`, {
        token: TOKENS.otherClub,
      });
      expect([method, rest, other.status]).toEqual([method, rest, 404]);
    }
    expect(await listed(OF_CLUB, TOKENS.app)).toEqual([webhook]);
    expect((await gateway.call('DELETE', `${OF_CLUB}/${webhook.id}`, { token: TOKENS.app })).status).toBe(200);
    expect(await listed(OF_CLUB, TOKENS.club)).toEqual([]);
  });

  it('a club has 10 webhooks at most, and each address is checked', async () => {
    for (let made = 0; made < WEBHOOKS_MAX; made += 1) await make(OF_CLUB, TOKENS.club);
    const refused = (body: object) => gateway.call<{ details: unknown }>('POST', OF_CLUB, { token: TOKENS.club, body });
    expect(await refused({ url: receiver.url })).toMatchObject({
      status: 422,
      body: { error: 'This club has 10 webhooks already.' },
    });
    for (const url of ['http://example.org/', 'https://10.0.0.1/', 'https://a:b@example.org/', 'nowhere'])
      expect((await refused({ url })).body.details).toMatchObject([{ path: 'url' }]);
    expect((await refused({ url: receiver.url, events: ['corner'] })).body.details).toMatchObject([
      { path: 'events[0]' },
    ]);
  });
});
