// Serves public pages and the files beside them. Rights come first: one small query, the same for an address that does not
// exist (rules PUBLIC-1, PUBLIC-2). What all readers may see, and what all members may see, is made once, cached, and checked at
// most once a second, however many readers there are (rule PUBLIC-3).
//
//   request ──▶ cached and checked within a second? ──▶ 200 or 304, in the same turn (of members: after the access)
//      └── access ──▶ what it is made of ──▶ the same version? keep the bytes : make them
import { LRUCache } from 'lru-cache';
import type { Language } from '../../browser/shared/language.ts';
import type { Rate } from '../../auth/rate-limit.ts';
import type { SignInSessions } from '../../auth/sign-in-sessions.ts';
import { spenderKey } from '../../auth/caller.ts';
import type { Answer } from '../../http/core/answer.ts';
import { type CacheHeaders, type FormHeaders, openCached } from '../../http/core/cached-answer.ts';
import type { Exchange } from '../../http/core/exchange.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { networkOf } from '../../ops/address.ts';
import { notFound } from '../../ops/not-found.ts';
import { isStoreAway, type Problem } from '../../ops/problem.ts';
import type { BucketLimit } from '../../ops/token-bucket.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';
import type { PageAccess, PageRef } from '../../store/public-pages.ts';
import { PAGE_LIMIT, openReadLimit } from './read-limit.ts';
import { isSecureVisit, sessionCookieIn } from '../arrival.ts';
import { countedSession } from '../counted-session.ts';
import { languageOf } from '../visitor-language.ts';

/**
 * Who reads: anyone, or a signed-in user who belongs to the club or tournament. `owner`: whose turns of the event loop the work
 * takes, as in `inTurns`; undefined for what all read.
 */
type Audience = { readonly userId: number | null; readonly owner?: string };

/** What is answered. `make` runs only when no reader has had this version. `owner`: as in the audience. */
export type Content = {
  readonly version: string;
  readonly make: (owner?: string) => string | Buffer | Promise<string | Buffer>;
};

export type PublicFile<Ref extends PageRef = PageRef> = {
  /** For metrics and the log. */
  readonly name: string;
  readonly path: string;
  /** The page of the address, null for none. Call it before the handler's first `await`. */
  readonly refOf: (exchange: Exchange) => Ref | null;
  /** Constant headers: `content-type`, and a policy for pages. */
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed by itself, as a picture. */
  readonly isPacked?: boolean;
  /** How long caches in between may keep it, s; 2 without a number. */
  readonly maxAgeSeconds?: number;
  /** Headers of the 304 too. */
  readonly alwaysHeaders?: Readonly<Record<string, string>>;
  /** `all`: members see what all see. `members`: they see more. `person`: each sees something else. */
  readonly memberView: 'all' | 'members' | 'person';
  /** Whether private ones exist for members; false: only what is public, as for other sites. */
  readonly isForMembers?: boolean;
  /** The same in every language. */
  readonly isWithoutWords?: boolean;
  /** Null when it has vanished since the rights were read. Throws Problem 503. */
  readonly read: (ref: Ref, access: PageAccess, audience: Audience, lang: Language) => Promise<Content | null>;
};

export type ServeDeps = {
  /** Throws Problem 503. */
  readonly findPageAccess: (page: PageRef, userId: number | null) => Promise<PageAccess | null>;
  readonly sessions: Pick<SignInSessions, 'find'>;
  /** Counts one request of a signed-in user. Throws Problem 429. */
  readonly rate: Pick<Rate, 'take'>;
  /** The public address of the service, without a slash at its end; known once it listens. */
  readonly baseUrl: () => string;
};

/** What a page is made of is checked again after this time, ms. */
const FRESH_MS = 1_000;
/** While the database is away, what all may see is served this long after the last check, ms. */
const STALE_MS = 10 * 60_000;
/** Bytes of all cached bodies. */
const CACHE_BYTES = 32 * 1_024 * 1_024;

/** `checkedAt`: on the clock of `performance.now()`. */
type CachedBody = { readonly body: EncodedBody; readonly version: string; checkedAt: number };

type Serve = <Ref extends PageRef>(file: PublicFile<Ref>) => RouteSpec;

/** `limit`: of the reads by signed-out readers of one network. Each `Serve` keeps its own bodies and counts its own reads. */
export function openServe(
  { findPageAccess, sessions, rate, baseUrl }: ServeDeps,
  limit: BucketLimit = PAGE_LIMIT,
): Serve {
  const cache = new LRUCache<string, CachedBody>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.bytes.byteLength + 1_024,
  });
  /** Reads in progress, by their key. */
  const reads = new Map<string, Promise<EncodedBody | null>>();
  /** Pages that are being made, by key and version. */
  const makes = new Map<string, Promise<EncodedBody>>();
  const countRead = openReadLimit(limit);

  /** What was checked within the second. */
  function freshBody(key: string): EncodedBody | null {
    const known = cache.get(key);
    return known !== undefined && performance.now() - known.checkedAt < FRESH_MS ? known.body : null;
  }

  /** The body in its current version; null when there is none. */
  async function bodyOf<Ref extends PageRef>(
    { read }: PublicFile<Ref>,
    key: string,
    ...[ref, access, audience, lang]: Parameters<PublicFile<Ref>['read']>
  ): Promise<EncodedBody | null> {
    const checkedAt = performance.now();
    const content = await read(ref, access, audience, lang);
    if (content === null) return null;
    const before = cache.get(key);
    const body = before?.version === content.version ? before.body : await madeOnce(key, content, audience);
    // What another reader has cached meanwhile may be newer.
    if ((cache.get(key)?.checkedAt ?? -1) <= checkedAt) cache.set(key, { body, version: content.version, checkedAt });
    return body;
  }

  /** To make a page takes several turns of the event loop: all who ask for this version wait for one. */
  function madeOnce(key: string, { version, make }: Content, { owner }: Audience): Promise<EncodedBody> {
    const name = `${key}\n${version}`;
    const running = makes.get(name);
    if (running) return running;
    const made = Promise.resolve(make(owner))
      .then(encodeBody)
      .finally(() => makes.delete(name));
    makes.set(name, made);
    return made;
  }

  /** What all may see. */
  async function readShared<Ref extends PageRef>(
    file: PublicFile<Ref>,
    key: string,
    ref: Ref | null,
    lang: Language,
  ): Promise<EncodedBody | null> {
    try {
      const access = ref && (await findPageAccess(ref, null));
      if (ref && access?.isPublic === true) return await bodyOf(file, key, ref, access, { userId: null }, lang);
      cache.delete(key);
      return null;
    } catch (error) {
      const before = cache.get(key);
      if (!isStoreAway(error) || !before || performance.now() - before.checkedAt > STALE_MS) throw error;
      return before.body;
    }
  }

  /** All who ask for a key meanwhile wait for one read. */
  function readOnce(key: string, read: () => Promise<EncodedBody | null>): Promise<EncodedBody | null> {
    const running = reads.get(key);
    if (running) return running;
    const starts = read().finally(() => reads.delete(key));
    reads.set(key, starts);
    return starts;
  }

  return (file) => {
    const { name, path, memberView, isForMembers = true, isPacked = false, isWithoutWords = false } = file;
    const encodingIn = (exchange: Exchange): string => (isPacked ? '' : exchange.header('accept-encoding'));
    const shared = openCached(headersOf(file, 'shared'));
    const own = openCached(headersOf(file, 'own'));
    const missing = (): Problem => notFound('Page');

    async function forVisitor(arrival: Arrival, cookie: string, exchange: Exchange): Promise<Answer> {
      const { ref, key, lang, asked } = arrival;
      const counted = await countedSession({ sessions, rate }, cookie);
      if (counted === null) return forAll(arrival);
      exchange.allowance = counted.allowance;
      const { userId } = counted.session;
      const access = ref && (await findPageAccess(ref, userId));
      if (!ref || !access || !(access.isPublic || access.isMember)) throw missing();
      // Members may see more than all others, never less.
      if (!access.isMember || (access.isPublic && memberView === 'all')) return forAll(arrival);
      const audience = { userId, owner: spenderKey({ kind: 'person', userId }) };
      const ownKey = memberView === 'person' ? `${key}\n${userId}` : `${key}\nmembers`;
      const body =
        freshBody(ownKey) ?? (await readOnce(ownKey, () => bodyOf(file, ownKey, ref, access, audience, lang)));
      if (body === null) throw missing();
      return own(body, asked);
    }

    async function forAll({ ref, key, lang, asked, network }: Arrival): Promise<Answer> {
      // A reader with a session, or with one that has ended, comes here too.
      const body =
        freshBody(key) ??
        (await readOnce(key, () => {
          countRead(network);
          return readShared(file, key, ref, lang);
        }));
      if (body === null) throw missing();
      return shared(body, asked);
    }

    type Arrival = {
      readonly ref: NonNullable<ReturnType<typeof file.refOf>> | null;
      readonly key: string;
      readonly lang: Language;
      readonly asked: CacheHeaders;
      readonly network: string;
    };

    function handle(exchange: Exchange): Answer | Promise<Answer> {
      const lang = isWithoutWords ? 'en' : languageOf(exchange).language;
      const ref = file.refOf(exchange);
      // Not the path: a client can spell it in any number of ways, and each would be read and made for itself.
      const key = `${name}\n${lang}\n${JSON.stringify(ref)}`;
      const cookie = isForMembers ? sessionOf(exchange, baseUrl()) : '';
      const fresh = cookie === '' || memberView === 'all' ? freshBody(key) : null;
      if (fresh !== null) {
        return shared(fresh, {
          ifNoneMatch: exchange.ifNoneMatch,
          acceptEncoding: () => encodingIn(exchange),
        });
      }
      // The head is gone after the first `await`.
      const acceptEncoding = encodingIn(exchange);
      const arrival: Arrival = {
        ref,
        key,
        lang,
        asked: { ifNoneMatch: exchange.ifNoneMatch, acceptEncoding: () => acceptEncoding },
        network: networkOf(exchange.address()),
      };
      return cookie === '' ? forAll(arrival) : forVisitor(arrival, cookie, exchange);
    }

    return { name, access: 'public', method: 'GET', path, handle };
  };
}

function sessionOf(exchange: Exchange, baseUrl: string): string {
  const cookies = exchange.header('cookie');
  return cookies === '' ? '' : sessionCookieIn(cookies, isSecureVisit(exchange, baseUrl));
}

/** `shared`: caches in between may keep it. `own`: of a signed-in reader. */
const headersOf = (
  {
    headers,
    alwaysHeaders = {},
    memberView,
    isWithoutWords = false,
    maxAgeSeconds = 2,
  }: Omit<PublicFile, 'read' | 'refOf'>,
  of: 'shared' | 'own',
): FormHeaders => ({
  content: headers,
  always: {
    'cache-control': of === 'own' ? 'private, no-cache' : `public, max-age=${maxAgeSeconds}`,
    // The cookie names a chosen language, and members.
    vary: isWithoutWords && memberView === 'all' ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie',
    ...alwaysHeaders,
  },
});
