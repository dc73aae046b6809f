// Sends the outbox: one entry at a time, in order, until each entry has its answer.
import { type BackoffLimits, backoffDelay, WAIT_MAX_MS } from '../../../protocol/client/backoff.ts';
import type { EntryProblem, OutboxEntry } from './outbox-entry.ts';
import type { Outbox } from './outbox.ts';
import type { RestAnswer } from './rest.ts';
import { words } from './console-words.ts';

const BACKOFF: BackoffLimits = { baseMs: 1_000, maxMs: 30_000 };
/** After this many server errors the entry is refused, so that it does not block the entries after it. */
const SERVER_ERROR_TRIES = 6;

/** What a scorekeeper reads when the entry to edit is not there any more. */
const GONE = {
  error: words.gone,
  hint: words.goneAdvice,
};

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly problem: EntryProblem }
  | { readonly kind: 'again'; readonly afterMs: number }
  | { readonly kind: 'sign_in' };

/** Whether the server is busy, or away: a proxy answers 502 or 504 when the server behind it does not answer. */
const isAway = (status: number): boolean => status === 429 || (status >= 502 && status <= 504);

/** Whether the server failed, or a proxy answered in its place with a page of its own. Another try may succeed. */
const isServerError = (answer: RestAnswer): boolean =>
  answer.kind === 'answered' &&
  !isAway(answer.status) &&
  (answer.status === 408 || answer.status >= 500 || answer.body === null);

/**
 * Decides the next step from an answer; `attempt` counts from 0, `random` gives 0 ≤ x < 1. `errors`: how often the server
 * failed on this entry before.
 */
export function outcomeOf(
  answer: RestAnswer,
  action: Pick<OutboxEntry['action'], 'kind'>,
  attempt: number,
  random: () => number,
  errors = 0,
): Outcome {
  const backoffMs = backoffDelay(attempt, BACKOFF, random);
  if (answer.kind === 'unreachable') return { kind: 'again', afterMs: backoffMs };
  const { status } = answer;
  if (status < 300) return { kind: 'done' };
  if (status === 401) return { kind: 'sign_in' };
  if (isAway(status)) return { kind: 'again', afterMs: Math.min(WAIT_MAX_MS, (answer.retryAfterMs ?? 0) + backoffMs) };
  const isFailed = isServerError(answer);
  if (isFailed && errors + 1 < SERVER_ERROR_TRIES) return { kind: 'again', afterMs: backoffMs };
  const isGone = status === 404 && !isFailed;
  // The entry is already deleted, which is the goal of the request.
  if (isGone && action.kind === 'delete') return { kind: 'done' };
  const problem = isGone && action.kind === 'replace' ? GONE : answer.problem;
  return { kind: 'refused', problem: { status, ...problem } };
}

export type SenderState =
  /** No entry waits, or entries are being sent. */
  | 'sending'
  /** The last try did not get through. */
  | 'waiting'
  /** The server no longer accepts the token. All entries wait for a new one. */
  | 'signed_out';

type SenderOptions = {
  readonly outbox: Pick<Outbox, 'claim' | 'settle'>;
  readonly send: (entry: OutboxEntry) => Promise<RestAnswer>;
  /** When false, no request is sent, so that waiting entries can still be changed in the queue. */
  readonly isOnline: () => boolean;
  /** Runs the work of all tabs one at a time. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  readonly onState: (state: SenderState) => void;
  readonly random?: () => number;
  readonly setTimer?: (run: () => void, ms: number) => () => void;
};

export function openSender(options: SenderOptions) {
  const { outbox, send, isOnline, exclusively, onState } = options;
  const random = options.random ?? Math.random;
  const setTimer = options.setTimer ?? timer;
  let isRunning = false;
  let runAgain = false;
  let isStopped = false;
  let attempt = 0;
  /** How often the server failed on the entry that is being sent. */
  let errors = 0;
  let cancel: (() => void) | null = null;
  let state: SenderState = 'sending';

  function setState(next: SenderState): void {
    if (next === state) return;
    state = next;
    onState(next);
  }

  /** Sends until no entry waits, or one entry must be tried again. */
  async function sendWaiting(): Promise<void> {
    for (;;) {
      runAgain = false;
      const entry = isStopped || !isOnline() ? null : await outbox.claim();
      if (entry === null) return;
      const answer = await send(entry);
      const outcome = outcomeOf(answer, entry.action, attempt, random, errors);
      const isAgain = outcome.kind === 'again';
      attempt = isAgain ? attempt + 1 : 0;
      errors = isAgain ? errors + Number(isServerError(answer)) : 0;
      switch (outcome.kind) {
        case 'done':
          setState('sending');
          await outbox.settle(entry.order, { status: 'sent' });
          break;
        case 'refused':
          setState('sending');
          await outbox.settle(entry.order, { status: 'refused', problem: outcome.problem });
          break;
        case 'again':
          setState('waiting');
          cancel = setTimer(run, outcome.afterMs);
          return;
        case 'sign_in':
          setState('signed_out');
          return;
      }
    }
  }

  function run(): void {
    cancel?.();
    cancel = null;
    if (isRunning) {
      runAgain = true;
      return;
    }
    isRunning = true;
    void exclusively(sendWaiting)
      .catch(() => {
        // The phone's database failed. Its entries are tried again later.
        setState('waiting');
        cancel ??= setTimer(run, BACKOFF.baseMs);
      })
      .finally(() => {
        isRunning = false;
        if (runAgain && cancel === null && !isStopped) run();
      });
  }

  return {
    /** An entry was added: sends it, unless a back-off is running. */
    wake(): void {
      if (cancel === null && state !== 'signed_out') run();
    },
    /** The network or the token is new: sends at once, without waiting for a back-off. */
    retry(): void {
      attempt = 0;
      errors = 0;
      setState('sending');
      run();
    },
    /** The live channel has found that the token is no longer accepted: entries wait for a new one. */
    signedOut(): void {
      setState('signed_out');
    },
    stop(): void {
      isStopped = true;
      cancel?.();
    },
  };
}

function timer(run: () => void, ms: number): () => void {
  const id = setTimeout(run, ms);
  return () => clearTimeout(id);
}

/**
 * Runs one tab of the phone at a time, where the browser supports locks. Without them, two tabs may send the same
 * entry, which is harmless because of the ids.
 */
export const exclusiveAcrossTabs = (work: () => Promise<void>): Promise<void> => {
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request('touchline-outbox', work) : work();
};
