// Cursors and deliveries of webhooks on both databases.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { openCommitter } from '../../src/store/log/append.ts';
import { readPositions } from '../../src/store/log/positions.ts';
import {
  markAllDue,
  markDue,
  moveCursor,
  postponeCursor,
  releaseCursor,
  takeDue,
  type Taking,
} from '../../src/store/webhook-cursors.ts';
import { claimDelivery, clearDeliveries, listDeliveries, recordAttempt } from '../../src/store/webhook-deliveries.ts';
import {
  deleteWebhook,
  findRecipient,
  insertWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateSecret,
} from '../../src/store/webhooks.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import { testDatabases } from '../support/database.ts';
import { thisMinute } from '../support/dates.ts';
import { filledStore, storedMatch } from '../support/filled-store.ts';
import { hilltopUnited, riversideFc } from '../support/managed.ts';
import { world } from '../support/world/world.ts';

const AT = thisMinute;
const taking = { most: 10, mostOfOne: 4, running: new Map<string, number>(), leaseMs: 60_000 };
const game = 'game:100' as const;

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, world);

  const act = (id: string, resource = riversideFc) => ({ resource, id, userId: 1, at: AT });
  async function made(resource = riversideFc): Promise<string> {
    const id = randomUUID();
    const webhook = { url: 'https://app.example/', events: ['goal' as const], secret: 'encrypted' };
    await insertWebhook(store.sql, { ...act(id, resource), ...webhook });
    return id;
  }
  async function commit(sql: Sql, ref: MatchRef = game): Promise<void> {
    const { id, seq, at } = await storedMatch(sql, ref);
    const change = { seq: seq + 1, at: at + 1, cause: [{ action: 'scores' as const }], hand: {} };
    const write = { ref, id, expected: { seq, at }, changes: [{ change, tokenId: null }] };
    expect(await openCommitter(sql).commit(write)).toBe('committed');
  }
  const seqNow = async (): Promise<number> => (await readPositions(store.sql, [game])).get(game)?.seq ?? -1;

  test('rule HOOK-5: a cursor begins at the end of the log, is due after a commit, and one node takes it', async () => {
    const id = await made();
    await markAllDue(store.sql);
    expect(await takeDue(store.sql, taking)).toEqual([]);
    const before = await seqNow();
    await commit(store.sql);
    await markDue(store.sql, [game]);
    await markDue(store.sql, [game]);
    const taken = (await Promise.all([takeDue(store.sql, taking), takeDue(store.sql, taking)])).flat();
    expect(taken).toMatchObject([{ webhookId: id, ref: game, seq: before, nth: 0, attempts: 0 }]);
    // A commit meanwhile leaves the lease alone, and makes the cursor due again at its end.
    await commit(store.sql);
    await markDue(store.sql, [game]);
    expect(await takeDue(store.sql, taking)).toEqual([]);
    const [cursor] = taken;
    if (cursor === undefined) throw new Error('no cursor');
    await releaseCursor(store.sql, cursor, cursor, { seq: before + 1, nth: 0 });
    const again = await takeDue(store.sql, taking);
    expect(again).toMatchObject([{ seq: before + 1 }]);
    // The node that had it before comes back late: nothing moves.
    expect(await moveCursor(store.sql, cursor, cursor, { seq: before + 2, nth: 0 }, 1)).toBe(false);
    expect(await postponeCursor(store.sql, cursor, cursor, 1, 0)).toBe(false);
    await releaseCursor(store.sql, cursor, { seq: before + 1, nth: 0 }, { seq: before + 2, nth: 0 });
    await markAllDue(store.sql);
    expect(await takeDue(store.sql, taking)).toEqual([]);
    await deleteWebhook(store.sql, act(id));
  });

  test('rule HOOK-5: a lease that has ended gives the cursor to another node; its attempts go on', async () => {
    const id = await made();
    await commit(store.sql);
    await markAllDue(store.sql);
    const [cursor] = await takeDue(store.sql, { ...taking, leaseMs: 0 });
    if (cursor === undefined) throw new Error('no cursor');
    expect(await takeDue(store.sql, { ...taking, leaseMs: 0 })).toEqual([cursor]);
    expect(await postponeCursor(store.sql, cursor, cursor, 3, 0)).toBe(true);
    expect(await moveCursor(store.sql, cursor, cursor, cursor, 0)).toBe(true);
    expect(await takeDue(store.sql, { ...taking, running: new Map([[id, 4]]) })).toEqual([]);
    expect(await takeDue(store.sql, { ...taking, leaseMs: 0 })).toMatchObject([{ attempts: 3 }]);
    await pauseWebhook(store.sql, id, 'why', AT);
    expect(await takeDue(store.sql, taking)).toEqual([]);
    // The clock of the node is an hour ahead.
    await resumeWebhook(store.sql, { ...act(id), at: Date.now() + 3_600_000 });
    expect(await takeDue(store.sql, taking)).toMatchObject([{ attempts: 0, seq: cursor.seq }]);
    await deleteWebhook(store.sql, act(id));
  });

  test('rule HOOK-9: the webhooks of one club do not wait for those of another one', async () => {
    const [first, second, third] = [await made(), await made(), await made()];
    const other = await made(hilltopUnited);
    const due = async (ref: MatchRef): Promise<void> => {
      await commit(store.sql, ref);
      await markDue(store.sql, [ref]);
    };
    await due(game);
    await due('game:110');
    const idsOf = async (more: Partial<Taking>) =>
      (await takeDue(store.sql, { ...taking, leaseMs: 0, ...more })).map(({ webhookId }) => webhookId);
    expect(await idsOf({})).toHaveLength(4);
    expect(await idsOf({ most: 2 })).toContain(other);
    expect(await idsOf({ most: 1, running: new Map([[first, 1]]) })).toEqual([other]);
    expect(await idsOf({ most: 1, running: new Map([[other, 1]]) })).not.toContain(other);
    for (const id of [first, second, third]) await deleteWebhook(store.sql, act(id));
    expect(await idsOf({ most: 1, running: new Map([[first, 1]]) })).toEqual([other]);
    await deleteWebhook(store.sql, act(other, hilltopUnited));
  });

  test('rule HOOK-7: the earlier secret signs for a day', async () => {
    const id = await made();
    expect((await findRecipient(store.sql, id, AT))?.secrets).toEqual(['encrypted']);
    await store.sql`update webhook set earlier_secret = 'old', earlier_until = ${AT} where id = ${id}::uuid`;
    expect((await findRecipient(store.sql, id, AT - 1))?.secrets).toEqual(['encrypted', 'old']);
    expect((await findRecipient(store.sql, id, AT))?.secrets).toEqual(['encrypted']);
    await deleteWebhook(store.sql, act(id));
  });

  test('rule HOOK-7: each secret that is changed signs for its own day, the newest nine of them', async () => {
    const id = await made();
    const hour = 3_600_000;
    const secretsAt = async (at: number) => (await findRecipient(store.sql, id, at))?.secrets;
    const rotate = (secret: string, at: number) => rotateSecret(store.sql, { ...act(id), at }, secret);
    await rotate('second', AT);
    await rotate('third', AT + hour);
    expect(await secretsAt(AT + 2 * hour)).toEqual(['third', 'second', 'encrypted']);
    expect(await secretsAt(AT + 24 * hour)).toEqual(['third', 'second']);
    await rotate('fourth', AT + 24 * hour);
    expect(await secretsAt(AT + 25 * hour - 1)).toEqual(['fourth', 'third', 'second']);
    expect(await secretsAt(AT + 25 * hour)).toEqual(['fourth', 'third']);
    for (let at = 1; at <= 10; at += 1) await rotate(`more ${at}`, AT + 26 * hour);
    expect(await secretsAt(AT + 26 * hour)).toHaveLength(10);
    expect((await secretsAt(AT + 26 * hour))?.at(-1)).toBe('more 1');
    await deleteWebhook(store.sql, act(id));
  });

  test('rule HOOK-10: a delivery is sent again only after a pause, and is listed for 7 days', async () => {
    const id = await made();
    const message = { id: 'msg_1', channel: game, body: '{}', status: 500, answer: 'no', nextAt: null };
    await recordAttempt(store.sql, id, { ...message, at: AT, isDelivered: false });
    const claim = (now: number) => claimDelivery(store.sql, id, 'msg_1', { now, pauseMs: 6_000 });
    expect([await claim(AT + 5_999), await claim(AT + 6_000), await claim(AT + 6_001)]).toEqual([false, true, false]);
    await recordAttempt(store.sql, id, { ...message, at: AT + 7_000, status: 200, isDelivered: true });
    await recordAttempt(store.sql, id, { ...message, at: AT + 8_000, isDelivered: false });
    const listed = (now: number) => listDeliveries(store.sql, id, { limit: 10, page: 1, now });
    expect(await listed(AT + 8_000)).toMatchObject({
      deliveries: [{ attempts: 3, createdAt: AT, attemptedAt: AT + 8_000, deliveredAt: AT + 7_000, status: 500 }],
      total: 1,
    });
    const week = 7 * 86_400_000;
    expect(await clearDeliveries(store.sql, AT)).toBe(0);
    expect((await listed(AT)).total).toBe(1);
    expect((await listed(AT + week + 1)).total).toBe(0);
    expect(await clearDeliveries(store.sql, AT + 1)).toBe(1);
    expect((await listed(AT)).total).toBe(0);
    await deleteWebhook(store.sql, act(id));
  });
});
