// Handles one request safely. Handlers get this object, and never the request and response of uWebSockets.js. For all of them:
//   - `onAborted` is attached before any code can throw (otherwise the library ends the process);
//   - the request object is read only in the first, synchronous part (it lives on the library's stack);
//   - the response is not used after its answer or after an abort;
//   - every request gets an answer: from its handler, 500 after an exception, or 503 after a timeout.
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { Caller, Spender } from '../../auth/caller.ts';
import type { RequestSpan } from '../../ops/tracing.ts';
import type { Place } from '../../ops/arrivals.ts';
import { shuttingDown, tookTooLong } from '../../ops/problem.ts';
import { alwaysLines } from './always-lines.ts';
import { type Answer, isFinal, problemAnswer, type StreamEvents } from './answer.ts';
import { framingOf, LATE_MS, RequestBody } from './request-body.ts';
import { headOf, keptHead, parametersIn, type RequestHead } from './request-head.ts';
import { type Answered, type Method, methodOf, type ProblemRenderer, type Route } from './route.ts';
import type { SharedContext } from './shared-context.ts';
import { thrownProblem } from './thrown-problem.ts';
import { writeAnswer, writeStream } from './write-answer.ts';

/** Handles a request that needs no credential, or whose handler checks it by itself. */
export type Handle = (exchange: Exchange) => Answered;
/** Handles the request of a caller whose credential and allowance were checked. */
export type CallerHandle = (exchange: Exchange, caller: Caller) => Answered;
export type ExchangeContext = SharedContext<Exchange>;

/** A body must have arrived, and an answer be taken, within this time (rule LIMIT-8). */
export const SLOW_MS = 20_000;

export class Exchange {
  method: Method = 'OTHER';
  path = '';
  /** ms on the clock of `performance.now()`. Every part of the body renews it. */
  activeAt = performance.now();
  /** `If-None-Match` of a GET or HEAD; '' if there is none. */
  ifNoneMatch = '';
  authorization = '';
  /** Requests that the caller may still send at once, a whole number; null when none are counted. */
  allowance: number | null = null;
  /** The spender whose allowance a large answer counts against; null if there is none. */
  spender: Spender | null = null;
  readonly #startedAt = this.activeAt;
  readonly #context: ExchangeContext;
  readonly #res: HttpResponse;
  readonly #span: RequestSpan | null;
  readonly #place: Place<Exchange>;
  #head: RequestHead | null;
  #route: Route<Exchange> | null = null;
  #values: readonly string[] = [];
  #body: RequestBody | null = null;
  /** API routes answer with the Error object, pages with a page. */
  #renderProblem: ProblemRenderer = problemAnswer;
  #stream: StreamEvents | null = null;
  #isOver = false;
  #isInHandler = true;
  #asksClose = false; // The library takes every `Connection` of five letters for `close`.

  /** Serves one request; never throws. */
  static serve(context: ExchangeContext, res: HttpResponse, req: HttpRequest, span: RequestSpan | null): void {
    const exchange = new Exchange(context, res, headOf(req, res, context.isTrusted, context.isTls), span);
    let isKept = false;
    try {
      isKept = exchange.#begin(req);
    } catch (error) {
      exchange.#fail(error);
    } finally {
      if (!isKept) exchange.#head = null;
      exchange.#isInHandler = false;
    }
  }

  private constructor(context: ExchangeContext, res: HttpResponse, head: RequestHead, span: RequestSpan | null) {
    res.onAborted(() => this.#abort());
    this.#context = context;
    this.#res = res;
    this.#span = span;
    this.#head = head;
    this.#place = context.open.add(this);
    context.turn.count();
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
    return this.#headNow().header(name);
  }

  /** The decoded parameters of the query, at most `PARAMETERS_MAX`. Call it before the handler's first `await`. */
  query(): URLSearchParams {
    return parametersIn(this.queryText());
  }

  /** The text after the `?`, as the client sent it. Call it before the handler's first `await`. */
  queryText(): string {
    return this.#headNow().query();
  }

  /** The client's address, also behind trusted proxies (rule ACCESS-17). Call it before the handler's first `await`. */
  address(): string {
    return this.#headNow().address();
  }

  /** Whether the client came by https, also to a trusted proxy. Call it before the handler's first `await`. */
  isHttps(): boolean {
    return this.#headNow().isHttps();
  }

  /** The whole body. Call it once. Throws Problem 413 as soon as the body exceeds the route's limit, 401, 403 and 503. */
  async body(): Promise<Buffer> {
    const bytes = (await this.#body?.whole()) ?? Buffer.alloc(0);
    if (this.activeAt - this.#startedAt > LATE_MS) await this.#context.recheck(this);
    return bytes;
  }

  /** Answers 503 if the handler takes too long; closes the connection if the body does. `now` as in `activeAt`. */
  checkTime(now: number): void {
    if (this.#body?.isWhole() === false && now - this.#startedAt > SLOW_MS) {
      this.cut('the body of a request took too long');
    } else if (now - this.activeAt > (this.#route?.timeMs ?? 0)) {
      this.#context.logger.warn({ route: this.#routeName(), path: this.path }, 'a request took too long');
      this.#send(this.#renderProblem(tookTooLong()));
    } else this.#body?.keepOpen();
  }

  /** Closes the connection at once, without an answer. The handler's later answer is dropped. */
  cut(reason: string): void {
    this.#context.logger.info({ route: this.#routeName(), path: this.path }, reason);
    this.#res.close();
  }

  /** Answers 503 because the server shuts down. The handler's later answer is dropped. */
  rejectForShutdown(): void {
    const hint = 'It may still take effect: send it again, with the same id, after Retry-After seconds.';
    this.#send(this.#renderProblem(shuttingDown(hint)), true);
  }

  #headNow(): RequestHead {
    if (!this.#head) throw new Error('The request head cannot be read after the first await.');
    return this.#head;
  }

  #routeName(): string {
    return this.#route?.name ?? 'none';
  }

  /** Runs the handler behind its gate. Returns whether that happens later, when a credential was looked up. */
  #begin(req: HttpRequest): boolean {
    const gate = this.#find(req)?.gate;
    if (gate === undefined) return false;
    if (gate.kind === 'open') {
      this.#take(gate.handle(this));
      return false;
    }
    if (gate.kind === 'admin') return this.#takeLater(req, gate.check(this), () => gate.handle(this));
    const caller = gate.callerOf(this);
    if (caller instanceof Promise) return this.#takeLater(req, caller, (found) => gate.handle(this, found));
    this.#take(gate.handle(this, caller));
    return false;
  }

  /** Reads the head and begins to receive the body. Null when the request was answered because its framing is unclear. */
  #find(req: HttpRequest): Route<Exchange> | null {
    this.method = methodOf(req.getMethod());
    this.path = req.getUrl();
    this.#asksClose = req.getHeader('connection').length === 5;
    const { problem, hasBody, length } = framingOf(req);
    if (problem) {
      // The start of the next request is unclear too. If it is there already, the library closes the connection now.
      setImmediate(() => this.#send(problemAnswer(problem), true));
      return null;
    }
    const { route, values } = this.#context.find(this.method, this.path);
    this.#route = route;
    this.#values = values;
    this.#renderProblem = route.rendererOf(this);
    this.authorization = req.getHeader('authorization');
    if (this.method === 'GET' || this.method === 'HEAD') this.ifNoneMatch = req.getHeader('if-none-match');
    else if (hasBody && route.bodyLimit > 0) this.#receive(route.bodyLimit, length);
    return route;
  }

  /** Runs the handler when the credential was looked up. It reads a copy of the head: the library has dropped the original. */
  #takeLater<T>(req: HttpRequest, admitted: Promise<T>, handle: (value: T) => Answered): true {
    this.#head = keptHead(req, this.#headNow());
    const answer = async (): Promise<Answer> => {
      const value = await admitted;
      // A body that came before its caller was known counts now.
      if (this.#body?.isWhole()) this.#context.received(this, this.#body.received());
      const answered = handle(value);
      this.#head = null;
      return answered;
    };
    this.#take(answer());
    return true;
  }

  #take(answer: Answered): void {
    if (answer instanceof Promise) void this.#settle(answer);
    else this.#answer(answer);
  }

  /** A finished answer is always sent: a large one delays the next requests of its caller (rule LIMIT-1). */
  #answer(answer: Answer): void {
    if (this.method === 'GET' && answer.body !== null) this.#context.answered(this, answer.body.length);
    this.#send(answer);
  }

  async #settle(answer: Promise<Answer>): Promise<void> {
    try {
      this.#answer(await answer);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Begins to receive the body. `length`: the announced one; null if chunked. */
  #receive(limit: number, length: number | null): void {
    const closesAfter = (): boolean => this.#asksClose || this.#context.isDraining;
    const res = this.#res;
    const end = (): void => this.cut('the body of a request came in too many parts');
    const flow = { pause: () => res.pause(), resume: () => res.resume(), end, closesAfter };
    const body = (this.#body = new RequestBody(limit, length, this.#context.bodyBytes, flow));
    res.onData((chunk, isLast) => {
      this.activeAt = performance.now();
      body.take(chunk, isLast);
      if (isLast) this.#context.received(this, body.received());
    });
  }

  /** The client has gone, or the connection was cut: the library ends the response. */
  #abort(): void {
    this.#context.writing.delete(this);
    this.#stream?.closed();
    if (this.#isOver) return;
    this.#finish(null);
    this.#body?.cut();
  }

  /** Answers with the problem that an error means. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    const request = { route: this.#routeName(), method: this.method, path: this.path };
    const problem = thrownProblem(error, request, this.#context.logRepeats);
    this.#send(this.#renderProblem(problem), this.#body?.isEndless() === true);
  }

  /** Sends the one answer of the request; a later one is dropped. `closes`: the connection ends with it. */
  #send(answer: Answer, closes = false): void {
    if (this.#isOver) return;
    if (this.#isInHandler && this.#context.turn.isCrowded()) {
      setImmediate(() => this.#send(answer, closes));
      return;
    }
    this.#finish(answer.status);
    this.#body?.drop();
    const isLast = closes || this.#context.isDraining;
    try {
      // The library corks writes inside its own callback.
      if (this.#isInHandler) this.#write(answer, isLast);
      else this.#res.cork(() => this.#write(answer, isLast));
    } catch (error) {
      // Part of the answer may be sent already, so only closing the connection tells the client.
      this.#context.logger.error({ err: error, route: this.#routeName() }, 'an answer could not be written');
      this.#res.close();
    }
    this.#context.observe?.(this.#routeName(), answer.status, (performance.now() - this.#startedAt) / 1_000);
  }

  #write(answer: Answer, isLast: boolean): void {
    const always = alwaysLines(this.allowance, this.#context.isHttps, this.#asksClose || isFinal(answer, this.method));
    if (answer.stream && this.method !== 'HEAD') {
      this.#stream = writeStream(this.#res, answer, always, answer.stream);
      return;
    }
    const written = (): void => {
      this.#context.writing.delete(this);
    };
    const waiting = writeAnswer(this.#res, answer, { isHead: this.method === 'HEAD', isLast, always, written });
    if (waiting !== null) this.#context.writing.add(this, waiting);
  }

  /** The request is over. `status`: null if it got no answer. */
  #finish(status: number | null): void {
    this.#isOver = true;
    this.#span?.end(this.#routeName(), status);
    if (this.#context.open.remove(this.#place)) this.#context.settled();
  }
}
