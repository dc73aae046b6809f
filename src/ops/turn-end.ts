// Work for the end of a turn of the event loop, when all that arrived in it has been taken.

const ending: (() => unknown)[] = [];

/**
 * Calls `work` at the end of this turn. What it asks for here runs in the same turn, after the work that waited already: so
 * writes that are decided at the end of a turn go into one statement.
 */
export function atTurnEnd(work: () => unknown): void {
  if (ending.push(work) > 1) return;
  setImmediate(() => {
    try {
      for (const one of ending) one();
    } finally {
      ending.length = 0;
    }
  });
}
