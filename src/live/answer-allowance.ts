// Limits the bytes sent to a connection that subscribes again and again (rule LIMIT-14).
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import { type TokenBucket, tokensLeft } from '../ops/token-bucket.ts';
import type { Frame } from './channel.ts';

/** Number of channels whose first answer is free, of any size: as many as the subscriptions of a connection. */
const FREE_CHANNELS = 200;
/** Bytes of further answers. One answer may overdraw the bucket; then the bucket has to refill. */
const LIMIT = { perSecond: 256 * 1_024, burst: 8 * 1_024 * 1_024 };
/** Cost of a frame besides its text. */
const FRAME_BYTES = 512;
/** Cost of a refusal, because it takes a look-up in the database. */
const REFUSAL_BYTES = 8 * 1_024;

/** `left`: bytes still allowed as of `at`, on the clock of `performance.now()`. */
export type AnswerAllowance = Readonly<TokenBucket> & {
  /** The channels that have used their free answer. */
  readonly answered: ReadonlySet<AnyChannel>;
};

const NO_CHANNELS: ReadonlySet<AnyChannel> = new Set();

export const freshAnswers = (now: number): AnswerAllowance => ({ answered: NO_CHANNELS, left: LIMIT.burst, at: now });

const isFree = ({ answered }: AnswerAllowance, channel: AnyChannel): boolean =>
  !answered.has(channel) && answered.size < FREE_CHANNELS;

/** Whether a `subscribe` to this channel may be answered. */
export const mayAnswer = (allowance: AnswerAllowance, channel: AnyChannel, now: number): boolean =>
  isFree(allowance, channel) || tokensLeft(allowance, LIMIT, now) > 0;

/** Counts an answer at `now`: the frames sent, or null for a refusal. */
export function countAnswer(
  allowance: AnswerAllowance,
  channel: AnyChannel,
  frames: readonly Frame[] | null,
  now: number,
): AnswerAllowance {
  if (isFree(allowance, channel)) return { ...allowance, answered: new Set([...allowance.answered, channel]) };
  const cost = frames?.reduce((sum, { length }) => sum + length + FRAME_BYTES, 0) ?? REFUSAL_BYTES;
  return { answered: allowance.answered, left: tokensLeft(allowance, LIMIT, now) - cost, at: now };
}
