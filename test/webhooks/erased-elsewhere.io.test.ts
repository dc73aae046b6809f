// A person is erased on a node that cannot tell the sender: without Redis, nodes share only the database.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryResource, WebhookResource } from '../../protocol/rest/webhook.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts';
import { ADMIN_TOKEN, TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;
const HOOKS = 'clubs/riverside-fc/webhooks';
const NEVER = 600_000;

describe.skipIf(!hasPostgres)('a person who is erased on another node', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sender: TestGateway;
  let other: TestGateway;
  let receiver: Receiver;
  beforeAll(async () => {
    database = await createDatabase();
    receiver = await openReceiver();
    const databaseUrl = database.url;
    const sending = { webhookGatherMs: 5, webhookPollMs: 20, webhookSearchMs: NEVER, webhookAttemptMs: 60_000 };
    sender = await openTestGateway({ databaseUrl, timing: { ...sending, webhookTurnMs: NEVER } });
    const silent = { webhookGatherMs: NEVER, webhookPollMs: NEVER, webhookSearchMs: NEVER };
    other = await openTestGateway({ databaseUrl, data: null, timing: silent });
  });
  afterAll(async () => {
    await other.close();
    await sender.close();
    await receiver.close();
    await database.drop();
  });

  it('rule NAME-6: is in no stored delivery of an attempt that was under way, and in no later message', async () => {
    const made = await sender.call<{ webhook: WebhookResource; secret: string }>('POST', HOOKS, {
      token,
      body: { url: receiver.url, events: ['card'] },
    });
    rememberSecret(made.body.secret);
    const at = `${HOOKS}/${made.body.webhook.id}`;
    const post = async (type: string): Promise<void> => {
      const body = goalBody({ type, primary_player_pc_id: '2' });
      expect((await sender.call('POST', 'games/sunday-5s/marker', { token, body })).status).toBe(201);
    };
    receiver.answer = (response) => void response.writeHead(410).end();
    await post('YellowCard');
    const paused = async () =>
      (await sender.call<{ webhooks: WebhookResource[] }>('GET', HOOKS, { token })).body.webhooks[0]?.paused;
    await expect.poll(paused).toMatchObject({ reason: expect.stringContaining('410') });
    await post('RedCard');
    // Both cards are then read from the log at once.
    await sender.import(world());
    const held = new Promise<ServerResponse>((resolve) => {
      receiver.answer = resolve;
    });
    expect((await sender.call('POST', `${at}/resume`, { token })).status).toBe(200);
    const response = await held;
    receiver.answer = (later) => void later.writeHead(204).end();
    expect(receiver.received[1]?.text).toContain('Rui Costa');
    expect((await other.call('DELETE', '/api/admin/users/2', { token: ADMIN_TOKEN })).status).toBe(200);
    response.writeHead(204).end();
    await receiver.until(3);
    expect(receiver.received[2]?.text).toContain('Deleted player');
    expect(receiver.received[2]?.text).not.toContain('Rui Costa');
    const deliveries = async () =>
      (await sender.call<{ deliveries: DeliveryResource[] }>('GET', `${at}/deliveries`, { token })).body.deliveries;
    await expect.poll(async () => (await deliveries()).length).toBe(2);
    expect(JSON.stringify(await deliveries())).not.toContain('Rui Costa');
  });
});
