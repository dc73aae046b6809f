// Combines the lookups of one turn of the event loop into one query. So a recheck of thousands of connections needs one
// statement instead of thousands.

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
  let asked = new Map<K, Promise<V | null>>();
  let together: Promise<ReadonlyMap<K, V>> | null = null;

  function open(): Promise<ReadonlyMap<K, V>> {
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        const keys = [...asked.keys()];
        asked = new Map();
        together = null;
        lookUpAll(keys).then((found) => {
          resolve(new Map(found.map((value) => [keyOf(value), value])));
        }, reject);
      });
    });
  }

  return (key) => {
    const known = asked.get(key);
    if (known !== undefined) return known;
    // The batch is full: this key gets a query of its own.
    if (asked.size >= AT_ONCE) return lookUpAll([key]).then(([value]) => value ?? null);
    together ??= open();
    const answer = together.then((found) => found.get(key) ?? null);
    asked.set(key, answer);
    return answer;
  };
}
