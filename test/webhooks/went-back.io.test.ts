// Webhooks of a database that went back: the messages of the new history are sent, before any node has noticed it too.
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backupOf } from '../support/backup-of.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;
const NEVER = 600_000;

describe.skipIf(!hasPostgres)('a node that has sent the messages of the lost history', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sql: postgres.Sql;
  let sender: TestGateway;
  let receiver: Receiver;
  let game = 1_000;
  beforeAll(async () => {
    database = await createDatabase();
    sql = postgres(database.url, { max: 1 });
    sender = await openTestGateway({
      databaseUrl: database.url,
      data: world({ moreGames: 4 }),
      timing: { pollMs: NEVER, webhookGatherMs: 5, webhookPollMs: 20, webhookSearchMs: 50 },
    });
  });
  beforeEach(async () => {
    game += 1;
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await sender.close();
    await sql.end();
    await database.drop();
  });

  it.each([
    ['as long as the lost one', 1],
    ['longer than the lost one', 2],
  ])('rule HOOK-5: sends those of a new history that is %s', async (_, more) => {
    const post = async (node: TestGateway, type: string) => {
      const player = { primary_player_pc_id: '1', primary_player_type: 'user' };
      const body = { id: randomUUID(), timestamp: new Date().toISOString(), type, ...player };
      expect((await node.call('POST', `games/extra-${game - 1_000}/marker`, { token, body })).status).toBe(201);
    };
    const made = await sender.call<{ webhook: { id: string }; secret: string }>('POST', 'clubs/riverside-fc/webhooks', {
      token,
      body: { url: receiver.url, events: ['goal', 'card'] },
    });
    rememberSecret(made.body.secret);
    const { id } = made.body.webhook;
    const cursor = () => sql<{ seq: number; due: number | null }[]>`
      select c.seq, c.due_at as due from webhook_cursor c join live_match l on l.id = c.match
      where l.ref = ${`game:${game}`} and c.webhook_id = ${id}`;
    const sentUpTo = (seq: number) => expect.poll(async () => [...(await cursor())]).toEqual([{ seq, due: null }]);
    const types = () => receiver.received.map(({ message }) => message.type);
    await post(sender, 'YellowCard');
    await sentUpTo(1);
    const restore = await backupOf(sql, `game:${game}`);
    await post(sender, 'Goal');
    await sentUpTo(2);
    // It sends nothing itself.
    const timing = { webhookGatherMs: NEVER, webhookPollMs: NEVER, webhookSearchMs: NEVER };
    const writer = await openTestGateway({ databaseUrl: database.url, data: null, timing });
    await restore();
    // A whole backup has the cursors too.
    await sql`
      update webhook_cursor set seq = 1, nth = 0
      where webhook_id = ${id} and match = (select id from live_match where ref = ${`game:${game}`})`;
    for (let n = 0; n < more; n += 1) await post(writer, 'YellowCard');
    await sentUpTo(1 + more);
    expect(types().slice(2)).toEqual(Array.from({ length: more }, () => 'card'));
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(2 + more);
    await writer.close();
    await sender.call('DELETE', `clubs/riverside-fc/webhooks/${id}`, { token });
  });
});
