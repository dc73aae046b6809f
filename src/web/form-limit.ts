// How many large forms a signed-in user, or the signed-out visitors of one network, may send (rule LIMIT-19). Reading one takes
// milliseconds, of a table more. It is counted before its body is read.
import { networkOf } from '../ops/address.ts';
import { openLimit } from '../ops/limit.ts';
import type { BucketLimit } from '../ops/token-bucket.ts';

export const LARGE_FORMS: BucketLimit = { perSecond: 1, burst: 40 };

const TERMS = {
  name: 'large-forms',
  keys: 20_000,
  error: 'Too many large forms at once.',
  hint: 'Wait a moment, then send the form again.',
};

type FormSender = { readonly session: { readonly userId: number } | null; readonly address: string };
type FormLimit = (sender: FormSender) => void;

/** Counts a large form. Throws Problem 429 when its sender has none left. */
export function openFormLimit(): FormLimit {
  const count = openLimit(LARGE_FORMS, TERMS);
  return ({ session, address }) => {
    const refusal = count(session === null ? `network ${networkOf(address)}` : `user ${session.userId}`);
    if (refusal !== null) throw refusal;
  };
}
