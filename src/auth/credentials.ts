// Who a bearer is, with the rights of now (what is remembered, and for how long: standings.ts). Secrets are known by their
// SHA-256 only.
//
//   bearer ──sha256──▶ findToken ──▶ callerOf (rights) ──▶ Caller
//      └── a view token: signature, expiry ──▶ findMakers (not revoked) ──▶ its maker, a token or a person
import { createHash } from 'node:crypto';
import { Problem } from '../ops/problem.ts';
import type { ReachOf, TokenRow, UserReach } from '../store/tokens.ts';
import type { MadeBy, Maker } from '../store/view-tokens.ts';
import { type Caller, callerOf, type PersonCaller, personOf, type TokenCaller, type ViewCaller } from './caller.ts';
import { batchLookup } from './batch-lookup.ts';
import { unauthorized } from './access-problems.ts';
import { FRESH_MS, openCredentialCache, type Patience, PATIENCE, remember } from './credential-cache.ts';
import type { ViewClaims, ViewTokens } from './view-tokens.ts';

export type CredentialsDeps = {
  readonly findToken: (sha256: string) => Promise<TokenRow | null>;
  /** The next three: those that there are. */
  readonly findTokensById: (ids: readonly number[]) => Promise<readonly TokenRow[]>;
  readonly userReaches: (userIds: readonly number[]) => Promise<readonly ReachOf[]>;
  /** Who made view tokens, by their `jti`; without those that are revoked. */
  readonly findMakers: (viewIds: readonly string[]) => Promise<readonly MadeBy[]>;
  readonly viewTokens: ViewTokens;
  /** ms since 1970, for what expires. */
  readonly now?: () => number;
  /** ms from any start, for how long ago something was verified: whoever sets the clock back makes nothing fresh again. */
  readonly steadyNow?: () => number;
  readonly patience?: Patience;
};

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

/** Open connections: looked at every 5 s together with the socket layer's own period. */
const RECHECK_FRESH_MS = 900;
/** Remembered credentials; the one unused for the longest goes first. */
const REMEMBERED_MAX = 20_000;
/** A view token for 100 feeds of long names fits; nothing that is longer is a credential. */
const BEARER_MAX = 32_768;

const NO_REACH: UserReach = { isAdmin: false, clubs: [], tournaments: [] };

/** What a token is looked up by. */
type Key = `sha256:${string}` | `id:${number}`;

export function openCredentials(deps: CredentialsDeps): Credentials {
  const { viewTokens, now = Date.now, steadyNow = (): number => performance.now(), patience = PATIENCE } = deps;
  const options = { now: steadyNow, patience };
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
  /** A good signature stays good: it is checked once. */
  const views = new Map<string, ViewClaims>();
  /** One for each view token and state of its maker, so that a thousand screens with one token are one caller. */
  const viewers = new Map<string, ViewCaller>();
  /** By bearer, to spare the hash: each request of a busy client comes by here. */
  const recent = new Map<string, { readonly key: Key | null; readonly caller: Caller }>();

  async function makerOf({ kind, id }: Maker, freshMs: number): Promise<TokenCaller | PersonCaller | null> {
    return kind === 'token' ? tokens.get(`id:${id}`, freshMs) : people.get(id, freshMs);
  }

  const freshMaker = ({ kind, id }: Maker): TokenCaller | PersonCaller | null =>
    kind === 'token' ? tokens.fresh(`id:${id}`) : people.fresh(id);

  /** How a view token stands: its row first, then its maker. */
  async function viewCaller(claims: ViewClaims, freshMs: number): Promise<ViewCaller | 'unknown' | 'orphaned'> {
    const maker = await makers.get(claims.viewId, freshMs);
    if (maker === null) return 'unknown';
    const caller = await makerOf(maker, freshMs);
    if (caller === null) return 'orphaned';
    const held = viewers.get(claims.viewId);
    const viewer = held?.maker === caller && held.expiresAt === claims.expiresAt ? held : viewOf(claims, caller);
    remember(viewers, claims.viewId, viewer, REMEMBERED_MAX);
    return viewer;
  }

  /** The claims of a view token; null when the bearer is none. */
  async function viewClaims(bearer: string, hash: string): Promise<ViewClaims | null> {
    const claims = views.get(hash) ?? (await viewTokens.check(bearer));
    if (claims === null) return null;
    if (claims === 'expired' || claims.expiresAt <= now()) {
      views.delete(hash);
      throw unauthorized('This view token has expired: make a new one.');
    }
    remember(views, hash, claims, REMEMBERED_MAX);
    return claims;
  }

  return {
    async identify(bearer) {
      if (bearer === '' || bearer.length > BEARER_MAX) throw unauthorized();
      const hash = createHash('sha256').update(bearer).digest('hex');
      const claims = await viewClaims(bearer, hash);
      if (claims !== null) {
        const view = await viewCaller(claims, FRESH_MS);
        if (view === 'unknown')
          throw unauthorized('This view token was revoked, or is not known here: make a new one.');
        if (view === 'orphaned') throw unauthorized('The token that this view token was made with is revoked.');
        remember(recent, bearer, { key: null, caller: view }, REMEMBERED_MAX);
        return view;
      }
      const key: Key = `sha256:${hash}`;
      const caller = await tokens.get(key, FRESH_MS);
      if (caller === null) throw unauthorized();
      remember(recent, bearer, { key, caller }, REMEMBERED_MAX);
      return caller;
    },

    known(bearer) {
      const entry = recent.get(bearer);
      if (entry === undefined) return null;
      const { key, caller } = entry;
      if (caller.kind !== 'view') return key !== null && tokens.fresh(key) === caller ? caller : null;
      const maker = makers.fresh(caller.viewId);
      return maker !== null && freshMaker(maker) === caller.maker && now() < caller.expiresAt ? caller : null;
    },

    async recheck(caller) {
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
        if (error instanceof Problem && error.status === 503) return caller;
        throw error;
      }
    },

    forget() {
      for (const standings of [tokens, people, makers]) standings.forget();
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
