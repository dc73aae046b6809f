// Pages as answers: HTML that loads nothing of others, is never kept, never framed, and tells other sites nothing.
import type { Problem } from '../../ops/problem.ts';
import { errorPage } from './error-page.tsx';
import { type Answer, headerBlock, NOSNIFF } from '../../http/core/answer.ts';

export type HtmlOptions = {
  /** Schemes, each with its colon, to which the page's forms may lead besides ourselves. */
  readonly formTarget?: string;
  /** Whether the page has scripts (of ours) that may call us. None: they do not run. */
  readonly hasScripts?: boolean;
  /** Whether the page shows other pages of ours in frames. */
  readonly hasFrames?: boolean;
  /** Headers of this answer alone. */
  readonly more?: Readonly<Record<string, string>>;
};

const html = headerBlock({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // With `no-referrer` a browser would send `Origin: null` with our own forms.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  ...NOSNIFF,
});

function policy({ formTarget, hasScripts = false, hasFrames = false }: HtmlOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(hasScripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(hasFrames ? ["frame-src 'self'"] : []),
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** An answer with a page. */
export const htmlAnswer = (status: number, body: string, options: HtmlOptions = {}): Answer => ({
  status,
  headers: html,
  more: { 'content-security-policy': policy(options), ...options.more },
  body,
});

/** What a person sees in place of the Error object, whose hints about our own failures are for programs. */
export function errorPageAnswer({ status, message, hint, details, headers }: Problem): Answer {
  const advice = status >= 500 ? 'This is our fault, not yours. Wait a moment, then try again.' : hint;
  return htmlAnswer(status, errorPage({ error: message, hint: advice, details, visitor: null }), { more: headers });
}

const redirect = headerBlock({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...NOSNIFF });

/** 303: go there with a GET, whatever this request was. */
export const seeOther = (location: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status: 303,
  headers: redirect,
  more: { location, ...more },
  body: '',
});
