// Problems as pages: for browsers that open an address outside of the API.
import type { Exchange } from '../http/core/exchange.ts';
import { asksForPage } from '../http/core/negotiation.ts';
import { asErrorObject, type RendererOf } from '../http/core/router.ts';
import { errorPageAnswer } from './layout/html-answer.ts';
import { type PageLanguage, pageLanguage } from './layout/words.tsx';
import { languageOf } from './visitor-language.ts';

/** The language of a request's page. Call it before the handler's first `await`. */
export function pageLanguageOf(exchange: Exchange): PageLanguage {
  const query = exchange.queryText();
  return pageLanguage(languageOf(exchange).language, exchange.path + (query === '' ? '' : `?${query}`));
}

/** A page for a browser's navigation (rule PAGE-20), the Error object for programs. */
export const pageForBrowsers: RendererOf = (exchange) => {
  if (!asksForPage(exchange.header('accept'))) return asErrorObject(exchange);
  const language = pageLanguageOf(exchange);
  return (problem) => errorPageAnswer(problem, language, false);
};
