// Protects the lookups of credentials: an address that sends many bad ones is blocked until its minute is over (rule LIMIT-2).
// All code that accepts a credential calls this guard.
import { createHash } from 'node:crypto';
import { boundedMap } from '../ops/bounded-map.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem, rateLimited } from '../ops/problem.ts';
import { type BucketLimit, takeToken, type TokenBucket } from '../ops/token-bucket.ts';
import type { Caller } from './caller.ts';
import type { RefusalTrail } from './refusal-trail.ts';

type CredentialGuardDeps = {
  /** The caller of a bearer credential. Throws Problem 401 or 503. */
  readonly identify: (bearer: string) => Promise<Caller>;
  /** Whether this service signed the bearer and it has not expired: then it is not a guess. Runs no query. */
  readonly isSigned: (bearer: string) => Promise<boolean>;
  /** Puts bad credentials into the audit trail. */
  readonly refusals: Pick<RefusalTrail, 'note'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** ms from any start. It must not go back. */
  readonly now?: () => number;
};

export type CredentialGuard = ReturnType<typeof openCredentialGuard>;

/** Maximum number of bad credentials of one network in one minute. */
export const BAD_MAX = 200;
const WINDOW_MS = 60_000;
/** A credential verified within this time still works. */
const VERIFIED_MS = 600_000;
/** Lookups of unknown credentials for a blocked network. */
const WHILE_BLOCKED: BucketLimit = { perSecond: 10, burst: 10 };
/** Maximum number of unknown credentials of one network that are looked up at the same time. */
const FLIGHTS_MAX = 1_000;
/** Signatures that are checked for a blocked network, of bearers that look like signed ones. */
const CHECKS: BucketLimit = { perSecond: 500, burst: 1_000 };
/** Lines about bad credentials: an attacker must not fill the log. */
const LINES: BucketLimit = { perSecond: 1 / 60, burst: 10 };
const SIGNED_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Maximum number of networks and of credentials in memory. The least recently used one is removed first. */
const NETWORKS_MAX = 50_000;
const CREDENTIALS_MAX = 20_000;
const REFUSED_MAX = 5_000;

/** The minute of a network: it starts with its first bad credential. */
type Minute = {
  startedAt: number;
  bad: number;
  readonly lookups: TokenBucket;
  readonly checks: TokenBucket;
  /** The running lookups, by bearer. */
  readonly flights: Map<string, Flight>;
};

/** `generation`: when it began. */
type Flight = { readonly generation: number; readonly found: Promise<Caller> };

/** A bad credential may have 64 KiB, and thousands are remembered. */
const digestOf = (bearer: string): string => createHash('sha256').update(bearer).digest('base64');

export function openCredentialGuard({
  identify,
  isSigned,
  refusals,
  logger,
  now = () => performance.now(),
}: CredentialGuardDeps) {
  const verified = boundedMap<string, number>(CREDENTIALS_MAX);
  /** Revoked view tokens, by `digestOf`: their signature alone does not make them valid again. */
  const refused = boundedMap<string, true>(REFUSED_MAX);
  /** Increased by `forget`: a running lookup may have begun before the change. */
  let generation = 0;
  const lines: TokenBucket = { left: LINES.burst, at: now() };
  const minutes = boundedMap<string, Minute>(NETWORKS_MAX);

  function minuteOf(network: string): Minute {
    const at = now();
    const known = minutes.get(network);
    if (known && (known.bad === 0 || at - known.startedAt < WINDOW_MS)) return known;
    const fresh: Minute = {
      startedAt: at,
      bad: 0,
      lookups: { left: WHILE_BLOCKED.burst, at },
      checks: { left: CHECKS.burst, at },
      flights: known?.flights ?? new Map<string, Flight>(),
    };
    minutes.set(network, fresh);
    return fresh;
  }

  const isBlocked = (minute: Minute): boolean => minute.bad >= BAD_MAX;

  function countIn(minute: Minute, network: string): void {
    if (minute.bad === 0) minute.startedAt = now();
    minute.bad += 1;
    refusals.note('credentials_refused');
    const { bad } = minute;
    if ((bad === 1 || bad === BAD_MAX) && take(lines, LINES))
      logger.warn({ network, bad }, 'bad credentials came from a network');
  }

  const take = (bucket: TokenBucket, limit: BucketLimit): boolean => takeToken(bucket, limit, now()) >= 0;

  const tooMany = (minute: Minute): Problem => {
    const seconds = (minute.startedAt + WINDOW_MS - now()) / 1_000;
    return rateLimited('Too many bad credentials came from this address.', {
      hint: 'Check the token, and send the request again after Retry-After seconds. Tokens in use still work.',
      policy: { name: 'bad-credentials', quota: BAD_MAX, windowSeconds: WINDOW_MS / 1_000 },
      seconds,
    });
  };

  /** Counts a bad credential that needed no lookup. Throws Problem 429 when the network is blocked. */
  function countBad(network: string): void {
    const minute = minuteOf(network);
    if (isBlocked(minute)) throw tooMany(minute);
    countIn(minute, network);
  }

  async function lookUp(minute: Minute, bearer: string, network: string): Promise<Caller> {
    const wasBlocked = isBlocked(minute);
    try {
      const caller = await identify(bearer);
      verified.set(bearer, now());
      return caller;
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401)) throw error;
      verified.delete(bearer);
      refused.set(digestOf(bearer), true);
      const current = minuteOf(network);
      countIn(current, network);
      throw wasBlocked ? tooMany(current) : error;
    }
  }

  async function lookUpWhileBlocked(minute: Minute, bearer: string, network: string): Promise<Caller> {
    const mayBeOurs = SIGNED_SHAPE.test(bearer) && !refused.has(digestOf(bearer)) && take(minute.checks, CHECKS);
    const isOurs = mayBeOurs && (await isSigned(bearer));
    if (!isOurs && !take(minute.lookups, WHILE_BLOCKED)) throw tooMany(minute);
    return lookUp(minute, bearer, network);
  }

  return {
    /**
     * The caller of a bearer credential that came from this network (`networkOf`). Throws Problem 401, 429 or 503. While the
     * network is blocked, credentials verified in the last 10 minutes still work, and so do view tokens that we signed: many
     * screens may share the network with the attacker.
     */
    identify(bearer: string, network: string): Promise<Caller> {
      const minute = minuteOf(network);
      const flying = minute.flights.get(bearer);
      if (flying?.generation === generation) return flying.found;
      const verifiedAt = verified.get(bearer);
      const isKnown = verifiedAt !== undefined && now() - verifiedAt < VERIFIED_MS;
      if (!isKnown && minute.flights.size >= FLIGHTS_MAX) return Promise.reject(tooMany(minute));
      const find = isKnown || !isBlocked(minute) ? lookUp : lookUpWhileBlocked;
      const found = find(minute, bearer, network).finally(() => {
        if (minute.flights.get(bearer) === flight) minute.flights.delete(bearer);
      });
      const flight = { generation, found };
      minute.flights.set(bearer, flight);
      return found;
    },
    /** Rights have changed: who comes from now on shares no lookup that began before. */
    forget(): void {
      generation += 1;
    },
    /**
     * Runs `find`, the lookup of a credential other than a bearer. Null counts as a bad credential. Throws Problem 429, without a lookup
     * when the network is blocked and has had its lookups.
     */
    async redeem<T>(network: string, find: () => Promise<T | null>): Promise<T | null> {
      const minute = minuteOf(network);
      if (isBlocked(minute) && !take(minute.lookups, WHILE_BLOCKED)) throw tooMany(minute);
      const found = await find();
      if (found === null) countBad(network);
      return found;
    },
    countBad,
  };
}
