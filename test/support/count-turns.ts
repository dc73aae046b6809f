/** Counts the turns of the event loop from now on; `stop` answers them. */
export function countTurns(): { stop(): number } {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  return {
    stop() {
      clearImmediate(next);
      return turns;
    },
  };
}
