// The route of a request, as the router returns it. `E` is the exchange (exchange.ts), which knows routes and not the other way
// round.
import type { Caller } from '../../auth/caller.ts';
import type { Problem } from '../../ops/problem.ts';
import type { Answer } from './answer.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS' | 'OTHER';

const methods: Readonly<Record<string, Method>> = {
  get: 'GET',
  head: 'HEAD',
  post: 'POST',
  patch: 'PATCH',
  put: 'PUT',
  delete: 'DELETE',
  options: 'OPTIONS',
};

/** `name`: as the library gives it, in lower case. */
export const methodOf = (name: string): Method => methods[name] ?? 'OTHER';

export type Answered = Answer | Promise<Answer>;

/**
 * The checks that a request must pass before its handler runs (rule LIMIT-9). The checks throw Problem 401, 403, 429 or 503.
 */
export type Gate<E> =
  | { readonly kind: 'open'; readonly handle: (exchange: E) => Answered }
  | {
      readonly kind: 'admin';
      readonly check: (exchange: E) => Promise<void>;
      readonly handle: (exchange: E) => Answered;
    }
  | {
      readonly kind: 'caller';
      readonly callerOf: (exchange: E) => Caller | Promise<Caller>;
      readonly handle: (exchange: E, caller: Caller) => Answered;
    };

/** Renders a Problem as an answer: the Error object or a page. */
export type ProblemRenderer = (problem: Problem) => Answer;
/** Chooses the renderer for a request while its head can be read. */
export type RendererOf<E> = (exchange: E) => ProblemRenderer;

export type Route<E> = {
  /** For metrics and log messages. */
  readonly name: string;
  readonly params: readonly string[];
  /** Maximum bytes of the body. 0: the body is not read. */
  readonly bodyLimit: number;
  /** ms until the request gets 503. */
  readonly timeMs: number;
  readonly rendererOf: RendererOf<E>;
  readonly gate: Gate<E>;
};

export type Found<E> = {
  readonly route: Route<E>;
  /** The values of the path parameters, in the order of `params`. */
  readonly values: readonly string[];
};
