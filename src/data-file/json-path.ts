// The path of a value in the file, as `clubs[0].games[3].teams[1].jersey_color`.
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
};

/** Maximum number of listed faults; further ones are only counted. */
const LISTED_MAX = 1_000;

export function openFaults(): Faults {
  const details: Detail[] = [];
  let unlisted = 0;
  return {
    add(path, message) {
      if (details.length < LISTED_MAX) details.push({ path, message });
      else unlisted += 1;
    },
    get details() {
      return unlisted === 0 ? details : [...details, { path: '', message: `… and ${unlisted} more.` }];
    },
  };
}

/** Returns a function that yields to the event loop from time to time, so that a running server can answer others. */
export function openBreather(everyMs = 12): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < everyMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
