// Decides how long channels gather changes: flushes to many subscribers may use a fifth of the event loop, not more.
import type { Timing } from './timing.ts';

export type FlushBudget = ReturnType<typeof openFlushBudget>;

/** The budget of one node, shared by all its channels. */
export function openFlushBudget({ coalesceMs, flushShare }: Pick<Timing, 'coalesceMs' | 'flushShare'>) {
  /** When the flushes so far have used only their share of the time, on the clock of `performance.now()`. */
  let paidAt = -Infinity;
  /** What the last flush cost, ms. */
  let costMs = -Infinity;
  let isMeasuring = false;

  /** Call right before a flush. The library sends at the end of the turn, so the turn is what the flush costs. */
  function measure(): void {
    if (isMeasuring) return;
    isMeasuring = true;
    const began = performance.now();
    setImmediate(() => {
      isMeasuring = false;
      const now = performance.now();
      costMs = now - began;
      paidAt = Math.min(Math.max(paidAt, began) + costMs / flushShare, now + coalesceMs);
    });
  }

  /**
   * How long the next flush waits, ms, on a channel that sent its last frame at `sentAt`. Zero or less: it does not wait.
   * `isMoreComing`: another change is being stored. Then this one waits for it: at least as long as the last flush took, at most
   * `coalesceMs`, and until the earlier flushes have used only their share.
   */
  function waitMs(sentAt: number, isMoreComing: boolean): number {
    const now = performance.now();
    if (isMoreComing) return Math.max(paidAt - now, Math.min(costMs, coalesceMs));
    return Math.min(paidAt, sentAt + coalesceMs) - now;
  }

  return { measure, waitMs };
}
