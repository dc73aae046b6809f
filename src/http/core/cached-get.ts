// How the read endpoints are served: what is needed of the head is taken first, a caller who is known and a list that is
// in memory are answered at once, in the same turn; everything else waits where it must.
import type { Caller } from '../../auth/caller.ts';
import type { EncodedBody } from '../../resources/encoded-body.ts';
import type { Answer } from './answer.ts';
import { type CacheHeaders, type Cached, openCached } from './cached-answer.ts';
import type { Callers } from './callers.ts';
import type { Exchange } from './exchange.ts';
import type { Handle } from './exchange.ts';

export type CachedGetRequest = CacheHeaders & {
  readonly exchange: Exchange;
  /** Empty where the endpoint takes none. */
  readonly query: URLSearchParams;
};
/** What an endpoint answers its caller. Throws Problem 403, 404, 422 or 503. */
export type CachedGet = (reading: CachedGetRequest, caller: Caller) => EncodedBody | Promise<EncodedBody>;

const noQuery = new URLSearchParams();

export function openCachedGet(callers: Callers) {
  const cached = openCached();
  return (read: CachedGet, { takesQuery = false }: { readonly takesQuery?: boolean } = {}): Handle => {
    return (exchange) => {
      const reading: CachedGetRequest = {
        exchange,
        ifNoneMatch: exchange.ifNoneMatch,
        // Whoever has the newest is answered without a look at it.
        acceptEncoding: () => exchange.header('accept-encoding'),
        query: takesQuery ? exchange.query() : noQuery,
      };
      const caller = callers.callerOf(exchange);
      if (caller instanceof Promise) return later(cached, read, ahead(reading), caller);
      const body = read(reading, caller);
      return body instanceof Promise ? answered(cached, body, ahead(reading)) : cached(body, reading);
    };
  };
}

/** With all that is needed of the head taken out: it is gone after the first `await`. */
function ahead(reading: CachedGetRequest): CachedGetRequest {
  const acceptEncoding = reading.acceptEncoding();
  return { ...reading, acceptEncoding: () => acceptEncoding };
}

async function later(
  cached: Cached,
  read: CachedGet,
  reading: CachedGetRequest,
  caller: Promise<Caller>,
): Promise<Answer> {
  return cached(await read(reading, await caller), reading);
}

const answered = async (cached: Cached, body: Promise<EncodedBody>, asked: CacheHeaders): Promise<Answer> =>
  cached(await body, asked);
