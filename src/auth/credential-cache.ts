// Caches lookups of credentials for at most 5 seconds, so that a lost invalidation cannot keep a revoked key alive. While the
// database is away, entries verified in the last 10 minutes still count (rule OPS-2).
import { boundedMap } from '../ops/bounded-map.ts';
import { withDeadline } from '../ops/deadline.ts';
import { Problem, storeAway } from '../ops/problem.ts';

/** How long to wait for the database, ms. */
export type LookupTimeouts = {
  /**
   * With an entry verified in the last 10 minutes, which is used after that. Short, so that a following write gets its 503 in
   * time.
   */
  readonly knownMs: number;
  /** Without such an entry. After that the answer is 503. */
  readonly unknownMs: number;
};
export const LOOKUP_TIMEOUTS: LookupTimeouts = { knownMs: 800, unknownMs: 4_000 };

/** Maximum age of cached rights (rule ACCESS-4). */
export const FRESH_MS = 5_000;
/** Maximum age of an entry while the database is away (rule OPS-2). */
const AWAY_MS = 600_000;
/** After a failed lookup an entry is served from memory for this long before the next attempt. */
const RETRY_MS = 1_000;
/** Maximum entries. The least recently used one is removed first. */
const REMEMBERED_MAX = 20_000;

type Entry<V> = {
  readonly value: V;
  readonly verifiedAt: number;
  /** Time of its last failed lookup. */
  readonly failedAt: number;
};

/** `lookUp` returns null for an unknown or invalid key. `now`: ms on a clock that never goes back. */
export function openCredentialCache<K extends string | number, V>(
  lookUp: (key: K) => Promise<V | null>,
  { now, timeouts }: { readonly now: () => number; readonly timeouts: LookupTimeouts },
) {
  const entries = boundedMap<K, Entry<V>>(REMEMBERED_MAX);
  const flights = new Map<K, Promise<V | null>>();
  /** Increases with every `forget`, so that results of earlier lookups are not cached. */
  let generation = 0;

  /** Asks the database. Simultaneous calls for a key share one lookup. */
  function ask(key: K): Promise<V | null> {
    const flying = flights.get(key);
    if (flying !== undefined) return flying;
    const generationAsked = generation;
    const verifiedAt = now();
    const flight = within(timeouts.unknownMs, lookUp(key))
      .then((value) => {
        if (generationAsked !== generation) return value;
        if (value === null) entries.delete(key);
        else entries.set(key, { value, verifiedAt, failedAt: -Infinity });
        return value;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    flights.set(key, flight);
    return flight;
  }

  return {
    /** The value, looked up again if it was verified longer than `freshMs` ago. Throws Problem 503. */
    async get(key: K, freshMs: number): Promise<V | null> {
      const known = entries.get(key);
      if (known === undefined) return ask(key);
      const at = now();
      if (at - known.verifiedAt < freshMs || at - known.failedAt < RETRY_MS) return known.value;
      if (at - known.verifiedAt >= AWAY_MS) return ask(key);
      try {
        return await within(timeouts.knownMs, ask(key));
      } catch {
        // The database is away: the verified entry counts (rule OPS-2). Do not overwrite a newer entry, or restore one after
        // forget().
        if (entries.get(key) === known) entries.set(key, { ...known, failedAt: now() });
        return known.value;
      }
    },
    /** The value at once; null if `get` would have to look it up. */
    fresh(key: K): V | null {
      const known = entries.get(key);
      return known !== undefined && now() - known.verifiedAt < FRESH_MS ? known.value : null;
    },
    /** Removes all entries: the next `get` asks the database. */
    forget(): void {
      generation += 1;
      entries.clear();
      flights.clear();
    },
  };
}

/** Turns any failure of the database, and a timeout, into Problem 503. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  try {
    return await withDeadline(asked, ms, () => {
      throw storeAway(new Error(`The database did not answer within ${ms} ms.`));
    });
  } catch (error) {
    throw error instanceof Problem ? error : storeAway(error);
  }
}
