// Caches lookups of credentials for at most 5 seconds, so that a lost invalidation cannot keep a revoked key alive. While the
// store is away, entries verified in the last 10 minutes still count (rule OPS-2).
import { withDeadline } from '../ops/deadline.ts';
import { Problem, unavailable } from '../ops/problem.ts';

/** How long to wait for the store, ms. */
export type Patience = {
  /** For an entry verified in the last 10 minutes, which counts after that. Short, so that a following write gets its 503 in time. */
  readonly knownMs: number;
  /** For any other key. After that the answer is 503. */
  readonly unknownMs: number;
};
export const PATIENCE: Patience = { knownMs: 800, unknownMs: 4_000 };

/** Maximum age of cached rights (rule ACCESS-4). */
export const FRESH_MS = 5_000;
/** Maximum age of an entry while the store is away (rule OPS-2). */
const AWAY_MS = 600_000;
/** After a failed lookup an entry is served from memory for this long before the next attempt. */
const RETRY_MS = 1_000;
/** Maximum entries. The least recently used one is removed first. */
const REMEMBERED_MAX = 20_000;

type Entry<V> = {
  readonly value: V;
  readonly verifiedAt: number;
  /** When the last lookup of it failed. */
  readonly failedAt: number;
};

export type CredentialCache<K, V> = {
  /** The value, looked up again if it was verified longer than `freshMs` ago. Throws Problem 503. */
  get(key: K, freshMs: number): Promise<V | null>;
  /** The value at once; null if `get` would have to look it up. */
  fresh(key: K): V | null;
  /** Removes all entries: the next `get` asks the store. */
  forget(): void;
};

/** `lookUp` returns null for an unknown or invalid key. `now`: ms from any start. It must not go back. */
export function openCredentialCache<K, V>(
  lookUp: (key: K) => Promise<V | null>,
  { now, patience }: { readonly now: () => number; readonly patience: Patience },
): CredentialCache<K, V> {
  const entries = new Map<K, Entry<V>>();
  const flights = new Map<K, Promise<V | null>>();
  /** Increases with every `forget`: results of earlier lookups are not cached. */
  let era = 0;

  /** Asks the store. Simultaneous calls for a key share one lookup. */
  function ask(key: K): Promise<V | null> {
    const flying = flights.get(key);
    if (flying !== undefined) return flying;
    const eraAsked = era;
    const verifiedAt = now();
    const flight = within(patience.unknownMs, lookUp(key))
      .then((value) => {
        if (eraAsked !== era) return value;
        if (value === null) entries.delete(key);
        else remember(entries, key, { value, verifiedAt, failedAt: -Infinity }, REMEMBERED_MAX);
        return value;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    flights.set(key, flight);
    return flight;
  }

  return {
    async get(key, freshMs) {
      const known = entries.get(key);
      if (known === undefined) return ask(key);
      remember(entries, key, known, REMEMBERED_MAX);
      const at = now();
      if (at - known.verifiedAt < freshMs || at - known.failedAt < RETRY_MS) return known.value;
      if (at - known.verifiedAt >= AWAY_MS) return ask(key);
      try {
        return await within(patience.knownMs, ask(key));
      } catch {
        // The store is away: the verified entry counts (rule OPS-2). Do not overwrite a newer entry, or restore one after
        // forget().
        if (entries.get(key) === known) entries.set(key, { ...known, failedAt: now() });
        return known.value;
      }
    },
    fresh(key) {
      const known = entries.get(key);
      return known !== undefined && now() - known.verifiedAt < FRESH_MS ? known.value : null;
    },
    forget() {
      era += 1;
      entries.clear();
      flights.clear();
    },
  };
}

/** Adds an entry as the most recently used, and removes the least recently used one if there are more than `max`. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}

/** Turns any failure of the store, and a timeout, into Problem 503. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  try {
    return await withDeadline(asked, ms, () => {
      throw unavailable(new Error(`The store did not answer within ${ms} ms.`));
    });
  } catch (error) {
    throw error instanceof Problem ? error : unavailable(error);
  }
}
