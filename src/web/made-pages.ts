// How many pages the signed-out visitors of one network have made for them (rule LIMIT-21). To make one takes about ten times as long as
// another answer. Pages that are kept (public pages, documents, files) do not count.
import { rateLimited } from '../ops/problem.ts';
import { type BucketLimit, bucketPolicy, openBuckets } from '../ops/token-bucket.ts';

export const MADE_PAGES: BucketLimit = { perSecond: 100, burst: 400 };

/** Networks remembered. */
const NETWORKS_MAX = 20_000;

/** Counts a page for a network. Returns 0, or the seconds until the network may have another one. */
export type CountMadePage = (network: string) => number;

/** `now`: ms on a clock that never goes back. */
export const openMadePages = (now?: () => number): CountMadePage => openBuckets(MADE_PAGES, NETWORKS_MAX, now);

/** 429. `seconds`: until the next page. */
export const tooManyPages = (seconds: number) =>
  rateLimited('Too many pages at once.', {
    hint: 'Wait a moment, then open the page again.',
    policy: bucketPolicy('pages', MADE_PAGES),
    seconds,
  });
