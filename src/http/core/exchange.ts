// One request made safe: the only place that touches uWebSockets.js for HTTP. What must hold, whatever a handler or a
// client does:
//   - `onAborted` is attached before anything can throw (else the library ends the process);
//   - the request object is read in the first, synchronous part only (it lives on the stack of the library);
//   - the response is touched until it is answered or aborted, never after;
//   - every request is answered: by its handler, by the 500 of a throw, or by the 503 of the clock.
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { Logger } from '../../ops/logger.ts';
import { Problem, unavailable } from '../../ops/problem.ts';
import { isUnavailable } from '../../store/driver/errors.ts';
import { type Answer, cleanHeader, problemAnswer, statusLine } from './answer.ts';
import { framingOf, type RequestBody, openRequestBody } from './request-body.ts';

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

export type Handle = (exchange: Exchange) => Answer | Promise<Answer>;

/** What a Problem looks like to whoever asked. */
export type ProblemRenderer = (problem: Problem) => Answer;

export type Route = {
  /** For metrics and the log. */
  readonly name: string;
  readonly params: readonly string[];
  /** Bytes of body; 0: a body is not read. */
  readonly bodyLimit: number;
  /** ms until the request is answered 503. */
  readonly timeMs: number;
  readonly refusal: ProblemRenderer;
  readonly handle: Handle;
};

export type Found = { readonly route: Route; /** In the order of `params`. */ readonly values: readonly string[] };

/** What every exchange of a server shares. */
export type ExchangeContext = {
  readonly find: (method: Method, path: string) => Found;
  readonly log: Logger;
  /** Hears of every answer. `seconds` from the first byte of the head to the answer's hand-over. */
  readonly observe?: ((route: string, status: number, seconds: number) => void) | undefined;
  /** Exchanges begun and not over; `settled` when one is over. */
  readonly open: Set<Exchange>;
  readonly settled: () => void;
  /** While true, answers ask the client to close its connection. */
  isDraining: boolean;
};

/** The client is gone: nobody is there to answer. */
class Aborted extends Error {}

export class Exchange {
  method: Method = 'OTHER';
  path = '';
  /** ms on the clock of `performance.now()`; moves on with every part of the body. */
  activeAt = performance.now();
  /** `If-None-Match` of a GET or HEAD, '' when there is none. */
  ifNoneMatch = '';
  authorization = '';
  readonly #startedAt = this.activeAt;
  readonly #context: ExchangeContext;
  readonly #res: HttpResponse;
  #req: HttpRequest | null;
  #route: Route | null = null;
  #values: readonly string[] = [];
  #inbox: RequestBody | null = null;
  #isOver = false;
  #isInHandler = true;

  /** Serves one request; never throws. */
  static serve(context: ExchangeContext, res: HttpResponse, req: HttpRequest): void {
    const exchange = new Exchange(context, res, req);
    try {
      exchange.#begin(req);
    } catch (error) {
      exchange.#fail(error);
    } finally {
      exchange.#req = null;
      exchange.#isInHandler = false;
    }
  }

  private constructor(context: ExchangeContext, res: HttpResponse, req: HttpRequest) {
    res.onAborted(() => this.#abort());
    this.#context = context;
    this.#res = res;
    this.#req = req;
    context.open.add(this);
  }

  get route(): Route | null {
    return this.#route;
  }

  /** The value of a path parameter, percent-decoded. */
  param(name: string): string {
    const value = this.#values[this.#route?.params.indexOf(name) ?? -1];
    if (value === undefined) throw new Error(`The route ${this.#route?.name ?? '?'} has no parameter ${name}.`);
    return value;
  }

  hasParam(name: string): boolean {
    return this.#route?.params.includes(name) ?? false;
  }

  /** A request header by its lower-case name, '' when there is none. Only before the handler's first `await`. */
  header(name: string): string {
    return this.#head().getHeader(name);
  }

  /** The query parameters, decoded. Only before the handler's first `await`. */
  query(): URLSearchParams {
    return new URLSearchParams(this.queryText());
  }

  /** What follows the `?`, as it was sent. Only before the handler's first `await`. */
  queryText(): string {
    // Without a `?` there is none, which the types do not know.
    return (this.#head() as { getQuery(): string | undefined }).getQuery() ?? '';
  }

  /** The client's address as text. Only before the handler's first `await`. */
  address(): string {
    this.#head();
    return Buffer.from(this.#res.getRemoteAddressAsText()).toString('latin1');
  }

  /** The whole body, once. Throws Problem 413 as soon as it is known to be over the route's limit. */
  body(): Promise<Buffer> {
    return this.#inbox?.whole() ?? Promise.resolve(Buffer.alloc(0));
  }

  /** Answers 503 in place of a handler that takes too long; whatever it gives back later is dropped. */
  timeOut(): void {
    const { name } = this.#route ?? { name: 'none' };
    this.#context.log.warn({ route: name, method: this.method, path: this.path }, 'a request took too long');
    this.#send(
      this.#refusal(
        new Problem(503, 'The request took too long.', {
          hint: 'It may still take effect: send it again, with the same id, after Retry-After seconds.',
          headers: { 'retry-after': '2' },
        }),
      ),
    );
  }

  /** For programs the Error object, for people a page. */
  #refusal(problem: Problem): Answer {
    return (this.#route?.refusal ?? problemAnswer)(problem);
  }

  /** Answers 503 because the server goes; what the handler gives back later is dropped. */
  turnAway(): void {
    this.#send(
      this.#refusal(
        new Problem(503, 'The server is shutting down.', {
          hint: 'It may still take effect: send it again, with the same id, after Retry-After seconds.',
          headers: { 'retry-after': '1' },
        }),
      ),
      true,
    );
  }

  #head(): HttpRequest {
    if (!this.#req) throw new Error('The head of a request is gone after the first await.');
    return this.#req;
  }

  #begin(req: HttpRequest): void {
    this.method = methods[req.getMethod()] ?? 'OTHER';
    this.path = req.getUrl();
    const framing = framingOf(req);
    if (framing.problem) {
      // Where the body ends is in doubt, and so is where the next request begins.
      this.#send(problemAnswer(framing.problem), true);
      return;
    }
    const { route, values } = this.#context.find(this.method, this.path);
    this.#route = route;
    this.#values = values;
    this.authorization = req.getHeader('authorization');
    if (this.method === 'GET' || this.method === 'HEAD') this.ifNoneMatch = req.getHeader('if-none-match');
    else if (framing.hasBody && route.bodyLimit > 0) this.#receive(route.bodyLimit, framing.length);
    const answer = route.handle(this);
    if (answer instanceof Promise) void this.#settle(answer);
    else this.#send(answer);
  }

  async #settle(answer: Promise<Answer>): Promise<void> {
    try {
      this.#send(await answer);
    } catch (error) {
      this.#fail(error);
    }
  }

  #receive(limit: number, length: number | null): void {
    const inbox = openRequestBody(limit, length);
    this.#inbox = inbox;
    this.#res.onData((chunk, isLast) => {
      try {
        this.activeAt = performance.now();
        inbox.take(chunk, isLast);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #abort(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#inbox?.cut(new Aborted('The client went away.'));
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    if (error instanceof Problem) {
      this.#refuse(error);
      return;
    }
    if (isUnavailable(error)) {
      this.#refuse(unavailable(error));
      return;
    }
    const route = this.#route?.name;
    this.#context.log.error({ err: error, route, method: this.method, path: this.path }, 'a request failed');
    this.#refuse(
      new Problem(500, 'Something went wrong on our side.', {
        hint: 'Try again; a marker sent twice with the same id counts once.',
      }),
    );
  }

  #refuse(problem: Problem): void {
    if (problem.status === 503) {
      const { cause, message } = problem;
      this.#context.log.warn({ err: cause, route: this.#route?.name, reason: message }, 'a request was put off');
    }
    this.#send(this.#refusal(problem), problem.status === 413 && this.#inbox?.isEndless() === true);
  }

  #send(answer: Answer, closes = false): void {
    if (this.#isOver) return;
    const isLast = closes || this.#context.isDraining;
    this.#finish();
    try {
      // Inside the library's own callback writes are gathered already.
      if (this.#isInHandler) this.#write(answer, isLast);
      else this.#res.cork(() => this.#write(answer, isLast));
    } catch (error) {
      // Half an answer may be out: only the end of the connection tells the client.
      this.#context.log.error(
        { err: error, route: this.#route?.name, path: this.path },
        'an answer could not be written',
      );
      this.#res.close();
    }
    const { observe } = this.#context;
    observe?.(this.#route?.name ?? 'none', answer.status, (performance.now() - this.#startedAt) / 1_000);
  }

  #write({ status, headers, more, body }: Answer, isLast: boolean): void {
    const res = this.#res;
    if (status !== 200) res.writeStatus(statusLine(status));
    res.writeHeader(headers.name, headers.rest);
    for (const name in more) res.writeHeader(name, cleanHeader(more[name] ?? ''));
    // Closing after an answer without body is broken in the library (it adds a length of its own): such a connection
    // stays open.
    if (body === null) res.endWithoutBody();
    else if (this.method === 'HEAD')
      res.writeHeader('content-length', String(Buffer.byteLength(body))).endWithoutBody();
    else res.end(body, isLast);
  }

  #finish(): void {
    this.#isOver = true;
    if (this.#context.open.delete(this)) this.#context.settled();
  }
}
