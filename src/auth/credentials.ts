// Resolves a token to a caller with its current rights (credential-cache.ts caches the lookups). The database knows secrets by
// their SHA-256 only.
//
//   bearer ──sha256──▶ findToken ──▶ callerOf (rights) ──▶ Caller
//      └── a view token: signature, expiry ──▶ findMakers (not revoked) ──▶ its maker, a token or a person
import { createHash } from 'node:crypto';
import { boundedMap } from '../ops/bounded-map.ts';
import { isStoreAway } from '../ops/problem.ts';
import type { ReachOf, TokenRow, UserReach } from '../store/tokens.ts';
import type { ViewTokenMaker, Maker } from '../store/view-tokens.ts';
import { type Caller, callerOf, type PersonCaller, personOf, type TokenCaller, type ViewCaller } from './caller.ts';
import { batchLookup } from './batch-lookup.ts';
import { unauthorized } from './access-problems.ts';
import { FRESH_MS, openCredentialCache, type LookupTimeouts, LOOKUP_TIMEOUTS } from './credential-cache.ts';
import type { ViewClaims, ViewTokens } from './view-tokens.ts';

type CredentialsDeps = {
  readonly findToken: (sha256: string) => Promise<TokenRow | null>;
  /** This query and the next two return the rows that exist. */
  readonly findTokensById: (ids: readonly number[]) => Promise<readonly TokenRow[]>;
  readonly userReaches: (userIds: readonly number[]) => Promise<readonly ReachOf[]>;
  /** The makers of view tokens, by their `jti`. Leaves revoked ones out. */
  readonly findMakers: (viewIds: readonly string[]) => Promise<readonly ViewTokenMaker[]>;
  readonly viewTokens: ViewTokens;
  /** ms since 1970, for expiry. */
  readonly now?: () => number;
  /** ms from any start, for the age of cache entries. Monotonic, so that a clock set back does not renew them. */
  readonly steadyNow?: () => number;
  readonly timeouts?: LookupTimeouts;
};

export type Credentials = ReturnType<typeof openCredentials>;

/** For checks of open connections. Together with their period and the time that one takes this stays below 5 s (rule ACCESS-4). */
export const RECHECK_FRESH_MS = 900;
/** Maximum credentials in memory. The least recently used one is removed first. */
const REMEMBERED_MAX = 20_000;
/** Characters. A view token for 100 feeds with long names fits; longer text is not a credential. */
const BEARER_MAX = 32_768;

const NO_REACH: UserReach = { isAdmin: false, clubs: [], tournaments: [] };

/** The key of a token lookup. */
type Key = `sha256:${string}` | `id:${number}`;

export function openCredentials(deps: CredentialsDeps) {
  const { viewTokens, now = Date.now, steadyNow = (): number => performance.now(), timeouts = LOOKUP_TIMEOUTS } = deps;
  const options = { now: steadyNow, timeouts };
  const findTokenById = batchLookup(deps.findTokensById, ({ id }) => id);
  const findReach = batchLookup(deps.userReaches, ({ userId }) => userId);
  const findMaker = batchLookup(deps.findMakers, ({ viewId }) => viewId);
  const userReach = async (userId: number): Promise<UserReach> => (await findReach(userId)) ?? NO_REACH;
  const tokens = openCredentialCache<Key, TokenCaller>(async (key) => {
    const row = key.startsWith('id:')
      ? await findTokenById(Number(key.slice('id:'.length)))
      : await deps.findToken(key.slice('sha256:'.length));
    return row === null ? null : callerOf(row, userReach);
  }, options);
  const people = openCredentialCache<number, PersonCaller>(
    async (userId) => personOf(userId, await userReach(userId)),
    options,
  );
  const makers = openCredentialCache<string, Maker>(
    async (viewId) => (await findMaker(viewId))?.maker ?? null,
    options,
  );
  /** By SHA-256 of the bearer. A valid signature stays valid, so each token is verified once. */
  const claimsByHash = boundedMap<string, ViewClaims>(REMEMBERED_MAX);
  /** One caller per view token and state of its maker: a thousand screens with one token share one caller. */
  const viewCallers = boundedMap<string, ViewCaller>(REMEMBERED_MAX);
  /** By bearer, which saves the hash for the requests of busy clients. */
  const recent = boundedMap<string, { readonly key: Key | null; readonly caller: Caller }>(REMEMBERED_MAX);

  async function makerOf({ kind, id }: Maker, freshMs: number): Promise<TokenCaller | PersonCaller | null> {
    return kind === 'token' ? tokens.get(`id:${id}`, freshMs) : people.get(id, freshMs);
  }

  const freshMaker = ({ kind, id }: Maker): TokenCaller | PersonCaller | null =>
    kind === 'token' ? tokens.fresh(`id:${id}`) : people.fresh(id);

  /** The caller of a view token: checks first the token's row, then its maker. */
  async function viewCaller(claims: ViewClaims, freshMs: number): Promise<ViewCaller | 'unknown' | 'orphaned'> {
    const maker = await makers.get(claims.viewId, freshMs);
    if (maker === null) return 'unknown';
    const caller = await makerOf(maker, freshMs);
    if (caller === null) return 'orphaned';
    const known = viewCallers.get(claims.viewId);
    const viewer = known?.maker === caller && known.expiresAt === claims.expiresAt ? known : viewOf(claims, caller);
    viewCallers.set(claims.viewId, viewer);
    return viewer;
  }

  /** The claims of a view token; null if the bearer is not a view token. */
  async function viewClaims(bearer: string, hash: string): Promise<ViewClaims | null> {
    const claims = claimsByHash.get(hash) ?? (await viewTokens.check(bearer));
    if (claims === null) return null;
    if (claims === 'expired' || claims.expiresAt <= now()) {
      claimsByHash.delete(hash);
      throw unauthorized('This view token has expired: create a new one.');
    }
    claimsByHash.set(hash, claims);
    return claims;
  }

  return {
    /**
     * The caller of a bearer credential. Throws Problem 401 if it is malformed, unknown, revoked or expired, and 503 if the
     * database is away and the credential was not verified in the last 10 minutes.
     */
    async identify(bearer: string): Promise<Caller> {
      if (bearer === '' || bearer.length > BEARER_MAX) throw unauthorized();
      const hash = createHash('sha256').update(bearer).digest('hex');
      const claims = await viewClaims(bearer, hash);
      if (claims !== null) {
        const view = await viewCaller(claims, FRESH_MS);
        if (view === 'unknown') throw unauthorized('This view token is revoked or unknown: create a new one.');
        if (view === 'orphaned') throw unauthorized('The token that made this view token is revoked.');
        recent.set(bearer, { key: null, caller: view });
        return view;
      }
      const key: Key = `sha256:${hash}`;
      const caller = await tokens.get(key, FRESH_MS);
      if (caller === null) throw unauthorized();
      recent.set(bearer, { key, caller });
      return caller;
    },

    /**
     * The caller of a recently identified bearer, at once; null if `identify` has to look it up. The result is never older
     * than the result of `identify`.
     */
    known(bearer: string): Caller | null {
      const entry = recent.get(bearer);
      if (entry === undefined) return null;
      const { key, caller } = entry;
      if (caller.kind !== 'view') return key !== null && tokens.fresh(key) === caller ? caller : null;
      const maker = makers.fresh(caller.viewId);
      return maker !== null && freshMaker(maker) === caller.maker && now() < caller.expiresAt ? caller : null;
    },

    /**
     * Checks an identified caller again: returns it with its current rights, or the reason why it is no longer valid. Reads
     * each token at most once a second for all connections together. While the database is away, the caller stays unchanged.
     */
    async recheck(caller: Caller): Promise<Caller | 'revoked' | 'expired'> {
      if (caller.kind === 'view' && caller.expiresAt <= now()) return 'expired';
      try {
        if (caller.kind === 'view') {
          const { viewId, channels, expiresAt } = caller;
          const after = await viewCaller({ viewId, channels: [...channels], expiresAt }, RECHECK_FRESH_MS);
          if (typeof after === 'string') return 'revoked';
          return after.maker === caller.maker ? caller : after;
        }
        return (await tokens.get(`id:${caller.tokenId}`, RECHECK_FRESH_MS)) ?? 'revoked';
      } catch (error) {
        if (isStoreAway(error)) return caller;
        throw error;
      }
    },

    /** Empties the caches, after an import or an invalidation: the next call asks the database. */
    forget(): void {
      for (const cache of [tokens, people, makers]) cache.forget();
      recent.clear();
    },
  };
}

const viewOf = (claims: ViewClaims, maker: TokenCaller | PersonCaller): ViewCaller => ({
  kind: 'view',
  tokenId: maker.kind === 'person' ? null : maker.tokenId,
  maker,
  viewId: claims.viewId,
  channels: new Set(claims.channels),
  expiresAt: claims.expiresAt,
});
