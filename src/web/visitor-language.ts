// The language of a page: the address's `?lang=`, then the language that the visitor chose before, then the browser's.
import { type Language, LANGUAGE_COOKIE, LANGUAGES, readLanguage } from '../browser/shared/language.ts';
import { cookieIn, setCookie } from '../http/core/cookies.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { preferredLanguage } from '../http/core/negotiation.ts';

/** A choice is remembered for a year. */
const REMEMBERED_SECONDS = 31_536_000;

/** Call it before the handler's first `await`. `isChosen`: the address names a language, which is to be remembered. */
export function languageOf(exchange: Pick<Exchange, 'header' | 'query'>): {
  readonly language: Language;
  readonly isChosen: boolean;
} {
  const chosen = readLanguage(exchange.query().get('lang') ?? '');
  const remembered = readLanguage(cookieIn(exchange.header('cookie'), LANGUAGE_COOKIE));
  const accepted = preferredLanguage(exchange.header('accept-language'), LANGUAGES);
  return { language: chosen ?? remembered ?? accepted ?? 'en', isChosen: chosen !== null };
}

/** The `Set-Cookie` header that remembers a language. */
export const rememberLanguage = (language: Language, isSecure: boolean): string =>
  setCookie(LANGUAGE_COOKIE, language, { isSecure, maxAge: REMEMBERED_SECONDS });
