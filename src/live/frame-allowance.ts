// Limits the frames of a client (P40).
import { type TokenBucket, tokensLeft } from '../ops/token-bucket.ts';

/** Client frames a second, and in a burst. The same number again is refused frame by frame; then the connection is closed. */
export const FRAMES_PER_SECOND = 50;
export const FRAMES_BURST = 200;
const LIMIT = { perSecond: FRAMES_PER_SECOND, burst: FRAMES_BURST };

/** `left`: frames still allowed as of `at`, on the clock of `performance.now()`. */
export type Allowance = Readonly<TokenBucket> & {
  /** Frames refused since the client last kept within its limit. */
  readonly refused: number;
};

export const freshAllowance = (now: number): Allowance => ({ left: FRAMES_BURST, at: now, refused: 0 });

/** Counts one frame at `now`. */
export function countFrame(
  allowance: Allowance,
  now: number,
): { readonly is: 'allowed' | 'refused' | 'closed'; readonly allowance: Allowance } {
  const left = tokensLeft(allowance, LIMIT, now);
  if (left >= 1) {
    const isCalm = left > FRAMES_BURST / 2;
    return { is: 'allowed', allowance: { left: left - 1, at: now, refused: isCalm ? 0 : allowance.refused } };
  }
  const refused = allowance.refused + 1;
  return { is: refused > FRAMES_BURST ? 'closed' : 'refused', allowance: { left, at: now, refused } };
}
