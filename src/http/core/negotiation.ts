// What the request headers say about an answer: which encoding the client prefers, and whether it already has this version.
import { type Encoding, ENCODINGS } from '../../resources/encoded-body.ts';

/** An encoding, or `plain` for the bytes as they are. */
export type Form = Encoding | 'plain';

/**
 * The form that the client prefers of those `available` (RFC 9110, section 12.5.3). At equal weight brotli comes before
 * gzip, and both before the plain bytes.
 */
export function preferredForm(acceptEncoding: string, available: readonly Encoding[] = ENCODINGS): Form {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((text) => text.trim());
    const q = params.find((param) => param.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight);
  }
  const any = weights.get('*') ?? 0;
  let best: Form = 'plain';
  let most = 0;
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? any;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return most >= (weights.get('identity') ?? 0) ? best : 'plain';
}

/** Whether an `If-None-Match` header names this ETag (weak comparison, RFC 9110, section 13.1.2). */
export function isMatch(header: string, etag: string): boolean {
  if (header === '') return false;
  if (header === etag) return true;
  return header.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
}
