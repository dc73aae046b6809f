// The worker over a store in memory: how much it takes at once, and a log that is too long.
import { afterEach, describe, expect, it } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { createLogger } from '../../src/ops/logger.ts';
import type { Cursor, CursorPosition, Taking } from '../../src/store/webhook-cursors.ts';
import { LOG_MAX, LogTooLong, openLogMessages } from '../../src/webhooks/log-messages.ts';
import type { ChangeMessages } from '../../src/webhooks/message.ts';
import {
  openWebhookWorker,
  PARALLEL_MAX,
  PARALLEL_OF_ONE,
  WEBHOOK_TIMING,
  type WebhookTiming,
  type WebhookWorker,
} from '../../src/webhooks/worker.ts';

const goal: ChangeMessages = { seq: 1, at: 1, messages: [{ type: 'goal', body: '{}' }] };
let worker: WebhookWorker | null = null;
afterEach(() => worker?.close());

/** A worker for cursors of `webhooks` webhooks in `matches` matches each, all due. */
function open(
  webhooks: number,
  matches: number,
  after: (ref: MatchRef, seq: number) => Promise<readonly ChangeMessages[]>,
  more: { readonly status?: number; readonly timing?: Partial<WebhookTiming> } = {},
) {
  const { status = 500 } = more;
  const due: Cursor[] = Array.from({ length: webhooks * matches }, (_, index) => ({
    webhookId: String(index % webhooks),
    match: index,
    ref: `game:${index}` as MatchRef,
    seq: 0,
    nth: 0,
    attempts: 0,
  }));
  const sending: string[] = [];
  const ends: (() => void)[] = [];
  const paused: string[] = [];
  const released: CursorPosition[] = [];
  let isOver = false;
  const nothing = (): Promise<void> => Promise.resolve();
  worker = openWebhookWorker({
    queries: {
      markDue: nothing,
      markAllDue: nothing,
      recordAttempt: nothing,
      isDelivered: () => Promise.resolve(false),
      releaseCursor: (_cursor, _from, to) => Promise.resolve(void released.push(to)),
      moveCursor: () => Promise.resolve(true),
      postponeCursor: () => Promise.resolve(true),
      findRecipient: (id) => Promise.resolve({ id, url: '', events: ['goal'], secrets: [''] }),
      pauseWebhook: (_id, reason) => Promise.resolve(void paused.push(reason)),
      takeDue({ most, mostOfOne, running }: Taking) {
        const taken: Cursor[] = [];
        for (const cursor of due) {
          const ofOne = taken.filter(({ webhookId }) => webhookId === cursor.webhookId).length;
          if (taken.length < most && ofOne + (running.get(cursor.webhookId) ?? 0) < mostOfOne) taken.push(cursor);
        }
        for (const cursor of taken) due.splice(due.indexOf(cursor), 1);
        return Promise.resolve(taken);
      },
    },
    messages: { after, version: () => 0, newest: () => Promise.resolve(0), forgetIfChanged: nothing },
    send: ({ id }) =>
      new Promise((resolve) => {
        sending.push(id);
        const end = (): void => resolve({ status, isDelivered: status < 300, answer: '' });
        if (isOver) end();
        else ends.push(end);
      }),
    timing: { ...WEBHOOK_TIMING, webhookPollMs: 5, ...more.timing },
    logger: createLogger('silent'),
  });
  return {
    sending,
    paused,
    released,
    /** Ends one attempt of a webhook. */
    endOne: () => ends.shift()?.(),
    endAll(): void {
      isOver = true;
      for (const end of ends.splice(0)) end();
    },
  };
}

describe('rule HOOK-9', () => {
  it('a node sends for 32 matches at once', async () => {
    const { sending, endOne, endAll } = open(20, 4, () => Promise.resolve([goal]));
    await expect.poll(() => sending.length).toBe(PARALLEL_MAX);
    endOne();
    await expect.poll(() => sending.length).toBe(PARALLEL_MAX + 1);
    endAll();
  });

  it('a node sends for 4 matches of one webhook at once, so that others do not wait for it', async () => {
    const { sending, endOne, endAll } = open(2, 20, () => Promise.resolve([goal]));
    const count = (id: string): number => sending.filter((one) => one === id).length;
    await expect.poll(() => [count('0'), count('1')]).toEqual([PARALLEL_OF_ONE, PARALLEL_OF_ONE]);
    endOne();
    await expect.poll(() => count(sending[0] ?? '')).toBe(PARALLEL_OF_ONE + 1);
    expect(sending).toHaveLength(2 * PARALLEL_OF_ONE + 1);
    endAll();
  });

  it('a match with many messages gives its place back after a while, so that others do not wait for its end', async () => {
    const log = [goal, { ...goal, seq: 2 }];
    const { sending, released, endAll } = open(1, 1, (_ref, seq) => Promise.resolve(log.slice(seq)), {
      status: 200,
      timing: { webhookTurnMs: 0 },
    });
    endAll();
    await expect.poll(() => released).toEqual([{ seq: 0, nth: 1 }]);
    expect(sending).toHaveLength(1);
  });

  it('a webhook is paused when a log is too long to be folded', async () => {
    const messages = openLogMessages({
      loadMatch: () => Promise.resolve(null),
      readPosition: () => Promise.resolve({ epoch: 'a', seq: LOG_MAX + 1, at: 1 }),
      readEntries: () => Promise.resolve([]),
      readWholeLog: (_ref, limit) =>
        Promise.resolve(Array.from({ length: limit }, (_, seq) => ({ seq, change: { edited: true } as const }))),
    });
    await expect(messages.after('game:1', 0)).rejects.toBeInstanceOf(LogTooLong);
    const { paused } = open(1, 1, () => messages.after('game:1', 0));
    await expect.poll(() => paused).toEqual([`The log of game:1 has more than ${LOG_MAX} entries.`]);
  });
});
