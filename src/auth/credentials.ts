// Who a bearer is, with the rights of now. What was just asked of the store is remembered for 5 seconds at the longest, so
// that a lost invalidation cannot leave a revoked key alive; while the store is away, what was verified in the last 10
// minutes still counts (decision 48). Secrets are known by their SHA-256 only.
//
//   bearer ──sha256──▶ remembered? ──▶ findToken ──▶ callerOf (rights) ──▶ Caller
//      └── a view token: signature, expiry ──▶ findTokenById (its maker) ──┘
import { createHash } from 'node:crypto';
import { Problem, unavailable } from '../problem.ts';
import type { TokenRow, UserReach } from '../store/tokens.ts';
import { type Caller, callerOf, type TokenCaller, type ViewCaller } from './caller.ts';
import { unauthorized } from './refusal.ts';
import type { ViewClaims, ViewTokens } from './view-tokens.ts';

export type CredentialsDeps = {
  readonly findToken: (sha256: string) => Promise<TokenRow | null>;
  readonly findTokenById: (id: number) => Promise<TokenRow | null>;
  readonly userReach: (userId: number) => Promise<UserReach>;
  readonly viewTokens: ViewTokens;
  /** ms since 1970 */
  readonly now?: () => number;
  readonly patience?: Patience;
};

/** How long a store that does not answer is waited for, ms. */
export type Patience = {
  /** For a credential verified in the last 10 minutes: then it counts, so that a write after it still hears its 503 in time. */
  readonly knownMs: number;
  /** For any other: then it is 503. */
  readonly unknownMs: number;
};
const PATIENCE: Patience = { knownMs: 800, unknownMs: 4_000 };

export type Credentials = {
  /**
   * The caller behind a bearer credential. Throws Problem 401 when it is malformed, unknown, revoked or expired, and 503
   * when the store is away and the credential was not verified in the last 10 minutes.
   */
  identify(bearer: string): Promise<Caller>;
  /**
   * The caller behind a bearer that was identified a moment ago, at once; null when `identify` has to look. What it says
   * is never older than what `identify` would say.
   */
  known(bearer: string): Caller | null;
  /**
   * How a caller identified earlier stands now: with new rights, or no more. Its tokens are asked for at most once a
   * second, however many connections ask. While the store is away a caller stands as it stood.
   */
  recheck(caller: Caller): Promise<Caller | 'revoked' | 'expired'>;
  /** Forgets everything, after an import or an invalidation: the next call asks the store. */
  forget(): void;
};

/** Rights are remembered for so long at most (design, "Several nodes"). */
const FRESH_MS = 5_000;
/** Open connections: looked at every 5 s together with the socket layer's own period. */
const RECHECK_FRESH_MS = 900;
/** Decision 48. */
const AWAY_MS = 600_000;
/** A store that was away is asked again so much later for what is still served from memory. */
const RETRY_MS = 1_000;
/** Remembered credentials; the one unused for the longest goes first. */
const REMEMBERED_MAX = 20_000;
/** A view token for 100 feeds of long names fits; nothing that is longer is a credential. */
const BEARER_MAX = 32_768;

/** A token as it stood when the store was last asked. */
type Standing = {
  readonly caller: TokenCaller;
  readonly verifiedAt: number;
  /** When the store last failed to answer for it. */
  readonly failedAt: number;
};
/** What a token is looked up by. */
type Key = `sha256:${string}` | `id:${number}`;

export function openCredentials(deps: CredentialsDeps): Credentials {
  const { viewTokens, now = Date.now, patience = PATIENCE } = deps;
  const standings = new Map<Key, Standing>();
  const flights = new Map<Key, Promise<TokenCaller | null>>();
  const views = new Map<string, ViewClaims>();
  /** By bearer, to spare the hash: each request of a busy client comes by here. */
  const recent = new Map<string, { readonly key: Key; readonly caller: Caller }>();
  /** Moves when all is forgotten: what was asked before says nothing about now. */
  let era = 0;

  /** The caller of a token, asked for anew when it was last verified longer ago than `freshMs`. Throws Problem 503. */
  async function standing(key: Key, freshMs: number): Promise<TokenCaller | null> {
    const known = standings.get(key);
    if (known === undefined) return ask(key);
    remember(standings, key, known);
    const at = now();
    if (at - known.verifiedAt < freshMs || at - known.failedAt < RETRY_MS) return known.caller;
    if (at - known.verifiedAt >= AWAY_MS) return ask(key);
    try {
      return await within(patience.knownMs, ask(key));
    } catch {
      // The store is away: what was verified counts (decision 48). Nothing is put back over what came meanwhile, an
      // answer or forget().
      if (standings.get(key) === known) standings.set(key, { ...known, failedAt: now() });
      return known.caller;
    }
  }

  /** Asks the store, once for all who want to know at the same time. */
  function ask(key: Key): Promise<TokenCaller | null> {
    const flying = flights.get(key);
    if (flying !== undefined) return flying;
    const eraAsked = era;
    const verifiedAt = now();
    const flight = within(patience.unknownMs, lookUp(key))
      .then((caller) => {
        if (eraAsked !== era) return caller;
        if (caller === null) standings.delete(key);
        else remember(standings, key, { caller, verifiedAt, failedAt: -Infinity });
        return caller;
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
    flights.set(key, flight);
    return flight;
  }

  async function lookUp(key: Key): Promise<TokenCaller | null> {
    const row = key.startsWith('id:')
      ? await deps.findTokenById(Number(key.slice('id:'.length)))
      : await deps.findToken(key.slice('sha256:'.length));
    return row === null ? null : callerOf(row, deps.userReach);
  }

  async function viewCaller(claims: ViewClaims): Promise<ViewCaller> {
    const maker = await standing(`id:${claims.tokenId}`, FRESH_MS);
    if (maker === null) throw unauthorized('The token that this view token was made with is revoked.');
    return viewOf(claims, maker);
  }

  /** The claims of a view token; null when the bearer is none. A good signature stays good: it is checked once. */
  async function viewClaims(bearer: string, hash: string): Promise<ViewClaims | null> {
    const claims = views.get(hash) ?? (await viewTokens.check(bearer));
    if (claims === null) return null;
    if (claims === 'expired' || claims.expiresAt <= now()) {
      views.delete(hash);
      throw unauthorized('This view token has expired: make a new one.');
    }
    remember(views, hash, claims);
    return claims;
  }

  return {
    async identify(bearer) {
      if (bearer === '' || bearer.length > BEARER_MAX) throw unauthorized();
      const hash = createHash('sha256').update(bearer).digest('hex');
      const claims = await viewClaims(bearer, hash);
      if (claims !== null) {
        const view = await viewCaller(claims);
        remember(recent, bearer, { key: `id:${claims.tokenId}`, caller: view });
        return view;
      }
      const key: Key = `sha256:${hash}`;
      const caller = await standing(key, FRESH_MS);
      if (caller === null) throw unauthorized();
      remember(recent, bearer, { key, caller });
      return caller;
    },

    known(bearer) {
      const entry = recent.get(bearer);
      if (entry === undefined) return null;
      const { key, caller } = entry;
      const at = now();
      const standing = standings.get(key);
      const isCurrent =
        standing?.caller === (caller.kind === 'view' ? caller.maker : caller) && at - standing.verifiedAt < FRESH_MS;
      return isCurrent && (caller.kind !== 'view' || at < caller.expiresAt) ? caller : null;
    },

    async recheck(caller) {
      if (caller.kind === 'view' && caller.expiresAt <= now()) return 'expired';
      const before = caller.kind === 'view' ? caller.maker : caller;
      let after: TokenCaller | null;
      try {
        after = await standing(`id:${caller.tokenId}`, RECHECK_FRESH_MS);
      } catch (error) {
        if (error instanceof Problem && error.status === 503) return caller;
        throw error;
      }
      if (after === null) return 'revoked';
      if (after === before) return caller;
      return caller.kind === 'view' ? { ...caller, maker: after } : after;
    },

    forget() {
      era += 1;
      standings.clear();
      flights.clear();
      recent.clear();
    },
  };
}

const viewOf = (claims: ViewClaims, maker: TokenCaller): ViewCaller => ({
  kind: 'view',
  tokenId: maker.tokenId,
  maker,
  viewId: claims.viewId,
  channels: new Set(claims.channels),
  expiresAt: claims.expiresAt,
});

/** Puts an entry last; the first one, unused for the longest, makes room. */
function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= REMEMBERED_MAX) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}

/** Any failure of the store, and silence too, is the Problem 503 that callers are told. */
async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unavailable(new Error(`The store has not answered for ${ms} ms.`)));
    }, ms);
  });
  try {
    return await Promise.race([asked, silence]);
  } catch (error) {
    throw error instanceof Problem ? error : unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
