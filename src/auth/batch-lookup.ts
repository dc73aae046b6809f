// Questions that come in the same turn of the loop, asked together: thousands of connections are looked at again in one
// statement instead of one each.

/** Keys of one question at most. */
const AT_ONCE = 5_000;

/**
 * Looks up one key; those asked for in the same turn go into one call of `lookUpAll`, which answers with what it found.
 * What it leaves out is null; its failure is the failure of each.
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
    // One that is full goes on its own way, the next question is a new one.
    if (asked.size >= AT_ONCE) return lookUpAll([key]).then(([value]) => value ?? null);
    together ??= open();
    const answer = together.then((found) => found.get(key) ?? null);
    asked.set(key, answer);
    return answer;
  };
}
