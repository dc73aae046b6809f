// Sends the messages of webhooks, behind the commits. A commit only wakes this worker, which makes the cursors of the match due;
// what a killed node left behind is found by a search. The node that takes a cursor sends its messages one after the other, and
// moves the cursor after each answer: so each message is sent at least once, and those of a match in order (rule HOOK-5).
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { withDeadline } from '../ops/deadline.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import type { Cursor, CursorPosition } from '../store/webhook-cursors.ts';
import type { Recipient } from '../store/webhooks.ts';
import type { WebhookQueries } from '../store/queries.ts';
import { LogTooLong, type LogMessages } from './log-messages.ts';
import { type ChangeMessages, messageId } from './message.ts';
import { ATTEMPT_MS } from './post.ts';
import { delayAfter, RETRY_DELAYS } from './retries.ts';
import type { Send } from './send.ts';

/** ms; tests shorten them. */
export type WebhookTiming = {
  /** Commits of this time are looked at together. */
  readonly webhookGatherMs: number;
  /** How often the node looks for cursors that are due. */
  readonly webhookPollMs: number;
  /** How often it searches all logs for changes that no cursor knows of. */
  readonly webhookSearchMs: number;
  /** A cursor that a node has taken is due again after this time, if the node does not move it. */
  readonly webhookLeaseMs: number;
  /** After this time a cursor is given back, however much follows: others may wait for its place. */
  readonly webhookTurnMs: number;
  readonly webhookDelays: readonly number[];
  /** For one attempt, from the name to the answer. It is shorter than the lease. */
  readonly webhookAttemptMs: number;
  /** Between two attempts of "send again" for one delivery. It is longer than an attempt. */
  readonly webhookAgainMs: number;
};

export const WEBHOOK_TIMING: WebhookTiming = {
  webhookGatherMs: 200,
  webhookPollMs: 1_000,
  webhookSearchMs: 60_000,
  webhookLeaseMs: 30_000,
  webhookTurnMs: 5_000,
  webhookDelays: RETRY_DELAYS,
  webhookAttemptMs: ATTEMPT_MS,
  webhookAgainMs: 6_000,
};

/** Matches that a node sends for at once, of all webhooks and of one: a slow receiver holds up only itself. */
export const PARALLEL_MAX = 32;
export const PARALLEL_OF_ONE = 4;
/** When the node stops, attempts under way have this long, ms. */
const CLOSE_MS = 2_000;

type WorkerDeps = {
  readonly queries: Pick<
    WebhookQueries,
    | 'markDue'
    | 'markAllDue'
    | 'takeDue'
    | 'moveCursor'
    | 'releaseCursor'
    | 'postponeCursor'
    | 'findRecipient'
    | 'recordAttempt'
    | 'isDelivered'
    | 'pauseWebhook'
  >;
  readonly messages: Pick<LogMessages, 'after' | 'version' | 'newest' | 'forgetIfChanged'>;
  readonly send: Send;
  readonly timing: WebhookTiming;
  readonly logger: Logger;
};

export type WebhookWorker = ReturnType<typeof openWebhookWorker>;

export function openWebhookWorker({ queries, messages, send, timing, logger }: WorkerDeps) {
  /** Matches with commits that no statement has covered yet. */
  let committed = new Set<MatchRef>();
  const running = new Map<Promise<void>, string>();
  let looking: Promise<void> | null = null;
  let gathering: NodeJS.Timeout | undefined;
  let isClosed = false;
  const polling = setInterval(look, timing.webhookPollMs).unref();
  const searching = setInterval(() => void search(), timing.webhookSearchMs).unref();
  void search();

  /** A match has new changes. Costs a commit nothing. */
  function changed(ref: MatchRef): void {
    committed.add(ref);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      look();
    }, timing.webhookGatherMs).unref();
  }

  /** Never rejects. */
  async function search(): Promise<void> {
    await unlessAway('the logs could not be searched for webhooks', queries.markAllDue);
    look();
  }

  function look(): void {
    if (isClosed) return;
    looking ??= takeAll().finally(() => {
      looking = null;
    });
  }

  /** Takes cursors until none is due or this node has enough. Never rejects. */
  async function takeAll(): Promise<void> {
    const refs = committed;
    committed = new Set();
    const isDone = await unlessAway('webhooks could not be looked for', async () => {
      if (refs.size > 0) await queries.markDue([...refs]);
      const most = PARALLEL_MAX - running.size;
      if (most === 0) return;
      const cursors = await queries.takeDue({
        most,
        mostOfOne: PARALLEL_OF_ONE,
        leaseMs: timing.webhookLeaseMs,
        running: new Map([...running.values()].map((id) => [id, countOf(id)])),
      });
      for (const cursor of cursors) begin(cursor);
    });
    if (!isDone) committed = new Set([...refs, ...committed]);
  }

  const countOf = (webhookId: string): number => [...running.values()].filter((id) => id === webhookId).length;

  function begin(cursor: Cursor): void {
    const work = unlessAway('a webhook could not be sent', () => run(cursor)).then(() => {
      running.delete(work);
      look();
    });
    running.set(work, cursor.webhookId);
  }

  /** Sends what follows a cursor, until the end of the log, of its turn, or a failed attempt. Throws Problem 503. */
  async function run(cursor: Cursor): Promise<void> {
    const { webhookId, ref } = cursor;
    const until = performance.now() + timing.webhookTurnMs;
    /** Where the cursor is stored, and where it may go: changes without a message are not stored one by one. */
    let stored: CursorPosition = cursor;
    let reached: CursorPosition = cursor;
    let { attempts } = cursor;
    /** The first message has failed before, and may have been taken since: it was sent again by hand. A resumed webhook begins anew. */
    let mayBeTaken = attempts > 0;
    const chosen = (await queries.findRecipient(webhookId, Date.now()))?.events;
    if (chosen === undefined) return;
    sending: for (;;) {
      const version = messages.version();
      const newest = await messages.newest(ref);
      const changes = await changesAfter(cursor, reached.seq);
      if (changes === null) return;
      if (changes.length === 0) break;
      for (const change of changes) {
        for (const [nth, message] of change.messages.entries()) {
          if (nth < reached.nth || !chosen.includes(message.type)) continue;
          if (isClosed) break sending;
          if (messages.version() !== version) continue sending;
          // The cursor is where this message begins, so that a lost lease is noticed before it is sent.
          const before = { seq: reached.seq, nth };
          if (!(await queries.moveCursor(cursor, stored, before, timing.webhookLeaseMs))) return;
          stored = before;
          // Read for each message: its secret may have changed since the one before.
          const recipient = await queries.findRecipient(webhookId, Date.now());
          if (recipient === null) return;
          const { body } = message;
          const isTaken = mayBeTaken && (await queries.isDelivered(webhookId, messageId(webhookId, ref, change, nth)));
          mayBeTaken = false;
          const sending = { cursor, attempts, recipient, change, nth, body, version, newest, at: before };
          if (!isTaken && !(await deliver(sending))) return;
          reached = { seq: before.seq, nth: nth + 1 };
          attempts = 0;
          if (performance.now() >= until) break sending;
        }
        reached = { seq: change.seq, nth: 0 };
      }
    }
    await queries.releaseCursor(cursor, stored, reached);
    logger.debug({ webhook: webhookId, ref }, 'a webhook has sent');
  }

  /** null: the webhook was paused, because the log cannot be read. */
  async function changesAfter(cursor: Cursor, seq: number): Promise<readonly ChangeMessages[] | null> {
    try {
      return await messages.after(cursor.ref, seq);
    } catch (error) {
      if (!(error instanceof LogTooLong)) throw error;
      await pause(cursor.webhookId, error.message);
      return null;
    }
  }

  type Sending = {
    readonly cursor: Cursor;
    /** Failed ones so far. */
    readonly attempts: number;
    readonly recipient: Recipient;
    readonly change: ChangeMessages;
    readonly nth: number;
    readonly body: string;
    /** Of the messages, when the body was read. */
    readonly version: number;
    /** The position of the match before that. */
    readonly newest: number;
    readonly at: CursorPosition;
  };

  /** One attempt, with its record. Returns whether the message was taken. */
  async function deliver({ cursor, attempts: failed, recipient, change, nth, at, ...read }: Sending): Promise<boolean> {
    const id = messageId(recipient.id, cursor.ref, change, nth);
    const attempt = await send(recipient, { id, body: read.body });
    const attempts = failed + 1;
    const delayMs = attempt.isDelivered ? null : delayAfter(attempts, timing.webhookDelays);
    const now = Date.now();
    const isGone = attempt.status === 410;
    const nextAt = delayMs === null || isGone ? null : now + delayMs;
    // A person may have been erased meanwhile, here or by another node: then the name must not be stored.
    await messages.forgetIfChanged(cursor.ref, read.newest);
    const body = messages.version() === read.version ? read.body : await bodyNow(cursor.ref, change.seq, nth);
    if (body !== null)
      await queries.recordAttempt(recipient.id, { ...attempt, id, body, channel: cursor.ref, at: now, nextAt });
    if (attempt.isDelivered) return true;
    // Paused before the cursor is given back, or another node might take it in between.
    if (isGone) await pause(recipient.id, 'The receiver answered 410: it wants no more messages.');
    else if (delayMs === null)
      await pause(recipient.id, `The receiver did not take a message in ${attempts} attempts.`);
    await queries.postponeCursor(cursor, at, attempts, delayMs ?? 0);
    return false;
  }

  /** A message as it is now; null: there is no such message any more. */
  async function bodyNow(ref: MatchRef, seq: number, nth: number): Promise<string | null> {
    const changes = await messages.after(ref, seq - 1);
    return changes.find((change) => change.seq === seq)?.messages[nth]?.body ?? null;
  }

  async function pause(webhookId: string, reason: string): Promise<void> {
    await queries.pauseWebhook(webhookId, reason, Date.now());
    logger.warn({ webhook: webhookId, reason }, 'a webhook is paused');
  }

  /** Returns whether the work is done. The lease of unfinished work ends by itself. */
  async function unlessAway(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Problem) logger.debug({ err: error }, what);
      else logger.error({ err: error }, what);
      return false;
    }
  }

  return {
    changed,
    /** Looks for cursors that are due now. */
    look,
    /** Searches all logs now. */
    search,
    /** Takes no more cursors. Resolves when the attempts under way are recorded, or after 2 seconds. */
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(polling);
      clearInterval(searching);
      clearTimeout(gathering);
      const ended = Promise.all([looking, ...running.keys()]).then(() => undefined);
      await withDeadline(ended, CLOSE_MS, () => undefined);
    },
    /** After `close` and the last commit: makes the cursors of the newest changes due, for the other nodes. Never rejects. */
    async handOver(): Promise<void> {
      await looking;
      const refs = [...committed];
      if (refs.length > 0) await unlessAway('webhooks could not be handed over', () => queries.markDue(refs));
    },
  };
}
