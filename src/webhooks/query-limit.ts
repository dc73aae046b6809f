// Queries that run behind the commits: few at once, because all queries share the connections of the node.

/** Of the 8 connections of a node that markers need too. */
const AT_ONCE = 2;

type Query = (...args: never[]) => Promise<unknown>;

/** The same functions. At most two of them run at once; the others wait in their order. */
export function limitedQueries<T extends Readonly<Record<string, Query>>>(queries: T): T {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<R>(query: () => Promise<R>): Promise<R> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await query();
    } finally {
      const next = waiting.shift();
      // The next one takes this place.
      if (next) next();
      else running -= 1;
    }
  }

  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [name, (...args: never[]) => inTurn(() => query(...args))]),
  ) as T;
}
