// A delivery that staff send again while the worker waits for its next attempt.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryResource, WebhookResource } from '../../protocol/rest/webhook.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts';
import { TOKENS } from '../support/world/tokens.ts';

const token = TOKENS.club;
const NEVER = 600_000;

describe('a message that failed and is sent again', () => {
  let gateway: TestGateway;
  let receiver: Receiver;
  let deliveries: string;
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(async () => {
    await gateway.close();
    await receiver.close();
  });

  /** A webhook whose first attempt fails, and is repeated after this time. Gives its delivery. */
  async function failed(delayMs: number): Promise<DeliveryResource> {
    const timing = { webhookGatherMs: 5, webhookPollMs: 20, webhookAttemptMs: 60_000, webhookAgainMs: 0 };
    gateway = await openTestGateway({ timing: { ...timing, webhookDelays: [delayMs] } });
    const at = 'clubs/riverside-fc/webhooks';
    const made = await gateway.call<{ webhook: WebhookResource; secret: string }>('POST', at, {
      token,
      body: { url: receiver.url, events: ['card'] },
    });
    rememberSecret(made.body.secret);
    deliveries = `${at}/${made.body.webhook.id}/deliveries`;
    receiver.answer = (response) => void response.writeHead(500).end();
    await post('YellowCard');
    await expect.poll(async () => (await listed()).length).toBe(1);
    const [delivery] = await listed();
    if (delivery === undefined) throw new Error('There is no delivery.');
    return delivery;
  }
  const post = async (type: string): Promise<void> => {
    const sent = await gateway.call('POST', 'games/sunday-5s/marker', { token, body: goalBody({ type }) });
    expect(sent.status).toBe(201);
  };
  const listed = async (): Promise<readonly DeliveryResource[]> =>
    (await gateway.call<{ deliveries: DeliveryResource[] }>('GET', deliveries, { token })).body.deliveries;
  const sendAgain = (id: string) => gateway.call('POST', `${deliveries}/${id}/send`, { token });

  it('rule HOOK-6: is taken by a 2xx: it does not come once more, and the next messages of the match follow', async () => {
    const { id } = await failed(NEVER);
    await post('RedCard');
    receiver.answer = (response) => void response.writeHead(204).end();
    expect((await sendAgain(id)).status).toBe(200);
    await receiver.until(3);
    const types = receiver.received.map(({ message }) => (message.data as { event?: { type: string } }).event?.type);
    expect(types).toEqual(['YellowCard', 'YellowCard', 'RedCard']);
  });

  it('rule HOOK-10: has no next attempt when the worker was quicker, whatever the later answer is', async () => {
    const { id } = await failed(500);
    const held = new Promise<ServerResponse>((resolve) => {
      receiver.answer = resolve;
    });
    const again = sendAgain(id);
    const response = await held;
    receiver.answer = (later) => void later.writeHead(204).end();
    await expect.poll(async () => (await listed())[0]?.delivered_at).not.toBeNull();
    response.writeHead(500).end();
    expect((await again).status).toBe(200);
    expect((await listed())[0]).toMatchObject({ status: 500, next_attempt_at: null });
  });
});
