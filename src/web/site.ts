// Pages that people use. A page is two functions, `show` (GET) and `submit` (POST). Before either runs, this file finds the
// session and checks that a form comes from a page that was shown to the same visitor.
import type { FormTokens } from '../auth/form-tokens.ts';
import type { SignInSession, SignInSessions } from '../auth/sign-in-sessions.ts';
import type { Visitor } from './layout/layout.tsx';
import { Problem } from '../ops/problem.ts';
import { randomBytes } from 'node:crypto';
import type { Answer } from '../http/core/answer.ts';
import { cookieIn, cookieName, setCookie } from '../http/core/cookies.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { FORM_BODY_LIMIT, readForm } from '../http/core/form-body.ts';
import { errorPageAnswer, seeOther } from './layout/html-answer.ts';
import { signInAddress } from './next-address.ts';
import type { RouteSpec } from '../http/core/router.ts';

/** One request for a page, with all that pages read from it: uWebSockets.js drops the head after the first `await`. */
export type Visit<S extends SignInSession | null = SignInSession | null> = {
  /** A path parameter, decoded. */
  readonly param: (name: string) => string;
  /** The query as it was sent, without its `?`. */
  readonly queryText: string;
  readonly query: URLSearchParams;
  /** The address of the client, or of the last proxy. */
  readonly address: string;
  /** The `Host` header. */
  readonly host: string;
  readonly session: S;
  /** For the page's header; null without a session. */
  readonly visitor: S extends null ? Visitor | null : Visitor;
  /** Each form of the page carries it (`<Form csrf=…>`). */
  readonly csrf: string;
};

type Show<S extends SignInSession | null> = (visit: Visit<S>) => Answer | Promise<Answer>;
type Submit<S extends SignInSession | null> = (visit: Visit<S>, form: URLSearchParams) => Answer | Promise<Answer>;

export type Page<S extends SignInSession | null> = {
  /** For metrics and the log. */
  readonly name: string;
  readonly path: string;
  /** Throws a Problem that every visitor gets, before the redirect to the sign-in page. */
  readonly precheck?: (visit: Visit) => void;
  readonly show?: Show<S>;
  /** Runs only for a form that was shown to this visitor; any other form is 403. */
  readonly submit?: Submit<S>;
  /** A better answer than 403 to a form that is out of date. It must change nothing. */
  readonly outOfDate?: (visit: Visit<S>) => Answer | null;
};

export type SiteDeps = {
  readonly sessions: SignInSessions;
  readonly formTokens: FormTokens;
  /** The public address of the service, without a slash at its end; known once it listens. */
  readonly baseUrl: () => string;
};

export type Site = {
  /** A page that needs no session. */
  open(page: Page<SignInSession | null>): readonly RouteSpec[];
  /** A page that needs a session. Visitors without one are sent to the sign-in page and back. */
  signedIn(page: Page<SignInSession>): readonly RouteSpec[];
  /** The headers that start and end a session. */
  readonly sessionCookie: { start(value: string, maxAge: number): SetCookie; end(): SetCookie };
};
type SetCookie = { readonly 'set-cookie': string };

const SESSION = 'touchline_session';
/** Identifies the forms of a visitor without a session. */
const FORM = 'touchline_form';

export function openSite({ sessions, formTokens, baseUrl }: SiteDeps): Site {
  const isSecure = (): boolean => baseUrl().startsWith('https:');

  function route<S extends SignInSession | null>(
    page: Page<S>,
    method: 'GET' | 'POST',
    admit: (arrival: Arrival, session: SignInSession | null) => Visit<S> | Answer,
    answer: (visit: Visit<S>, arrival: Arrival) => Answer | Promise<Answer>,
  ): RouteSpec {
    const handle = async (exchange: Exchange): Promise<Answer> => {
      const arrival = arrive(exchange, baseUrl(), isSecure());
      const session = arrival.sessionCookie === '' ? null : await sessions.find(arrival.sessionCookie);
      const admitted = admit(arrival, session);
      if ('status' in admitted) return admitted;
      const given = await answer(admitted, arrival);
      // A visitor without a session gets a cookie that its forms are checked against.
      if (session !== null || arrival.formCookie !== null || !page.submit) return given;
      const cookie = setCookie(cookieName(FORM, isSecure()), arrival.formSeed, { isSecure: isSecure() });
      return { ...given, more: { 'set-cookie': cookie, ...given.more } };
    };
    const bodyLimit = method === 'POST' ? FORM_BODY_LIMIT : 0;
    return { name: page.name, method, path: page.path, bodyLimit, refusal: errorPageAnswer, handle };
  }

  function routes<S extends SignInSession | null>(
    page: Page<S>,
    admit: (arrival: Arrival, session: SignInSession | null) => Visit<S> | Answer,
  ): readonly RouteSpec[] {
    const { show, submit } = page;
    const found: RouteSpec[] = [];
    if (show) found.push(route(page, 'GET', admit, show));
    if (submit) {
      const checked = async (visit: Visit<S>, arrival: Arrival): Promise<Answer> => {
        if (!arrival.isOurs) throw outdatedForm();
        const form = await readForm(arrival.exchange, arrival.contentType);
        const seed = visit.session?.id ?? arrival.formCookie;
        if (seed !== null && formTokens.isGood(seed, form.get('csrf') ?? '')) return submit(visit, form);
        const answer = page.outOfDate?.(visit) ?? null;
        if (answer === null) throw outdatedForm();
        return answer;
      };
      found.push(route(page, 'POST', admit, checked));
    }
    return found;
  }

  function visitOf(arrival: Arrival, session: SignInSession | null): Visit {
    const { exchange, queryText, query, address, host, formSeed } = arrival;
    const csrf = formTokens.make(session?.id ?? formSeed);
    const visitor = session && { name: session.name, csrf };
    return { param: (name) => exchange.param(name), queryText, query, address, host, session, visitor, csrf };
  }

  return {
    open: (page) => routes<SignInSession | null>(page, visitOf),
    signedIn: (page) =>
      routes<SignInSession>(page, (arrival, session) => {
        const visit = visitOf(arrival, session);
        page.precheck?.(visit);
        if (session === null || visit.visitor === null) return seeOther(signInAddress(arrival.target));
        return { ...visit, session, visitor: visit.visitor };
      }),
    sessionCookie: {
      start: (value, maxAge) => ({
        'set-cookie': setCookie(cookieName(SESSION, isSecure()), value, { isSecure: isSecure(), maxAge }),
      }),
      end: () => ({
        'set-cookie': setCookie(cookieName(SESSION, isSecure()), '', { isSecure: isSecure(), maxAge: 0 }),
      }),
    },
  };
}

type Arrival = ReturnType<typeof arrive>;

/** What pages need from the head of the request. */
function arrive(exchange: Exchange, baseUrl: string, isSecure: boolean) {
  const cookies = exchange.header('cookie');
  const given = cookieIn(cookies, cookieName(FORM, isSecure));
  const formCookie = given === '' ? null : given;
  const host = exchange.header('host');
  const queryText = exchange.queryText();
  return {
    exchange,
    queryText,
    query: exchange.query(),
    address: exchange.address(),
    host,
    contentType: exchange.header('content-type'),
    target: exchange.path + (queryText === '' ? '' : `?${queryText}`),
    sessionCookie: cookieIn(cookies, cookieName(SESSION, isSecure)),
    formCookie,
    formSeed: formCookie ?? randomBytes(16).toString('base64url'),
    isOurs: isOwnForm({ origin: exchange.header('origin'), site: exchange.header('sec-fetch-site'), host, baseUrl }),
  };
}

/** Whether the form comes from this site, by the browser's headers. Old browsers send none; then the token decides. */
function isOwnForm(from: { origin: string; site: string; host: string; baseUrl: string }): boolean {
  if (from.site !== '' && from.site !== 'same-origin' && from.site !== 'none') return false;
  if (from.origin === '') return true;
  if (!URL.canParse(from.origin)) return false;
  const { origin, host } = new URL(from.origin);
  // People may visit the service by another name than PUBLIC_URL.
  return origin === new URL(from.baseUrl).origin || host === from.host;
}

const outdatedForm = (): Problem =>
  new Problem(403, 'This form is out of date.', {
    hint: 'Nothing was changed. Open the page again and send its form. Your browser must allow cookies for this site.',
  });
