// When a channel leaves memory (rule LIVE-8).

/** `usedAt`: the time of the last use, ms since 1970. */
type Used = { usedAt: number };

/**
 * Whether something was not used for `ms`. `isFollowed`: it has subscribers, which is a use: who has just left may come back for
 * what it missed.
 */
export function isUnused(one: Used, isFollowed: boolean, ms: number): boolean {
  if (isFollowed) one.usedAt = Date.now();
  return !isFollowed && one.usedAt <= Date.now() - ms;
}
