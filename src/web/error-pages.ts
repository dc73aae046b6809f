// Problems as pages: for browsers that open an address outside of the API.
import { problemAnswer } from '../http/core/answer.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { asksForPage } from '../http/core/negotiation.ts';
import type { ProblemRenderer } from '../http/core/route.ts';
import { asErrorObject, type RendererOf } from '../http/core/router.ts';
import { networkOf } from '../ops/address.ts';
import { errorPageAnswer } from './layout/html-answer.ts';
import { type PageLanguage, pageLanguage } from './layout/words.tsx';
import type { CountMadePage } from './made-pages.ts';
import { languageOf } from './visitor-language.ts';

/** The language of a request's page. Call it before the handler's first `await`. */
export function pageLanguageOf(exchange: Exchange): PageLanguage {
  const query = exchange.queryText();
  return pageLanguage(languageOf(exchange).language, exchange.path + (query === '' ? '' : `?${query}`));
}

/**
 * Renders the problems of a request as pages; once its network has had too many pages made, as Error objects (rule LIMIT-21).
 * `isOwn`: as in `problemPage`. Call it before the handler's first `await`.
 */
export function errorPagesOf(exchange: Exchange, count: CountMadePage, isOwn: boolean): ProblemRenderer {
  const language = pageLanguageOf(exchange);
  const network = networkOf(exchange.address());
  return (problem) => (count(network) === null ? errorPageAnswer(problem, language, isOwn) : problemAnswer(problem));
}

/** A page for a browser's navigation (rule PAGE-20), the Error object for programs. */
export const pageForBrowsers =
  (count: CountMadePage): RendererOf =>
  (exchange) =>
    asksForPage(exchange.header('accept')) ? errorPagesOf(exchange, count, false) : asErrorObject(exchange);
