// Serves the read endpoints. If the list is in memory, the answer is sent in the same turn of the event loop. Otherwise the
// request headers are read first, because they are gone after the first `await`.
import type { Caller } from '../../auth/caller.ts';
import type { EncodedBody } from '../../resources/encoded-body.ts';
import type { Answer } from './answer.ts';
import { type CacheHeaders, type Cached, openCached } from './cached-answer.ts';
import type { CallerHandle, Exchange } from './exchange.ts';

export type CachedGetRequest = CacheHeaders & {
  readonly exchange: Exchange;
  /** Empty if the endpoint has no query. */
  readonly query: URLSearchParams;
};
/** Returns the body for a caller. Throws Problem 403, 404, 422 or 503. */
export type CachedGet = (request: CachedGetRequest, caller: Caller) => EncodedBody | Promise<EncodedBody>;

const noQuery = new URLSearchParams();

export function openCachedGet() {
  const cached = openCached();
  return (read: CachedGet, { takesQuery = false }: { readonly takesQuery?: boolean } = {}): CallerHandle => {
    return (exchange, caller) => {
      const request: CachedGetRequest = {
        exchange,
        ifNoneMatch: exchange.ifNoneMatch,
        // A 304 does not need this header, so it is read on demand.
        acceptEncoding: () => exchange.header('accept-encoding'),
        query: takesQuery ? exchange.query() : noQuery,
      };
      const body = read(request, caller);
      return body instanceof Promise ? answered(cached, body, ahead(request)) : cached(body, request);
    };
  };
}

/** Reads the remaining header now: the request head is gone after the first `await`. */
function ahead(request: CachedGetRequest): CachedGetRequest {
  const acceptEncoding = request.acceptEncoding();
  return { ...request, acceptEncoding: () => acceptEncoding };
}

const answered = async (cached: Cached, body: Promise<EncodedBody>, asked: CacheHeaders): Promise<Answer> =>
  cached(await body, asked);
