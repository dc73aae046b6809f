// Resolves the credential of a request to a caller, within the limits of rules LIMIT-1 and LIMIT-2.
import { LRUCache } from 'lru-cache';
import { bearerOf } from '../../auth/bearer.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Rate, tooManyRequests } from '../../auth/rate-limit.ts';
import { Problem } from '../../ops/problem.ts';
import { type BucketLimit, type TokenBucket, tokensLeft } from '../../ops/token-bucket.ts';
import type { Exchange } from './exchange.ts';

/** The parts of a request that decide. */
type Asking = Pick<Exchange, 'authorization' | 'address'>;

export type CallersDeps = {
  /** The caller of a bearer credential. Throws Problem 401 or 503. */
  readonly identify: (bearer: string) => Promise<Caller>;
  /** The same at once, for a credential checked a moment ago; null when it has to be looked up. */
  readonly known: (bearer: string) => Caller | null;
  /** Counts one request. Throws Problem 429. */
  readonly rate: Rate;
  /** Hears of each use of a credential; `address` may be asked at once only. */
  readonly used: (caller: Caller, address: () => string) => void;
  /** Bad credentials that one address may try. */
  readonly strangers?: BucketLimit | undefined;
};

/**
 * One bucket per address; good credentials do not use it.
 *
 * Guessing a token is hopeless, but each guess costs a database query. So this limit only protects the database from a flood
 * of bad credentials. It is far above the traffic of mistaken clients, even when many share a proxy.
 */
const STRANGERS: BucketLimit = { perSecond: 200, burst: 2_000 };

/** Good credentials and counted addresses, at most; then the one unused for longest is forgotten. */
const HELD_MAX = 20_000;

export type Callers = {
  /**
   * The caller of a request, at once when nothing has to be looked up. Call it before the handler's first `await`.
   * Throws Problem 401, 429 or 503.
   */
  callerOf(exchange: Asking): Caller | Promise<Caller>;
  /** The same for a bearer from another place, such as a screen's address. */
  callerOfBearer(exchange: Asking, bearer: string): Caller | Promise<Caller>;
};

export function openCallers({ identify, known, rate, used, strangers = STRANGERS }: CallersDeps): Callers {
  const good = new LRUCache<string, true>({ max: HELD_MAX });
  const tries = new LRUCache<string, TokenBucket>({ max: HELD_MAX });

  function callerOfBearer(exchange: Asking, bearer: string): Caller | Promise<Caller> {
    const caller = known(bearer);
    return caller ? admitted(caller, () => exchange.address()) : lookUp(exchange, bearer);
  }

  async function lookUp(exchange: Asking, bearer: string): Promise<Caller> {
    const address = exchange.address();
    if (good.has(bearer)) return admitted(await identified(bearer, null), () => address);
    if (triesLeft(address) < 1) throw tooManyRequests(1);
    return admitted(await identified(bearer, address), () => address);
  }

  function admitted(caller: Caller, address: () => string): Caller {
    rate.take(caller);
    used(caller, address);
    return caller;
  }

  /** `address`: the bad credential counts for it; null for a credential that was good before. */
  async function identified(bearer: string, address: string | null): Promise<Caller> {
    try {
      const caller = await identify(bearer);
      if (address !== null) {
        good.set(bearer, true);
      }
      return caller;
    } catch (error) {
      if (error instanceof Problem && error.status === 401) {
        good.delete(bearer);
        if (address !== null) countTry(address);
      }
      throw error;
    }
  }

  const triesLeft = (address: string): number => tokensLeft(tries.get(address), strangers, performance.now());

  function countTry(address: string): void {
    const left = triesLeft(address) - 1;
    tries.set(address, { left, at: performance.now() });
  }

  return {
    callerOf: (exchange) => callerOfBearer(exchange, bearerOf(exchange.authorization)),
    callerOfBearer,
  };
}
