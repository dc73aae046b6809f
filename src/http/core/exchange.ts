// Handles one request safely. Only this file uses the request and response of uWebSockets.js. It guarantees, for every
// handler and every client:
//   - `onAborted` is attached before any code can throw (otherwise the library ends the process);
//   - the request object is read only in the first, synchronous part (it lives on the library's stack);
//   - the response is not used after its answer or after an abort;
//   - every request gets an answer: from its handler, 500 after an exception, or 503 after a timeout.
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

/** Renders a Problem as an answer: the Error object or a page. */
export type ProblemRenderer = (problem: Problem) => Answer;

export type Route = {
  /** For metrics and log messages. */
  readonly name: string;
  readonly params: readonly string[];
  /** Maximum bytes of the body. 0: the body is not read. */
  readonly bodyLimit: number;
  /** ms until the request gets 503. */
  readonly timeMs: number;
  readonly refusal: ProblemRenderer;
  readonly handle: Handle;
};

export type Found = { readonly route: Route; /** In the order of `params`. */ readonly values: readonly string[] };

/** The context that all exchanges of a server share. */
export type ExchangeContext = {
  readonly find: (method: Method, path: string) => Found;
  readonly log: Logger;
  /** Called for every answer. `seconds`: from the request head until the answer is handed to the library. */
  readonly observe?: ((route: string, status: number, seconds: number) => void) | undefined;
  /** The running exchanges. `settled` is called when one ends. */
  readonly open: Set<Exchange>;
  readonly settled: () => void;
  /** While true, answers ask the client to close its connection. */
  isDraining: boolean;
};

/** The client has disconnected. */
class Aborted extends Error {}

export class Exchange {
  method: Method = 'OTHER';
  path = '';
  /** ms on the clock of `performance.now()`. Every part of the body renews it. */
  activeAt = performance.now();
  /** `If-None-Match` of a GET or HEAD; '' if there is none. */
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

  /** A request header by its lower-case name; '' if there is none. Call it before the handler's first `await`. */
  header(name: string): string {
    return this.#head().getHeader(name);
  }

  /** The decoded query parameters. Call it before the handler's first `await`. */
  query(): URLSearchParams {
    return new URLSearchParams(this.queryText());
  }

  /** The text after the `?`, as the client sent it. Call it before the handler's first `await`. */
  queryText(): string {
    // Without a `?` the library returns undefined, contrary to its types.
    return (this.#head() as { getQuery(): string | undefined }).getQuery() ?? '';
  }

  /** The client's address as text. Call it before the handler's first `await`. */
  address(): string {
    this.#head();
    return Buffer.from(this.#res.getRemoteAddressAsText()).toString('latin1');
  }

  /** The whole body. Call it once. Throws Problem 413 as soon as the body exceeds the route's limit. */
  body(): Promise<Buffer> {
    return this.#inbox?.whole() ?? Promise.resolve(Buffer.alloc(0));
  }

  /** Answers 503 if the handler takes too long. Its later answer is dropped. */
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

  /** API routes answer with the Error object, pages with a page. */
  #refusal(problem: Problem): Answer {
    return (this.#route?.refusal ?? problemAnswer)(problem);
  }

  /** Answers 503 because the server shuts down. The handler's later answer is dropped. */
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
    if (!this.#req) throw new Error('The request head cannot be read after the first await.');
    return this.#req;
  }

  #begin(req: HttpRequest): void {
    this.method = methods[req.getMethod()] ?? 'OTHER';
    this.path = req.getUrl();
    const framing = framingOf(req);
    if (framing.problem) {
      // The end of the body is ambiguous, and so is the start of the next request.
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
    this.#inbox?.cut(new Aborted('The client disconnected.'));
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
        hint: 'Try again. A marker sent twice with the same id counts once.',
      }),
    );
  }

  #refuse(problem: Problem): void {
    if (problem.status === 503) {
      const { cause, message } = problem;
      this.#context.log.warn({ err: cause, route: this.#route?.name, reason: message }, 'a request was answered 503');
    }
    this.#send(this.#refusal(problem), problem.status === 413 && this.#inbox?.isEndless() === true);
  }

  #send(answer: Answer, closes = false): void {
    if (this.#isOver) return;
    const isLast = closes || this.#context.isDraining;
    this.#finish();
    try {
      // The library corks writes inside its own callback.
      if (this.#isInHandler) this.#write(answer, isLast);
      else this.#res.cork(() => this.#write(answer, isLast));
    } catch (error) {
      // Part of the answer may be sent already, so only closing the connection tells the client.
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
    // The library cannot close after an answer without a body (it adds a content-length), so the connection stays open.
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
