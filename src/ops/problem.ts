// A refusal on its way to the caller. Thrown anywhere below `http/`; `http/exchange` turns it into the Error object.
import type { Detail, ProblemBody } from '../../protocol/rest/problem.ts';

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 501 | 503;

export class Problem extends Error {
  readonly status: ProblemStatus;
  readonly hint: string | undefined;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ProblemStatus,
    error: string,
    more: { hint?: string; details?: readonly Detail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(error, { cause: more.cause });
    this.status = status;
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

/** 422 with the exact places (rule REQ-2). */
export const invalid = (details: readonly Detail[], error = 'The request is not valid.'): Problem =>
  new Problem(422, error, { details, hint: 'See details: each entry names the field and what it must be.' });

export const notFound = (what: string): Problem => new Problem(404, `${what} not found.`);

/** The store cannot be reached: nothing was applied that the caller was told of; a retry by id is safe. */
export const unavailable = (cause?: unknown): Problem =>
  new Problem(503, 'The store is not reachable.', {
    hint: 'Nothing is lost: send the same request again, with the same id, after Retry-After seconds.',
    headers: { 'retry-after': '2' },
    cause,
  });
