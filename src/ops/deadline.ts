// The one deadline for anything awaited.
import { type Arrivals, openArrivals, type Place } from './arrivals.ts';

/**
 * The result of `work`, or after `ms` the result of `late`, which may throw. The timer ends with the work; the work itself
 * is not cancelled.
 */
export async function withDeadline<T>(work: PromiseLike<T>, ms: number, late: () => T | PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(late);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Something that waits; `late` is called when it has waited too long. */
export type Wait = Place<{ readonly since: number; readonly late: () => void }>;

export type Deadlines = {
  /** Starts to wait. Call `end` with the result when the waiting is over. */
  begin(late: () => void): Wait;
  end(wait: Wait): void;
};

/** The same deadline of `ms` for many waits that begin one after the other: one timer serves them all. */
export function openDeadlines(ms: number): Deadlines {
  const waits: Arrivals<Wait['value']> = openArrivals();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    timer = undefined;
    const before = performance.now() - ms;
    for (let wait = waits.oldest(); wait !== null; wait = waits.oldest()) {
      const { since, late } = wait.value;
      if (since > before) {
        timer = setTimeout(look, Math.ceil(since - before)).unref();
        return;
      }
      waits.remove(wait);
      late();
    }
  }

  return {
    begin(late) {
      timer ??= setTimeout(look, ms).unref();
      return waits.add({ since: performance.now(), late });
    },
    end: (wait) => void waits.remove(wait),
  };
}
