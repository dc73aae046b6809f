// Combines the lookups of one turn of the event loop into one query. So a recheck of thousands of connections needs one
// statement instead of thousands.
import DataLoader from 'dataloader';

/** Maximum keys per query. */
const AT_ONCE = 5_000;

/**
 * Returns a lookup of one key. All keys of the same turn go into one call of `lookUpAll`, which returns the values found. A
 * key without a value gets null. If `lookUpAll` fails, every lookup fails.
 */
export function batchLookup<K, V>(
  lookUpAll: (keys: readonly K[]) => Promise<readonly V[]>,
  keyOf: (value: V) => K,
): (key: K) => Promise<V | null> {
  const loader = new DataLoader<K, V | null>(
    async (keys) => {
      // Values are shared within a batch only: the next lookup of a key asks again.
      loader.clearAll();
      const found = new Map((await lookUpAll(keys)).map((value) => [keyOf(value), value]));
      return keys.map((key) => found.get(key) ?? null);
    },
    { maxBatchSize: AT_ONCE, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}
