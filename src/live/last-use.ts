// When a channel leaves memory (rule LIVE-8).

/** `usedAt`: the time of the last use, on the clock of `performance.now()`: the time of day may jump. */
type Used = { usedAt: number };

/**
 * Whether something was not used for `ms`. `isFollowed`: it has subscribers, which is a use: who has just left may come back for
 * what it missed.
 */
export function isUnused(one: Used, isFollowed: boolean, ms: number): boolean {
  const now = performance.now();
  if (isFollowed) one.usedAt = now;
  return !isFollowed && one.usedAt <= now - ms;
}

/** Calls `evict` ten times in `ms`, at most once a second, until the timer is cleared. It does not keep the process alive. */
export const evictRegularly = (evict: () => void, ms: number): NodeJS.Timeout =>
  setInterval(evict, Math.max(1_000, ms / 10)).unref();
