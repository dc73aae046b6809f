// Pages that people use: who is visiting, and that a form which arrives is one that we showed to this very person. A page
// is two functions, `show` (GET) and `submit` (POST); neither can forget the checks, because they are made before it runs.
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

/** One request for a page; its head is gone after the first `await`, so all that pages look at is here. */
export type Visit<S extends SignInSession | null = SignInSession | null> = {
  /** A path parameter, decoded. */
  readonly param: (name: string) => string;
  /** What follows the `?`, as it was sent. */
  readonly queryText: string;
  readonly query: URLSearchParams;
  /** Of the client's end of the connection: the last proxy where there is one. */
  readonly address: string;
  /** The `Host` header: under which name we are visited. */
  readonly host: string;
  readonly session: S;
  /** For the page's frame; null when nobody is signed in. */
  readonly visitor: S extends null ? Visitor | null : Visitor;
  /** Belongs into each form of the page (`<Form csrf=…>`). */
  readonly csrf: string;
};

type Show<S extends SignInSession | null> = (visit: Visit<S>) => Answer | Promise<Answer>;
type Submit<S extends SignInSession | null> = (visit: Visit<S>, form: URLSearchParams) => Answer | Promise<Answer>;

export type Page<S extends SignInSession | null> = {
  /** For metrics and the log. */
  readonly name: string;
  readonly path: string;
  /** Throws the Problem that everybody is told, before anybody is sent to sign in. */
  readonly precheck?: (visit: Visit) => void;
  readonly show?: Show<S>;
  /** Runs only for a form that we showed to this visitor: everything else is 403. */
  readonly submit?: Submit<S>;
  /** What a form that is out of date is answered, where there is something better than 403. It must do nothing. */
  readonly outOfDate?: (visit: Visit<S>) => Answer | null;
};

export type SiteDeps = {
  readonly sessions: SignInSessions;
  readonly formTokens: FormTokens;
  /** Where the service is reached, without a slash at its end; known once it listens. */
  readonly baseUrl: () => string;
};

export type Site = {
  /** A page for everybody. */
  open(page: Page<SignInSession | null>): readonly RouteSpec[];
  /** A page for people who have signed in; others are sent to do so and come back. */
  signedIn(page: Page<SignInSession>): readonly RouteSpec[];
  /** The headers that begin a session and end it. */
  readonly sessionCookie: { start(value: string, maxAge: number): SetCookie; end(): SetCookie };
};
type SetCookie = { readonly 'set-cookie': string };

const SESSION = 'touchline_session';
/** What the forms of somebody without a session go by. */
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
      // Whoever has no session is known by a cookie of the form's own, where there is one.
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
        if (!arrival.isOurs) throw strangeForm();
        const form = await readForm(arrival.exchange, arrival.contentType);
        const seed = visit.session?.id ?? arrival.formCookie;
        if (seed !== null && formTokens.isGood(seed, form.get('csrf') ?? '')) return submit(visit, form);
        const answer = page.outOfDate?.(visit) ?? null;
        if (answer === null) throw strangeForm();
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

/** What is needed of the head. */
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

/** What browsers say of where a form comes from. Old ones say nothing; then its token has to do. */
function isOwnForm(from: { origin: string; site: string; host: string; baseUrl: string }): boolean {
  if (from.site !== '' && from.site !== 'same-origin' && from.site !== 'none') return false;
  if (from.origin === '') return true;
  if (!URL.canParse(from.origin)) return false;
  const { origin, host } = new URL(from.origin);
  // The service may be visited by other names than the one in its settings.
  return origin === new URL(from.baseUrl).origin || host === from.host;
}

const strangeForm = (): Problem =>
  new Problem(403, 'This form is out of date.', {
    hint: 'Nothing was done. Open the page again and send the form from there; cookies must be allowed for this site.',
  });
