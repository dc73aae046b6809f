// A node that stops hands over the webhooks of its last changes: the other nodes send them at once.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway } from '../support/gateway.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { TOKENS } from '../support/world/tokens.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;
const NEVER = 600_000;

it.skipIf(!hasPostgres)('rule HOOK-5: a change of just before a node stops is sent by another node', async () => {
  const database = await createDatabase();
  const receiver = await openReceiver();
  // It does not look for the changes of nodes that ended without a word.
  const other = await openTestGateway({
    databaseUrl: database.url,
    timing: { webhookPollMs: 20, webhookSearchMs: NEVER },
  });
  const stopping = await openTestGateway({
    databaseUrl: database.url,
    data: null,
    timing: { webhookGatherMs: NEVER, webhookPollMs: NEVER, webhookSearchMs: NEVER },
  });
  const made = await other.call<{ secret: string }>('POST', 'clubs/riverside-fc/webhooks', {
    token,
    body: { url: receiver.url, events: ['goal'] },
  });
  rememberSecret(made.body.secret);
  const body = { id: randomUUID(), timestamp: new Date().toISOString(), type: 'Goal', primary_player_pc_id: '1' };
  expect((await stopping.call('POST', 'games/sunday-5s/marker', { token, body })).status).toBe(201);
  await stopping.close();
  await expect.poll(() => receiver.received.length).toBe(1);
  await other.close();
  await receiver.close();
  await database.drop();
});
