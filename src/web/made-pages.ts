// How many pages the signed-out visitors of one network have made for them (rule LIMIT-21). To make one takes about ten times as long as
// another answer. Pages that are kept (public pages, documents, files) do not count.
import { type LimitTerms, openLimit } from '../ops/limit.ts';
import type { Problem } from '../ops/problem.ts';
import type { BucketLimit } from '../ops/token-bucket.ts';

export const MADE_PAGES: BucketLimit = { perSecond: 100, burst: 400 };

const TERMS: LimitTerms = {
  name: 'pages',
  keys: 20_000,
  // The refusal itself is not made, also if the network has a page again by then.
  code: 'allowance_spent',
  error: 'Too many pages at once.',
  hint: 'Wait a moment, then open the page again.',
};

/** Counts a page for a network. Returns null, or the Problem 429 in its place. */
export type CountMadePage = (network: string) => Problem | null;

export const openMadePages = (): CountMadePage => openLimit(MADE_PAGES, TERMS);
