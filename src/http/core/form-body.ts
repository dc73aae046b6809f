// Reads a form as `application/x-www-form-urlencoded`, or as `multipart/form-data` where it may have a file.
import { Problem } from '../../ops/problem.ts';
import type { Exchange } from './exchange.ts';

/** Bytes. Our forms have a few short fields. */
export const FORM_BODY_LIMIT = 16_384;

/** Fields of a form. The largest one, of a game, has two for each of 400 people. */
export const FORM_FIELDS_MAX = 5_000;

/**
 * The fields of a form. `contentType`: the request header, read before the first `await`. Throws Problem 413 if the body is
 * too large or has too many fields, 415 if it is not a form, and 400 if it contains NUL, which no browser sends and PostgreSQL cannot store.
 */
export async function readForm(exchange: Pick<Exchange, 'body'>, contentType: string): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)) {
    throw new Problem(415, 'This address accepts forms only.', {
      hint: 'Send Content-Type: application/x-www-form-urlencoded, or use the form on the page.',
    });
  }
  const body = await exchange.body();
  if (hasMore(body, '&', FORM_FIELDS_MAX - 1)) {
    throw new Problem(413, 'This form has too many fields.', { hint: `The limit is ${FORM_FIELDS_MAX} fields.` });
  }
  return withoutNul(new URLSearchParams(withBlanks(body).toString('utf8')));
}

/** A form writes a blank as a plus. The library takes a second for a million of them. */
function withBlanks(body: Buffer): Buffer {
  for (let at = 0; at < body.length; at += 1) if (body[at] === PLUS) body[at] = BLANK;
  return body;
}
const PLUS = 0x2b;
const BLANK = 0x20;

/** The fields of a form, and the bytes of its one file; null without a file. */
type FormWithFile = { readonly form: URLSearchParams; readonly file: Uint8Array | null };

/** As `readForm`, for a form that may have a file and then comes as `multipart/form-data`. Throws the same Problems. */
export async function readFormWithFile(exchange: Pick<Exchange, 'body'>, contentType: string): Promise<FormWithFile> {
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    return { form: await readForm(exchange, contentType), file: null };
  const fields = await partsOf(await exchange.body(), contentType);
  const form = new URLSearchParams();
  let file: Uint8Array | null = null;
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else if (value.size > 0) file = new Uint8Array(await value.arrayBuffer());
  }
  return { form: withoutNul(form), file };
}

/** Lines of a form with a file. Each part has four besides its value, and many tiny parts would take long to read. */
export const FORM_LINES_MAX = 20_000;

/** Whether the mark stands in the body more than `max` times. */
function hasMore(body: Buffer, mark: string, max: number): boolean {
  let found = 0;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    found += 1;
    if (found > max) return true;
  }
  return false;
}

async function partsOf(body: Buffer, contentType: string): Promise<FormData> {
  if (hasMore(body, '\r\n', FORM_LINES_MAX)) {
    throw new Problem(413, 'This form has too many lines.', { hint: `The limit is ${FORM_LINES_MAX} lines.` });
  }
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch (error) {
    throw new Problem(400, 'This form cannot be read.', {
      hint: 'Open the page again and send its form.',
      cause: error,
    });
  }
}

function withoutNul(form: URLSearchParams): URLSearchParams {
  for (const value of form.values()) {
    if (value.includes('\0')) throw new Problem(400, 'This form contains the character NUL, which is not allowed.');
  }
  return form;
}
