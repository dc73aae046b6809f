// A node that is killed while it sends webhooks loses none, and repeats carry the same id (rule HOOK-5).
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { bestDatabase, createDatabase, createHome } from '../support/database.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { spawnGateway, type SpawnedGateway } from '../support/process.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const kind = await bestDatabase();
const cleanUps: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

it.runIf(kind === 'postgres')(
  'rule HOOK-5: killed before, while and after it sends, a node loses no message and keeps their order',
  async () => {
    const { home, remove } = await createHome();
    cleanUps.push(remove);
    const database = await createDatabase();
    cleanUps.push(database.drop);
    const sql = postgres(database.url, { max: 1 });
    cleanUps.push(() => sql.end());
    const receiver = await openReceiver();
    cleanUps.push(receiver.close);
    const dataFile = path.join(home, 'data.json');
    await writeFile(dataFile, JSON.stringify(world()));
    const env = { TOUCHLINE_HOME: home, DATABASE_URL: database.url };
    let gateway: SpawnedGateway = await spawnGateway({ env, args: ['--data', dataFile] });
    cleanUps.push(() => gateway.kill());

    const call = async (address: string, body: object): Promise<{ secret?: string }> => {
      const answer = await fetch(`${gateway.url}/api/v1/clubs/riverside-fc/${address}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKENS.club}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
      return (await answer.json()) as { secret?: string };
    };
    const goals: string[] = [];
    const score = async (): Promise<void> => {
      const id = randomUUID();
      const timestamp = new Date().toISOString();
      await call('games/sunday-5s/marker', {
        id,
        timestamp,
        type: 'Goal',
        primary_player_pc_id: '1',
        primary_player_type: 'user',
      });
      goals.push(id);
    };
    const restart = async (): Promise<void> => {
      await gateway.kill();
      // The time of its leases passes.
      await sql`update webhook_cursor set due_at = 0 where due_at is not null`;
      gateway = await spawnGateway({ env });
    };
    rememberSecret((await call('webhooks', { url: receiver.url, events: ['goal'] })).secret);

    // Killed after the commit, before any cursor knows of it.
    await score();
    await restart();
    await receiver.until(1);
    // Killed while the receiver has the message and has not answered.
    const held = new Promise<void>((resolve) => {
      receiver.answer = () => resolve();
    });
    await score();
    await score();
    await held;
    receiver.answer = (response) => void response.writeHead(204).end();
    await restart();
    // Killed when the answer is on its way, before it is stored.
    await receiver.until(4);
    const answered = new Promise<void>((resolve) => {
      receiver.answer = (response) => void response.writeHead(204).end(resolve);
    });
    await score();
    await answered;
    await restart();
    await score();
    await expect.poll(() => new Set(receiver.received.map(({ id }) => id)).size).toBe(goals.length);

    const first = new Map(receiver.received.toReversed().map((message) => [message.id, message]));
    const inOrder = [...first.values()].sort((a, b) => a.message.data.seq - b.message.data.seq);
    expect(inOrder.map(({ message }) => message.data.event?.id)).toEqual(goals);
    expect(receiver.received.length, 'the message that was not answered came twice').toBeGreaterThan(goals.length);
    for (const { id, text } of receiver.received) expect(text).toBe(first.get(id)?.text);
    const seqs = receiver.received.map(({ message }) => message.data.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  },
);
