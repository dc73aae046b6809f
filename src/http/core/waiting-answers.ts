// The answers that wait for their readers. A reader has a limited time, and all of them together a limited memory: clients that
// ask for much and read nothing cost no more than that (rule LIMIT-8).

/** Maximum bytes of the bodies. Those that are in memory anyway, such as cached lists, do not count. */
const WAITING_BYTES = 64 * 1_024 * 1_024;

export type WaitingAnswers<E> = {
  /** `bytes`: what only this answer holds. */
  add(owner: E, bytes: number): void;
  /** The answer was taken, or its connection has ended. */
  delete(owner: E): void;
  /** Ends the connections whose reader takes too long. `now` on the clock of `performance.now()`. */
  cutSlow(now: number): void;
  readonly size: number;
};

type Waiting = { readonly bytes: number; readonly since: number };

/** `cut` ends the connection of an answer. It is never called while another answer is written. */
export function openWaitingAnswers<E>(
  cut: (owner: E, reason: string) => void,
  slowMs: number,
  limit = WAITING_BYTES,
): WaitingAnswers<E> {
  const answers = new Map<E, Waiting>();
  let total = 0;
  let isShrinking = false;

  function remove(owner: E): void {
    total -= answers.get(owner)?.bytes ?? 0;
    answers.delete(owner);
  }

  /** Ends the connections of the largest answers, the oldest first. */
  function shrink(): void {
    isShrinking = false;
    if (total <= limit) return;
    const bySize = [...answers].sort(([, a], [, b]) => b.bytes - a.bytes);
    for (const [owner] of bySize) {
      if (total <= limit) return;
      remove(owner);
      cut(owner, 'the answers that wait for their readers are too large');
    }
  }

  return {
    add(owner, bytes) {
      answers.set(owner, { bytes, since: performance.now() });
      total += bytes;
      if (total <= limit || isShrinking) return;
      isShrinking = true;
      setImmediate(shrink);
    },
    delete: remove,
    cutSlow(now) {
      for (const [owner, { since }] of answers)
        if (now - since > slowMs) cut(owner, 'a client did not read its answer in time');
    },
    get size() {
      return answers.size;
    },
  };
}
