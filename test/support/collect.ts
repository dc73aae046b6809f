/** A queue: `put` adds an item, `next` waits for the next one, so that no test has to sleep. */
export function collect<T>() {
  const items: T[] = [];
  const takers: ((item: T) => void)[] = [];
  return {
    put(item: T): void {
      const taker = takers.shift();
      if (taker) taker(item);
      else items.push(item);
    },
    async next(): Promise<T> {
      const item = items.shift();
      return item ?? new Promise<T>((resolve) => takers.push(resolve));
    },
    /** Items that `next` has not taken. */
    waiting: (): readonly T[] => items,
  };
}
