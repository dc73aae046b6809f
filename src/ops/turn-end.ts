// Work for the end of a turn of the event loop, when all that arrived in it has been taken.

const ending: (() => unknown)[] = [];

/**
 * Calls `work` at the end of this turn. What it asks for here runs in the same turn, after the work that waited already: so
 * writes that are decided at the end of a turn go into one statement.
 */
export function atTurnEnd(work: () => unknown): void {
  if (ending.push(work) === 1) setImmediate(endTurn);
}

/** What a work throws is an uncaught error; the works after it run at the end of the next turn. */
function endTurn(): void {
  let taken = 0;
  try {
    for (const one of ending) {
      taken += 1;
      one();
    }
  } finally {
    ending.splice(0, taken);
    if (ending.length > 0) setImmediate(endTurn);
  }
}
