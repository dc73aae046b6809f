// A commit without an answer in time that the database stores later: after the node has asked once whether it is stored.
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { grown, scrape } from '../support/scrape.ts';
import { connect } from '../support/subscriber.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { TOKENS } from '../support/world/tokens.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;

it.skipIf(!hasPostgres)('reaches subscribers and webhooks at once', async () => {
  const timing = { pollMs: 1_000, webhookGatherMs: 5, webhookPollMs: 50, webhookSearchMs: 600_000 };
  const { gateway, sql, close } = await openGatewayWithSql({ timing });
  const receiver = await openReceiver();
  const post = (type: string) =>
    gateway.call('POST', 'games/sunday-5s/marker', {
      token,
      body: { id: randomUUID(), timestamp: new Date().toISOString(), type, primary_player_pc_id: '1' },
    });
  const made = await gateway.call<{ secret: string }>('POST', 'clubs/riverside-fc/webhooks', {
    token,
    body: { url: receiver.url, events: ['goal'] },
  });
  rememberSecret(made.body.secret);
  const screen = await connect(gateway.liveUrl, token);
  await screen.subscribe('game:100');
  expect((await post('Event')).status).toBe(201);
  await screen.next('delta');
  // Another transaction has the next row of the log, longer than a write waits.
  const holder = postgres(gateway.config.databaseUrl ?? '', { max: 1 });
  const release = await new Promise<() => void>((resolve, reject) => {
    holder
      .begin(async (tx) => {
        await tx`select from reserve_next(array['game:100'])`;
        await new Promise<void>((done) => resolve(done));
        await tx`delete from match_log where seq = after`;
      })
      .catch(reject);
  });
  const before = await scrape(gateway.url);
  expect((await post('Goal')).status).toBe(503);
  // The node has read the log, and has found nothing.
  const reads = async () => grown(before, await scrape(gateway.url), 'touchline_store_reads_total{what="log"}');
  await expect.poll(reads).toBe(1);
  const running = () => sql`
    select from pg_stat_activity where datname = current_database() and state = 'active'
      and query like '%json_array_elements(r.changes)%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await running()).length).toBe(0);
  release();
  await holder.end();
  await screen.next('delta');
  await expect.poll(() => receiver.received.length).toBe(1);
  await screen.close();
  await close();
  await receiver.close();
});
