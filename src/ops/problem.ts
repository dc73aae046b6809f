// An error answer for the caller. Any code below `http/` may throw it; `http/core/exchange` turns it into the Error object.
import type { Detail, ProblemBody } from '../../protocol/rest/problem.ts';

/** The stable code of each status, for code inside the service. The wire does not show it. */
const CODES = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'rate_limited',
  500: 'internal',
  501: 'not_implemented',
  503: 'unavailable',
} as const;

type ProblemStatus = keyof typeof CODES;
export type ProblemCode =
  (typeof CODES)[ProblemStatus] | 'store_away' | 'busy' | 'shutting_down' | 'pages_not_built' | 'allowance_spent';

export class Problem extends Error {
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  readonly hint: string | undefined;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ProblemStatus,
    error: string,
    more: {
      code?: ProblemCode;
      hint?: string;
      details?: readonly Detail[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(error, { cause: more.cause });
    this.status = status;
    this.code = more.code ?? CODES[status];
    this.hint = more.hint;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }

  /** The Error object (rule REQ-6). */
  body(): ProblemBody {
    return {
      error: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.details === undefined ? {} : { details: [...this.details] }),
    };
  }
}

/** Details of an answer, and the characters of a path in it (rule LIMIT-13). */
const DETAILS_MAX = 50;
const PATH_MAX = 200;

/** 422 with the path and message of each invalid field (rule REQ-2). `unlisted`: invalid fields that `details` leaves out. */
export const invalid = (
  details: readonly Detail[],
  error = 'The request is not valid.',
  { unlisted = 0 }: { readonly unlisted?: number } = {},
): Problem =>
  new Problem(422, error, {
    details: bounded(details, unlisted),
    hint: 'See details: each entry names the field and what it must be.',
  });

function bounded(details: readonly Detail[], unlisted: number): Detail[] {
  const isWhole = unlisted === 0 && details.length <= DETAILS_MAX;
  const listed = (isWhole ? details : details.slice(0, DETAILS_MAX - 1)).map(({ path, message }) => ({
    path: path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path,
    message,
  }));
  const more = details.length + unlisted - listed.length;
  return isWhole ? listed : [...listed, { path: '', message: `… and ${String(more)} more.` }];
}

/** A limit as `RateLimit-Policy` has it: `quota` in `windowSeconds`; without these, at the same time. */
export type LimitPolicy = { readonly name: string; readonly quota: number; readonly windowSeconds?: number };

/** The fields of draft-ietf-httpapi-ratelimit-headers. `left` now, more in `inSeconds`. */
export const rateLimitHeaders = ({ name, quota, windowSeconds }: LimitPolicy, left: number, inSeconds: number) => ({
  'ratelimit-policy': `"${name}";q=${quota}${windowSeconds === undefined ? '' : `;w=${windowSeconds}`}`,
  ratelimit: `"${name}";r=${left};t=${inSeconds}`,
});

/** The headers of each 429: whole seconds to wait, at least one, and the limit that is used up. */
export function waitHeaders(policy: LimitPolicy, seconds: number) {
  const wait = Math.max(1, Math.ceil(seconds));
  return { 'retry-after': String(wait), ...rateLimitHeaders(policy, 0, wait) };
}

type RateLimited = {
  readonly policy: LimitPolicy;
  readonly seconds: number;
  readonly hint: string;
  readonly code?: ProblemCode | undefined;
};

/** 429. `hint`: what the caller can do. */
export const rateLimited = (error: string, { policy, seconds, hint, code = 'rate_limited' }: RateLimited): Problem =>
  new Problem(429, error, { code, hint, headers: waitHeaders(policy, seconds) });

/** 503: a queue of writes is full, or other nodes changed the match first too often. Nothing was stored. */
export const busy = (cause: Error): Problem =>
  new Problem(503, 'There are too many writes at the moment.', {
    code: 'busy',
    hint: 'Nothing is lost: send the same request again, with the same id, after Retry-After seconds.',
    headers: { 'retry-after': '2' },
    cause,
  });

/** 503 in place of a handler that did not answer in time. */
export const tookTooLong = (): Problem =>
  new Problem(503, 'The request took too long.', {
    hint: 'It may still take effect: send it again, with the same id, after Retry-After seconds.',
    headers: { 'retry-after': '2' },
  });

/** 500 after an unexpected error, which the log has. */
export const internalError = (): Problem =>
  new Problem(500, 'Something went wrong on our side.', {
    hint: 'Try again. A marker sent twice with the same id counts once.',
  });

/** 503: this node stops. */
export const shuttingDown = (hint: string): Problem =>
  new Problem(503, 'The server is shutting down.', {
    code: 'shutting_down',
    hint,
    headers: { 'retry-after': '1' },
  });

/** 503: the database cannot be reached. No change was confirmed to the caller, so repeating it with the same id is safe. */
class StoreAway extends Problem {
  constructor(cause?: unknown) {
    super(503, 'The store is not reachable.', {
      code: 'store_away',
      hint: 'Nothing is lost: send the same request again, with the same id, after Retry-After seconds.',
      headers: { 'retry-after': '2' },
      cause,
    });
  }
}

export const storeAway = (cause?: unknown): StoreAway => new StoreAway(cause);

/** Whether the database is away. Other 503s (a full queue, a draining server, a running import) are not meant. */
export const isStoreAway = (error: unknown): error is StoreAway => error instanceof StoreAway;
