// What the store said of something, remembered for 5 seconds at the longest, so that a lost invalidation cannot leave a
// revoked key alive; while the store is away, what was verified in the last 10 minutes still counts (rule OPS-2).
import { Problem, unavailable } from '../ops/problem.ts';

/** How long a store that does not answer is waited for, ms. */
export type Patience = {
  /** For what was verified in the last 10 minutes: then it counts, so that a write after it still hears its 503 in time. */
  readonly knownMs: number;
  /** For anything else: then it is 503. */
  readonly unknownMs: number;
};
export const PATIENCE: Patience = { knownMs: 800, unknownMs: 4_000 };

/** Rights are remembered for so long at most (rule ACCESS-4). */
export const FRESH_MS = 5_000;
/** Rule OPS-2. */
const AWAY_MS = 600_000;
/** A store that was away is asked again so much later for what is still served from memory. */
const RETRY_MS = 1_000;
/** Remembered at most; the one unused for the longest goes first. */
const REMEMBERED_MAX = 20_000;

type Standing<V> = {
  readonly value: V;
  readonly verifiedAt: number;
  /** When the store last failed to answer for it. */
  readonly failedAt: number;
};

export type CredentialCache<K, V> = {
  /** What the store says of it, asked anew when it was last verified longer ago than `freshMs`. Throws Problem 503. */
  get(key: K, freshMs: number): Promise<V | null>;
  /** The same at once; null when `get` would ask. */
  fresh(key: K): V | null;
  /** Everything: the next `get` asks the store. */
  forget(): void;
};

/** `lookUp`: null for what is not there or does not count. `now`: ms, from any start; it must not go back. */
export function openCredentialCache<K, V>(
  lookUp: (key: K) => Promise<V | null>,
  { now, patience }: { readonly now: () => number; readonly patience: Patience },
): CredentialCache<K, V> {
  const standings = new Map<K, Standing<V>>();
  const flights = new Map<K, Promise<V | null>>();
  /** Moves when all is forgotten: what was asked before says nothing about now. */
  let era = 0;

  /** Asks the store, once for all who want to know at the same time. */
  function ask(key: K): Promise<V | null> {
    const flying = flights.get(key);
    if (flying !== undefined) return flying;
    const eraAsked = era;
    const verifiedAt = now();
    const flight = within(patience.unknownMs, lookUp(key))
      .then((value) => {
        if (eraAsked !== era) return value;
        if (value === null) standings.delete(key);
        else remember(standings, key, { value, verifiedAt, failedAt: -Infinity }, REMEMBERED_MAX);
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
      const known = standings.get(key);
      if (known === undefined) return ask(key);
      remember(standings, key, known, REMEMBERED_MAX);
      const at = now();
      if (at - known.verifiedAt < freshMs || at - known.failedAt < RETRY_MS) return known.value;
      if (at - known.verifiedAt >= AWAY_MS) return ask(key);
      try {
        return await within(patience.knownMs, ask(key));
      } catch {
        // The store is away: what was verified counts (rule OPS-2). Nothing is put back over what came meanwhile, an
        // answer or forget().
        if (standings.get(key) === known) standings.set(key, { ...known, failedAt: now() });
        return known.value;
      }
    },
    fresh(key) {
      const known = standings.get(key);
      return known !== undefined && now() - known.verifiedAt < FRESH_MS ? known.value : null;
    },
    forget() {
      era += 1;
      standings.clear();
      flights.clear();
    },
  };
}

/** Puts an entry last; the first one, unused for the longest, makes room. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}

/** Any failure of the store, and silence too, is the Problem 503 that callers are told. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable(new Error(`The store has not answered for ${ms} ms.`)));
    }, ms);
  });
  try {
    return await Promise.race([asked, silence]);
  } catch (error) {
    throw error instanceof Problem ? error : unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
