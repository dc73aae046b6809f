// Splits long work into pieces, so that no turn of the event loop is long: clients wait for the longest turn.

/** Maximum time of one kind of work in a turn, ms. */
const BUDGET_MS = 2;

/** Resolves in a later turn, after all work that waits now. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * Runs work that yields after each piece. When the pieces of a turn have used the maximum time, the rest waits for the next
 * turn.
 */
export async function inTurns<Result>(work: Generator<unknown, Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const piece = work.next();
    if (piece.done) return piece.value;
    if (performance.now() - began < BUDGET_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** Calls `act` for each item, in turns. An item that was removed from a Set meanwhile is left out. */
export const eachInTurns = <Item>(items: Iterable<Item>, act: (item: Item) => void): Promise<void> =>
  inTurns(pieces(items, act));

function* pieces<Item>(items: Iterable<Item>, act: (item: Item) => void): Generator<void, void> {
  for (const item of items) {
    act(item);
    yield;
  }
}
