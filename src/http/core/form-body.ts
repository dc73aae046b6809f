// What a form sent: `application/x-www-form-urlencoded`, the only kind that our forms send.
import { Problem } from '../../ops/problem.ts';
import type { Exchange } from './exchange.ts';

/** Bytes; a form of ours has a few short fields. */
export const FORM_BODY_LIMIT = 16_384;

/**
 * The fields of a form. `contentType`: of the request's head, taken before the first `await`. Throws Problem 413, 415
 * when it is no form, and 400 when it holds what no browser sends and no store keeps.
 */
export async function readForm(exchange: Exchange, contentType: string): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)) {
    throw new Problem(415, 'This address takes forms only.', {
      hint: 'Send Content-Type: application/x-www-form-urlencoded, or use the form on the page.',
    });
  }
  const form = new URLSearchParams((await exchange.body()).toString('utf8'));
  for (const value of form.values()) {
    if (value.includes('\0')) throw new Problem(400, 'This form holds a character that nothing can be called.');
  }
  return form;
}
