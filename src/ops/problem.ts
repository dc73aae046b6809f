// A refusal for the caller. Any code below `http/` may throw it; `http/core/exchange` turns it into the Error object.
import type { Detail, ProblemBody } from '../../protocol/rest/problem.ts';

/** The stable code of each status, for code inside the service. The wire does not show it. */
const CODES = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'rate_limited',
  500: 'internal',
  501: 'not_implemented',
  503: 'unavailable',
} as const;

export type ProblemStatus = keyof typeof CODES;
export type ProblemCode = (typeof CODES)[ProblemStatus] | 'store_away';

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

/** 422 with the path and message of each invalid field (rule REQ-2). */
export const invalid = (details: readonly Detail[], error = 'The request is not valid.'): Problem =>
  new Problem(422, error, { details, hint: 'See details: each entry names the field and what it must be.' });

export const notFound = (what: string): Problem => new Problem(404, `${what} not found.`);

/** 503: the store cannot be reached. No change was confirmed to the caller, so repeating it with the same id is safe. */
export class StoreAway extends Problem {
  constructor(cause?: unknown) {
    super(503, 'The store is not reachable.', {
      code: 'store_away',
      hint: 'Nothing is lost: send the same request again, with the same id, after Retry-After seconds.',
      headers: { 'retry-after': '2' },
      cause,
    });
  }
}

export const unavailable = (cause?: unknown): StoreAway => new StoreAway(cause);

/** Whether the store is away. Other 503s (a draining server, a running import) are not meant. */
export const isStoreAway = (error: unknown): error is StoreAway => error instanceof StoreAway;
