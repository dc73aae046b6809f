/** Runs a work that yields after each piece to its end. `pieces`: how often it yielded. */
export function countPieces<Result>(work: Generator<unknown, Result>): {
  readonly result: Result;
  readonly pieces: number;
} {
  for (let pieces = 0; ; pieces += 1) {
    const step = work.next();
    if (step.done === true) return { result: step.value, pieces };
  }
}
