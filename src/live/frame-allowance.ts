// How many frames a client may send (P40).

/** Client frames a second, and in a burst. As many more are refused one by one; then the connection is closed. */
export const FRAMES_PER_SECOND = 50;
export const FRAMES_BURST = 200;

export type Allowance = {
  /** Frames still allowed as of `at`, on the clock of `performance.now()`. */
  readonly frames: number;
  readonly at: number;
  /** Frames refused since the client last kept within its limit. */
  readonly refused: number;
};

export const freshAllowance = (now: number): Allowance => ({ frames: FRAMES_BURST, at: now, refused: 0 });

/** Counts one frame at `now`. */
export function countFrame(
  { frames, at, refused }: Allowance,
  now: number,
): { readonly is: 'allowed' | 'refused' | 'closed'; readonly allowance: Allowance } {
  const refilled = Math.min(FRAMES_BURST, frames + ((now - at) * FRAMES_PER_SECOND) / 1_000);
  if (refilled >= 1) {
    const isCalm = refilled > FRAMES_BURST / 2;
    return { is: 'allowed', allowance: { frames: refilled - 1, at: now, refused: isCalm ? 0 : refused } };
  }
  const allowance = { frames: refilled, at: now, refused: refused + 1 };
  return { is: allowance.refused > FRAMES_BURST ? 'closed' : 'refused', allowance };
}
