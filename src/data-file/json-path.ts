// The path of a value in the file, as `clubs[0].games[3].teams[1].jersey_color`.
import { setImmediate } from 'node:timers/promises';
import type { Detail } from '../../protocol/rest/problem.ts';

/** Joins a path and the path below it. */
export function jsonPathOf(base: string, path: readonly PropertyKey[] = []): string {
  let place = base;
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place;
}

/** Collects the faults of a file. */
export type Faults = {
  add(place: string, message: string): void;
  readonly details: readonly Detail[];
  /** Number of faults that `details` leaves out. */
  readonly unlisted: number;
};

/** Maximum number of listed faults; further ones are only counted. */
const LISTED_MAX = 50;

export function openFaults(): Faults {
  const details: Detail[] = [];
  let unlisted = 0;
  return {
    add(path, message) {
      if (details.length < LISTED_MAX) details.push({ path, message });
      else unlisted += 1;
    },
    details,
    get unlisted() {
      return unlisted;
    },
  };
}

/** The longest turn of the event loop, ms. */
const TURN_MS = 12;

/** Returns a function that yields to the event loop from time to time, so that a running server can answer others. */
export function openYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return setImmediate().then(() => void (since = performance.now()));
  };
}

/** Shorter than the 20 seconds after which the driver cuts a connection that is silent. */
const ASK_MS = 5_000;

/** Yields like `openYielder`, and asks the database every 5 seconds: a large file is drafted in a transaction without other queries. */
export function openAskingYielder(
  ask: () => PromiseLike<unknown>,
  now = () => performance.now(),
): () => Promise<void> | undefined {
  const maybeYield = openYielder();
  let askedAt = now();
  return () => {
    if (now() - askedAt < ASK_MS) return maybeYield();
    askedAt = now();
    return Promise.resolve(ask()).then(() => undefined);
  };
}
