// A clock that cannot be set back and that counts sleep. The browser's steady clock stops while a laptop sleeps; the
// wall clock does not. So a jump of the wall clock against the steady one counts as sleep. If the user set the wall
// clock instead, the next round trip to the server corrects the time.

/** A smaller jump is an adjustment of the wall clock, ms. */
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
