// Pages as answers: HTML that loads nothing from other hosts, is not cached, not framed, and sends no referrer.
import type { VNode } from 'preact';
import type { Problem } from '../../ops/problem.ts';
import { errorPage } from './error-page.tsx';
import { inLanguage, type PageLanguage } from './words.tsx';
import { PageProblem } from './page-problem.ts';
import { type Answer, headerBlock, NOSNIFF } from '../../http/core/answer.ts';
import { pageHtml } from './layout.tsx';
import { pageInPieces } from './pieces.tsx';
import { contentPolicy } from './content-policy.ts';

export type HtmlOptions = {
  /** Schemes, each with its colon, that the page's forms may redirect to besides this site. */
  readonly formTarget?: string;
  /** Whether scripts of this site may run and call it. */
  readonly hasScripts?: boolean;
  /** Whether the page has times, which a script shows in the visitor's time zone. */
  readonly hasTimes?: boolean;
  /** The folder of src/browser with a script that the page runs. */
  readonly script?: string;
  /** Whether the page shows other pages of this site in frames. */
  readonly hasFrames?: boolean;
  /** Headers of this answer alone. */
  readonly more?: Readonly<Record<string, string>>;
};

const html = headerBlock({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // With `no-referrer` browsers send `Origin: null` with the forms of this site.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  ...NOSNIFF,
});

const policy = ({ formTarget, hasScripts = false, hasFrames = false }: HtmlOptions) =>
  contentPolicy({
    ...(hasScripts ? { 'script-src': "'self'", 'connect-src': "'self'" } : {}),
    ...(hasFrames ? { 'frame-src': "'self'" } : {}),
    'form-action': `'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
  });

const answerOf = (status: number, body: string | Buffer, options: HtmlOptions): Answer => ({
  status,
  body,
  headers: html,
  more: { ...policy(options), ...options.more },
});

/** Made at once: for a page without a long list. */
export const htmlAnswer = (language: PageLanguage, status: number, page: VNode, options: HtmlOptions = {}): Answer =>
  answerOf(status, pageHtml(inLanguage(language, page)), options);

/** Made in pieces (`LongList`). */
export function* htmlInPieces(
  language: PageLanguage,
  status: number,
  page: VNode,
  options: HtmlOptions,
): Generator<void, Answer> {
  return answerOf(status, yield* pageInPieces(inLanguage(language, page)), options);
}

/**
 * The error as a page: what it is, and what to do. `isOwn`: a page for people threw it, and its English texts are for them;
 * other texts are for programs, and the words of the status replace them.
 */
export function problemPage(problem: Problem, { language, words }: PageLanguage, isOwn: boolean): VNode {
  const { status } = problem;
  const said = words.problems[status === 412 ? 409 : status];
  const keeps = problem instanceof PageProblem || (isOwn && language === 'en');
  const title = keeps ? problem.message : said.title;
  // A 404 has a hint for programs.
  const isForPeople = status < 500 && (status !== 404 || problem instanceof PageProblem);
  const advice = keeps && isForPeople ? problem.hint : said.advice;
  const details = keeps ? problem.details : undefined;
  return errorPage({ title, advice, details });
}

export const errorPageAnswer = (problem: Problem, language: PageLanguage, isOwn: boolean): Answer =>
  htmlAnswer(language, problem.status, problemPage(problem, language, isOwn), { more: problem.headers });

const redirect = headerBlock({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...NOSNIFF });

/** 303: the browser continues there with a GET. */
export const seeOther = (location: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status: 303,
  headers: redirect,
  more: { location, ...more },
  body: '',
});
