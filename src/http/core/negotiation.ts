// Reads from the request headers which encoding the client prefers, and whether it already has this version.
import Negotiator from 'negotiator';
import { type Encoding, ENCODINGS } from '../../resources/encoded-body.ts';

/** An encoding, or `plain` for the bytes as they are. */
export type Form = Encoding | 'plain';

/** Bounds of the lists in headers (rule LIMIT-15). Browsers send fewer than 200 characters, and one ETag. */
export const PREFERENCES_MAX = 1_000;
export const ENTRIES_MAX = 100;

/** An `Accept-…` header. A longer one counts as none: to read 60 KB of it takes 50 ms. */
const boundedPreferences = (header: string): string => (header.length > PREFERENCES_MAX ? '' : header);

/** The first entries of a header that is a list. */
export const entriesIn = (header: string): readonly string[] =>
  header.split(',', ENTRIES_MAX).map((entry) => entry.trim());

/**
 * The form that the client prefers of those `available` (RFC 9110, section 12.5.3). At equal weight brotli comes before
 * gzip, and both before the plain bytes.
 */
export function preferredForm(acceptEncoding: string, available: readonly Encoding[] = ENCODINGS): Form {
  const accepted = boundedPreferences(acceptEncoding).replace('x-gzip', 'gzip');
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const form = negotiator.encoding([...available, 'identity'], { preferred: ENCODINGS });
  return form === undefined || form === 'identity' ? 'plain' : form;
}

/** The language of `available` that an `Accept-Language` header prefers; undefined when it names none of them. */
export function preferredLanguage<T extends string>(acceptLanguage: string, available: readonly T[]): T | undefined {
  const accepted = boundedPreferences(acceptLanguage);
  return new Negotiator({ headers: { 'accept-language': accepted } }).language(available);
}

/** Whether a browser's navigation asks: its `Accept` names HTML. Programs that send any type get JSON. */
export const asksForPage = (accept: string): boolean => accept.toLowerCase().includes('text/html');

/** The header that names the encoding; none for the plain bytes. */
export const encodingHeader = (form: Form): Readonly<Record<string, string>> =>
  form === 'plain' ? {} : { 'content-encoding': form };

/** Whether an `If-None-Match` header names this ETag (weak comparison, RFC 9110, section 13.1.2). */
export function isMatch(header: string, etag: string): boolean {
  if (header === '') return false;
  if (header === etag) return true;
  return entriesIn(header).some((entry) => ['*', etag, `W/${etag}`].includes(entry));
}
