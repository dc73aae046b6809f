// What a request for a page brings with it: its visitor's cookies and language, and whether a form comes from this site.
import { randomBytes } from 'node:crypto';
import { cookieIn, cookieName } from '../http/core/cookies.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { pageLanguageOf } from './error-pages.ts';
import { languageOf } from './visitor-language.ts';

export const COOKIES = {
  session: 'touchline_session',
  browser: 'touchline_browser',
  /** Identifies the forms of a visitor without a session. */
  form: 'touchline_form',
} as const;

/** Whether the visitor's cookies are for https only. */
export const isSecureVisit = (exchange: Pick<Exchange, 'isHttps'>, baseUrl: string): boolean =>
  exchange.isHttps() || baseUrl.startsWith('https:');

/** The session in a `Cookie` header; '' without one. `isSecure`: of `isSecureVisit`. */
export const sessionCookieIn = (cookies: string, isSecure: boolean): string =>
  cookieIn(cookies, cookieName(COOKIES.session, isSecure));

export type Arrival = ReturnType<typeof arrive>;

/** The parts of the request head that pages need. */
export function arrive(exchange: Exchange, baseUrl: string) {
  const isHttps = exchange.isHttps();
  const isSecure = isSecureVisit(exchange, baseUrl);
  const cookies = exchange.header('cookie');
  const given = cookieIn(cookies, cookieName(COOKIES.form, isSecure));
  const formCookie = given === '' ? null : given;
  const host = exchange.header('host');
  const [origin, site] = [exchange.header('origin'), exchange.header('sec-fetch-site')];
  const queryText = exchange.queryText();
  const chosen = languageOf(exchange);
  return {
    exchange,
    language: pageLanguageOf(exchange),
    chosenLanguage: chosen.isChosen ? chosen.language : null,
    queryText,
    query: exchange.query(),
    address: exchange.address(),
    host,
    isSecure,
    contentType: exchange.header('content-type'),
    target: exchange.path + (queryText === '' ? '' : `?${queryText}`),
    sessionCookie: sessionCookieIn(cookies, isSecure),
    browserCookie: cookieIn(cookies, cookieName(COOKIES.browser, isSecure)),
    formCookie,
    formSeed: formCookie ?? randomBytes(16).toString('base64url'),
    origin,
    site,
    /** The browser says that a click or a key sent it. */
    isByUser: exchange.header('sec-fetch-user') === '?1',
    isOurs: isOwnForm({ origin, site, host, isHttps, baseUrl }),
  };
}

/** What is wrong with PUBLIC_URL or the proxy, when the browser sends a form from another origin that it takes for ours. */
export function originFault({ origin, site }: Pick<Arrival, 'origin' | 'site'>, baseUrl: string): string | null {
  if ((site !== '' && site !== 'same-origin') || !URL.canParse(origin)) return null;
  return `Origin ${new URL(origin).origin.slice(0, 200)} is not PUBLIC_URL ${baseUrl}.`;
}

/** Whether the form comes from this site, by the browser's headers. Old browsers send none; then the token decides. */
function isOwnForm(from: {
  readonly origin: string;
  readonly site: string;
  readonly host: string;
  readonly isHttps: boolean;
  readonly baseUrl: string;
}): boolean {
  if (from.site !== '' && from.site !== 'same-origin' && from.site !== 'none') return false;
  if (from.origin === '') return true;
  if (!URL.canParse(from.origin)) return false;
  const { origin, host, protocol } = new URL(from.origin);
  if (origin === new URL(from.baseUrl).origin) return true;
  // People may visit the service by another name than PUBLIC_URL. On plain http, an attacker could serve a page under that
  // name.
  return host === from.host && (protocol === 'https:' || !from.isHttps);
}
