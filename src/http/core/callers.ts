// Resolves the credential of a request to a caller, within the limits of rules LIMIT-1 and LIMIT-2.
import { setImmediate } from 'node:timers/promises';
import { bearerIn, bearerOf, requireAdmin, requireAdminToken } from '../../auth/bearer.ts';
import { rightsChanged, unauthorized } from '../../auth/access-problems.ts';
import { type Caller, keepsRights } from '../../auth/caller.ts';
import type { Credentials } from '../../auth/credentials.ts';
import type { CredentialGuard } from '../../auth/credential-guard.ts';
import type { Rate } from '../../auth/rate-limit.ts';
import { networkOf } from '../../ops/address.ts';
import type { Exchange } from './exchange.ts';
import type { Gates } from './router.ts';

/** The parts of a request that identify its caller. */
type Asking = Pick<Exchange, 'authorization' | 'address' | 'allowance' | 'spender' | 'query'>;

export type CallersDeps = {
  readonly guard: Pick<CredentialGuard, 'identify' | 'countBad'>;
  /** The caller of a recently checked credential, at once; null if it must be looked up. */
  readonly known: (bearer: string) => Caller | null;
  /** The same caller with its rights of now. */
  readonly recheck: Credentials['recheck'];
  /** `take` counts one request and throws Problem 429. */
  readonly rate: Pick<Rate, 'take' | 'answered' | 'received'>;
  /** Called for each use of a credential. Call `address` synchronously or not at all. */
  readonly used: (caller: Caller, address: () => string) => void;
  /** Null: the server has none. */
  readonly adminToken: string | null;
};

export type Callers = Gates & {
  /**
   * The caller of a request, at once if no lookup is needed. Call it before the handler's first `await`.
   * Throws Problem 401, 429 or 503.
   */
  callerOf(exchange: Asking): Caller | Promise<Caller>;
  /** The same for an `Authorization` header from another place, such as a screen's address. */
  callerOfHeader(exchange: Asking, authorization: string): Caller | Promise<Caller>;
  /** Accepts the admin token only. Throws Problem 401, 403 for an API credential, 429 or 503. */
  checkAdmin(exchange: Asking): Promise<void>;
  /** Accepts the admin token only. Throws Problem 401 for everything else, and 429. */
  checkOperator(exchange: Asking): Promise<void>;
  answered(exchange: Asking, length: number): void;
  received(exchange: Asking, length: number): void;
  recheck(exchange: Pick<Exchange, 'spender'>): Promise<void>;
};

export function openCallers({ guard, known, recheck, rate, used, adminToken }: CallersDeps): Callers {
  function callerOfBearer(exchange: Asking, bearer: string): Caller | Promise<Caller> {
    const caller = known(bearer);
    return caller ? admitted(exchange, caller, () => exchange.address()) : lookUp(exchange, bearer);
  }

  async function lookUp(exchange: Asking, bearer: string): Promise<Caller> {
    const address = exchange.address();
    const caller = await guard.identify(bearer, networkOf(address));
    // One after the other: a large answer then counts before the next request that waited for the same credential.
    await setImmediate();
    return admitted(exchange, caller, () => address);
  }

  function admitted(exchange: Asking, caller: Caller, address: () => string): Caller {
    exchange.allowance = rate.take(caller);
    exchange.spender = caller;
    used(caller, address);
    return caller;
  }

  /** Counts bytes that make a request cost more than one. */
  const countingBytes =
    (count: Rate['answered']) =>
    (exchange: Asking, length: number): void => {
      if (exchange.spender !== null) exchange.allowance = count(exchange.spender, length) ?? exchange.allowance;
    };

  /** Throws Problem 429 when the network of the request is blocked. */
  const countBad = (exchange: Asking): void => {
    guard.countBad(networkOf(exchange.address()));
  };

  /** Counts a malformed header as a bad credential; a request without a header shows none. Throws Problem 429. */
  function countMalformed(exchange: Asking, authorization: string, bearer = bearerIn(authorization)): void {
    if (bearer === null && authorization !== '') countBad(exchange);
  }

  function callerOfHeader(exchange: Asking, authorization: string): Caller | Promise<Caller> {
    const bearer = bearerIn(authorization);
    countMalformed(exchange, authorization, bearer);
    return callerOfBearer(exchange, bearer ?? bearerOf(authorization));
  }

  async function checkAdmin(exchange: Asking): Promise<void> {
    countMalformed(exchange, exchange.authorization);
    await requireAdmin(exchange.authorization, adminToken, async (bearer) => callerOfBearer(exchange, bearer));
  }

  async function checkOperator(exchange: Asking): Promise<void> {
    try {
      requireAdminToken(exchange.authorization, adminToken);
    } catch (error) {
      if (exchange.authorization !== '') countBad(exchange);
      throw error;
    }
  }

  return {
    callerOf: (exchange) => callerOfHeader(exchange, exchange.authorization),
    streamingCallerOf(exchange) {
      const inQuery = exchange.authorization === '' ? exchange.query().get('token') : null;
      return inQuery === null ? callerOfHeader(exchange, exchange.authorization) : callerOfBearer(exchange, inQuery);
    },
    callerOfHeader,
    checkAdmin,
    checkOperator,
    answered: countingBytes(rate.answered),
    received: countingBytes(rate.received),
    async recheck({ spender }) {
      if (spender === null || spender.kind === 'person' || spender.kind === 'session') return;
      const now = await recheck(spender);
      if (typeof now === 'string') throw unauthorized('It was revoked while the request arrived.');
      if (!keepsRights(spender, now)) throw rightsChanged();
    },
  };
}
