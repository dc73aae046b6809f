// A clock that nobody can set back and that knows of sleep. The browser's steady clock stands while a laptop sleeps; the
// wall's does not, so a jump of the wall against the steady one is taken as time slept. When it was the wall that was set
// instead, the next round trip to the server puts it right.

/** A smaller jump is an adjustment of the wall's clock, ms. */
const JUMP_MS = 2_000;

/** Returns our time, ms since 1970. The clocks are parameters for the tests. */
export function openSteadyClock(
  steady: () => number = () => performance.timeOrigin + performance.now(),
  wall: () => number = Date.now,
): () => number {
  let ahead = wall() - steady();
  let sleptMs = 0;
  return () => {
    const now = steady();
    const aheadNow = wall() - now;
    if (aheadNow - ahead > JUMP_MS) sleptMs += aheadNow - ahead;
    ahead = aheadNow;
    return now + sleptMs;
  };
}
