// Problems as pages: for browsers that open an address outside of the API.
import { problemAnswer } from '../http/core/answer.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { asksForPage } from '../http/core/negotiation.ts';
import type { ProblemRenderer } from '../http/core/route.ts';
import { asErrorObject, type RendererOf } from '../http/core/router.ts';
import { networkOf } from '../ops/address.ts';
import { errorPageAnswer } from './layout/html-answer.ts';
import { keptErrorPage } from './layout/kept-error-page.ts';
import { type PageLanguage, pageLanguage } from './layout/words.tsx';
import type { CountMadePage } from './made-pages.ts';
import { languageOf } from './visitor-language.ts';

type PageRequest = Pick<Exchange, 'header' | 'query' | 'queryText' | 'path' | 'address' | 'allowance'>;

/** The language of a request's page. Call it before the handler's first `await`. */
export function pageLanguageOf(exchange: PageRequest): PageLanguage {
  const query = exchange.queryText();
  return pageLanguage(languageOf(exchange).language, exchange.path + (query === '' ? '' : `?${query}`));
}

/**
 * Renders the problems of a request as pages (rule LIMIT-21). Those of signed-out visitors count for their network, those of signed-in
 * users for the user. Beyond the limit a browser gets a page that is kept, and a program the Error object. `isOwn`: as in `problemPage`.
 * Call it before the handler's first `await`.
 */
export function errorPagesOf(exchange: PageRequest, count: CountMadePage, isOwn: boolean): ProblemRenderer {
  const language = pageLanguageOf(exchange);
  const network = networkOf(exchange.address());
  const isForBrowser = asksForPage(exchange.header('accept'));
  return (problem) => {
    const isMade = exchange.allowance !== null || (problem.code !== 'allowance_spent' && count(network) === null);
    if (isMade) return errorPageAnswer(problem, language, isOwn);
    return isForBrowser ? keptErrorPage(problem, language.language) : problemAnswer(problem);
  };
}

/** A page for a browser's navigation (rule PAGE-20), the Error object for programs. */
export const pageForBrowsers =
  (count: CountMadePage): RendererOf =>
  (exchange) =>
    asksForPage(exchange.header('accept')) ? errorPagesOf(exchange, count, false) : asErrorObject(exchange);
