// Reads a form as `application/x-www-form-urlencoded`, or as `multipart/form-data` where it may have a file.
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
  return withoutNul(new URLSearchParams((await exchange.body()).toString('utf8')));
}

/** The fields of a form, and the bytes of its one file; null without a file. */
export type FormWithFile = { readonly form: URLSearchParams; readonly file: Uint8Array | null };

/** As `readForm`, for a form that may have a file and then comes as `multipart/form-data`. Throws the same Problems. */
export async function readFormWithFile(exchange: Exchange, contentType: string): Promise<FormWithFile> {
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
const FORM_LINES_MAX = 20_000;

function hasManyLines(body: Buffer): boolean {
  let lines = 0;
  for (let at = body.indexOf('\r\n'); at !== -1; at = body.indexOf('\r\n', at + 2)) {
    lines += 1;
    if (lines > FORM_LINES_MAX) return true;
  }
  return false;
}

async function partsOf(body: Buffer, contentType: string): Promise<FormData> {
  if (hasManyLines(body)) {
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
