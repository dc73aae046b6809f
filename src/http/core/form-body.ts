// Reads a form as `application/x-www-form-urlencoded`, the only type that our forms send.
import { Problem } from '../../ops/problem.ts';
import type { Exchange } from './exchange.ts';

/** Bytes. Our forms have a few short fields. */
export const FORM_BODY_LIMIT = 16_384;

/**
 * The fields of a form. `contentType`: the request header, read before the first `await`. Throws Problem 413 if the body is
 * too large, 415 if it is not a form, and 400 if it contains NUL, which no browser sends and PostgreSQL cannot store.
 */
export async function readForm(exchange: Exchange, contentType: string): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)) {
    throw new Problem(415, 'This address accepts forms only.', {
      hint: 'Send Content-Type: application/x-www-form-urlencoded, or use the form on the page.',
    });
  }
  const form = new URLSearchParams((await exchange.body()).toString('utf8'));
  for (const value of form.values()) {
    if (value.includes('\0')) throw new Problem(400, 'This form contains the character NUL, which is not allowed.');
  }
  return form;
}
