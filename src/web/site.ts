// Pages that people use. A page is two functions, `show` (GET) and `submit` (POST). Before either runs, this file finds the
// session and checks that a form comes from a page that was shown to the same visitor.
import { spenderKey } from '../auth/caller.ts';
import type { Mac } from '../auth/mac.ts';
import { KNOWN_BROWSER_SECONDS } from '../auth/known-browsers.ts';
import type { Rate } from '../auth/rate-limit.ts';
import { networkOf } from '../ops/address.ts';
import { type Logger, openRareWarning } from '../ops/logger.ts';
import { inTurns } from '../ops/turns.ts';
import type { SignInSession, SignInSessions } from '../auth/sign-in-sessions.ts';
import type { Visitor } from './layout/layout.tsx';
import type { Problem } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import { cookieName, setCookie } from '../http/core/cookies.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { FORM_BODY_LIMIT, readForm, readFormWithFile } from '../http/core/form-body.ts';
import type { VNode } from 'preact';
import type { Language } from '../browser/shared/language.ts';
import type { PageWords } from '../browser/shared/words.ts';
import { countedSession } from './counted-session.ts';
import { openFormLimit } from './form-limit.ts';
import { type Arrival, arrive, COOKIES, originFault } from './arrival.ts';
import type { BuiltPages } from './built-files.ts';
import { errorPagesOf } from './error-pages.ts';
import { htmlInPieces, type HtmlOptions, seeOther } from './layout/html-answer.ts';
import { keptFormAnswer } from './layout/kept-form.tsx';
import { PageProblem } from './layout/page-problem.ts';
import type { CountMadePage } from './made-pages.ts';
import { openPageTurns } from './page-turns.ts';
import { openRepeatedForms } from './repeated-forms.ts';
import { rememberLanguage } from './visitor-language.ts';
import { signInAddress } from './next-address.ts';
import type { RouteSpec } from '../http/core/router.ts';

/** One request for a page, with all that pages read from it: uWebSockets.js drops the head after the first `await`. */
export type Visit<S extends SignInSession | null = SignInSession | null> = {
  /** A path parameter, decoded. */
  readonly param: (name: string) => string;
  /** The query as it was sent, without its `?`. */
  readonly queryText: string;
  readonly query: URLSearchParams;
  /** The address of the client (rule ACCESS-17). */
  readonly address: string;
  /** The cookie of a browser that has signed in before; '' without one. */
  readonly browserCookie: string;
  /** The `Host` header. */
  readonly host: string;
  /** The visitor comes by https, or should: cookies are for https only. */
  readonly isSecure: boolean;
  readonly session: S;
  /** For the page's header; null without a session. */
  readonly visitor: S extends null ? Visitor | null : Visitor;
  /** Each form of the page carries it (`<Form csrf=…>`). */
  readonly csrf: string;
  readonly language: Language;
  /** The texts in the visitor's language (rule PAGE-21). */
  readonly words: PageWords;
  /** The answer with a page in the visitor's language. It is made in the turn of its visitor (rule OPS-18). */
  readonly html: (status: number, page: VNode, options?: HtmlOptions) => Promise<Answer>;
};

type Show<S extends SignInSession | null> = (visit: Visit<S>) => Answer | Promise<Answer>;
/** `file`: the bytes of the file in a form of a page with `takesFile`; null without one. */
type Submit<S extends SignInSession | null> = (
  visit: Visit<S>,
  form: URLSearchParams,
  file: Uint8Array | null,
) => Answer | Promise<Answer>;

type Page<S extends SignInSession | null> = {
  /** For metrics and the log. */
  readonly name: string;
  readonly path: string;
  /** Throws a Problem that every visitor gets, before the redirect to the sign-in page. */
  readonly precheck?: (visit: Visit) => void;
  readonly show?: Show<S>;
  /** Runs only for a form that was shown to this visitor; any other form is 403. */
  readonly submit?: Submit<S>;
  /** Bytes that its form may have; `FORM_BODY_LIMIT` without it. */
  readonly formBytes?: number;
  /** Its form may have one file. */
  readonly takesFile?: boolean;
  /** Entries of an ended session are shown for sending again (rule MANAGE-13). Not for forms with a file, a password or a consent. */
  readonly keepsForm?: true;
  /** A better answer than 403 to a form that is out of date. It must change nothing. */
  readonly outOfDate?: (visit: Visit<S>) => Answer | null;
};

export type SiteDeps = {
  readonly sessions: SignInSessions;
  readonly formTokens: Mac;
  /** Counts one request of a signed-in user. Throws Problem 429. */
  readonly rate: Pick<Rate, 'take'>;
  readonly countMadePage: CountMadePage;
  /** The public address of the service, without a slash at its end; known once it listens. */
  readonly baseUrl: () => string;
  /** Null when the pages are not built. */
  readonly pages?: BuiltPages | null | undefined;
  readonly logger: Pick<Logger, 'warn'>;
};

export type Site = {
  /** A page that needs no session. */
  open(page: Page<SignInSession | null>): readonly RouteSpec[];
  /** A page that needs a session. Visitors without one are sent to the sign-in page and back. */
  signedIn(page: Page<SignInSession>): readonly RouteSpec[];
  /** The header that starts a session. With an empty value and 0 seconds it ends the session. */
  sessionCookie(visit: Scheme, value: string, maxAge: number): { readonly 'set-cookie': string };
  /** The `Set-Cookie` header of a browser that is known from now on, also after sign-out. */
  browserCookie(visit: Scheme, value: string): string;
};
type Scheme = Pick<Visit, 'isSecure'>;
type Admit<S extends SignInSession | null> = (
  arrival: Arrival,
  session: SignInSession | null,
) => Visit<S> | Answer | Promise<Answer>;

export function openSite({ sessions, formTokens, rate, countMadePage, baseUrl, pages, logger }: SiteDeps): Site {
  const warnRarely = openRareWarning(logger);
  const countLargeForm = openFormLimit();
  const inPageTurn = openPageTurns();
  const unlessRepeated = openRepeatedForms();

  /** Of a signed-out visitor. Throws Problem 429. */
  function countVisit(address: string): void {
    const refusal = countMadePage(networkOf(address));
    if (refusal !== null) throw refusal;
  }

  function route<S extends SignInSession | null>(
    page: Page<S>,
    method: 'GET' | 'POST',
    admit: Admit<S>,
    answer: (visit: Visit<S>, arrival: Arrival) => Answer | Promise<Answer>,
  ): RouteSpec {
    const handle = async (exchange: Exchange): Promise<Answer> => {
      const arrival = arrive(exchange, baseUrl());
      const { sessionCookie } = arrival;
      const counted = sessionCookie === '' ? null : await countedSession({ sessions, rate }, sessionCookie);
      if (counted === null) countVisit(arrival.address);
      else exchange.allowance = counted.allowance;
      const session = counted?.session ?? null;
      const made = (): Promise<Answer> => madeFor(arrival, session);
      return session === null ? made() : inPageTurn(session.userId, made);
    };
    const madeFor = async (arrival: Arrival, session: SignInSession | null): Promise<Answer> => {
      const admitted = await admit(arrival, session);
      if ('status' in admitted) return admitted;
      const given = await answer(admitted, arrival);
      const { isSecure, formSeed, formCookie, chosenLanguage } = arrival;
      // A visitor without a session gets a cookie that its forms are checked against.
      const needsFormCookie = session === null && formCookie === null && page.submit !== undefined;
      const cookies = [
        ...(given.cookies ?? []),
        ...(chosenLanguage === null ? [] : [rememberLanguage(chosenLanguage, isSecure)]),
      ];
      const more = needsFormCookie
        ? { 'set-cookie': setCookie(cookieName(COOKIES.form, isSecure), formSeed, { isSecure }), ...given.more }
        : given.more;
      return { ...given, more, cookies };
    };
    const bodyLimit = method === 'POST' ? (page.formBytes ?? FORM_BODY_LIMIT) : 0;
    return {
      name: page.name,
      access: 'session',
      method,
      path: page.path,
      bodyLimit,
      rendererOf: (exchange) => errorPagesOf(exchange, countMadePage, true),
      handle,
    };
  }

  function routes<S extends SignInSession | null>(page: Page<S>, admit: Admit<S>): readonly RouteSpec[] {
    const { show, submit } = page;
    const found: RouteSpec[] = [];
    if (show) found.push(route(page, 'GET', admit, show));
    if (submit) {
      const checked = async (visit: Visit<S>, arrival: Arrival): Promise<Answer> => {
        if (!arrival.isOurs) {
          const fault = originFault(arrival, baseUrl());
          if (fault !== null) warnRarely(fault);
          throw outdatedForm(visit.words, fault);
        }
        if (page.formBytes !== undefined) countLargeForm(visit);
        const read = page.takesFile === true ? readFormWithFile : readFormAlone;
        const { form, file } = await read(arrival.exchange, arrival.contentType);
        // A form may take 20 seconds to arrive, and its session may end meanwhile (rule PAGE-4).
        const isOver = visit.session !== null && (await sessions.find(arrival.sessionCookie, () => undefined)) === null;
        const seed = isOver ? null : (visit.session?.id ?? arrival.formCookie);
        if (seed !== null && formTokens.verify(seed, form.get('csrf') ?? '')) {
          const submitted = async (): Promise<Answer> => submit(visit, form, file);
          if (visit.session === null || file !== null || !arrival.isByUser) return submitted();
          return unlessRepeated({ sessionId: visit.session.id, target: arrival.target, form }, submitted);
        }
        const sender = isOver ? visitOf(arrival, null) : visit;
        const kept = isKept(page, arrival) ? keptFormAnswer(sender, arrival.target, form) : null;
        const answer = kept ?? page.outOfDate?.(visit) ?? null;
        if (answer === null) throw outdatedForm(visit.words);
        return answer;
      };
      found.push(route(page, 'POST', admit, checked));
    }
    return found;
  }

  function visitOf(arrival: Arrival, session: SignInSession | null): Visit {
    const { exchange, queryText, query, address, browserCookie, host, isSecure, formSeed, language } = arrival;
    const csrf = formTokens.sign(session?.id ?? formSeed);
    const visitor = session && { name: session.name, csrf };
    const param = (name: string): string => exchange.param(name);
    const { words } = language;
    /** All pages that one visitor asks for at once hold up others like a single page. */
    const owner = session === null ? networkOf(address) : spenderKey({ kind: 'person', userId: session.userId });
    const html: Visit['html'] = (status, page, options = {}) => {
      const { hasTimes = false, script } = options;
      const scriptsOf = (names: readonly string[]): string[] =>
        names.flatMap((name) => pages?.manifest[name]?.js ?? []);
      const scripts = scriptsOf(script === undefined ? [] : [script]);
      const scriptsBeforePaint = scriptsOf(hasTimes ? ['local-times'] : []);
      const work =
        scripts.length + scriptsBeforePaint.length === 0
          ? htmlInPieces(language, status, page, options)
          : htmlInPieces({ ...language, scripts, scriptsBeforePaint }, status, page, { ...options, hasScripts: true });
      return inTurns(work, owner);
    };
    return {
      param,
      queryText,
      query,
      address,
      browserCookie,
      host,
      isSecure,
      session,
      visitor,
      csrf,
      language: language.language,
      words,
      html,
    };
  }

  return {
    open: (page) => routes<SignInSession | null>(page, visitOf),
    signedIn: (page) =>
      routes<SignInSession>(page, (arrival, session) => {
        const visit = visitOf(arrival, session);
        page.precheck?.(visit);
        if (session === null || visit.visitor === null) {
          if (!isKept(page, arrival)) return seeOther(signInAddress(arrival.target));
          countLargeForm(visit);
          return showKept(visit, arrival);
        }
        return { ...visit, session, visitor: visit.visitor };
      }),
    sessionCookie: ({ isSecure }, value, maxAge) => ({
      'set-cookie': setCookie(cookieName(COOKIES.session, isSecure), value, { isSecure, maxAge }),
    }),
    browserCookie: ({ isSecure }, value) =>
      setCookie(cookieName(COOKIES.browser, isSecure), value, { isSecure, maxAge: KNOWN_BROWSER_SECONDS }),
  };
}

/** Only where the browser says that the form is ours: otherwise another page could plant entries that a visitor sends. */
const isKept = ({ keepsForm }: { readonly keepsForm?: true }, arrival: Arrival): boolean =>
  keepsForm === true &&
  arrival.exchange.method === 'POST' &&
  arrival.isOurs &&
  (arrival.origin !== '' || arrival.site !== '');

const showKept = async (visit: Visit, { exchange, contentType, target }: Arrival): Promise<Answer> =>
  keptFormAnswer(visit, target, await readForm(exchange, contentType)) ?? seeOther(signInAddress(target));

const readFormAlone = async (exchange: Exchange, contentType: string) => ({
  form: await readForm(exchange, contentType),
  file: null,
});

const outdatedForm = ({ outdatedForm: { title, advice } }: PageWords, fault: string | null = null): Problem =>
  new PageProblem(403, title, { hint: fault === null ? advice : `${advice} ${fault}` });
