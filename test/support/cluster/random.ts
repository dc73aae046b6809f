// Repeatable randomness: the same seed gives the same draws. The faults are repeatable; the timing of processes and networks
// is not.

export type Random = {
  /** 0 ≤ x < 1 */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
  uuid(): string;
  /** A separate sequence, so that the draws of one actor do not depend on the draws of others. */
  fork(name: string): Random;
};

/** Mulberry32: 32 bits of state, good enough to choose faults and markers by. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    chance: (probability) => next() < probability,
    uuid() {
      const hex = Array.from({ length: 32 }, () => between(0, 15).toString(16)).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    fork: (name) =>
      openRandom(Buffer.from(name).reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), seed ^ 0x811c9dc5)),
  };
}
