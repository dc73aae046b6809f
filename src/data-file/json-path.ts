// Where in the file something stands, as `clubs[0].games[3].teams[1].jersey_color`.
import type { Detail } from '../../protocol/rest/problem.ts';

/** Joins a place and the path below it. */
export function jsonPathOf(base: string, path: readonly PropertyKey[] = []): string {
  let place = base;
  for (const step of path) {
    if (typeof step === 'number') place += `[${step}]`;
    else place += place === '' ? String(step) : `.${String(step)}`;
  }
  return place;
}

/** Collects what is wrong with a file, each thing once. */
export type Faults = {
  add(place: string, message: string): void;
  readonly details: readonly Detail[];
};

/** More than anybody reads; the rest is counted. */
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

/** Lets a running server answer others in between: resolves after what else waits for the event loop. */
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
