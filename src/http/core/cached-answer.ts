// Answers from encoded bodies: an ETag for each encoding, 304 for a client that has the version already, brotli or gzip
// for a client that accepts it. Each version builds its headers once and shares them between all readers.
import { LRUCache } from 'lru-cache';
import type { EncodedBody } from '../../resources/encoded-body.ts';
import { type Answer, CORS, headerBlock, NOSNIFF } from './answer.ts';
import { type Form, isMatch, preferredForm } from './negotiation.ts';

/** The request headers that decide the answer. */
export type CacheHeaders = { readonly ifNoneMatch: string; readonly acceptEncoding: () => string };

/** The 304 of a version, and its 200 once a client has asked for it. */
type Ready = { readonly etag: string; readonly unchanged: Answer; whole: Answer | null };
type Forms = Readonly<Record<Form, Ready>>;

/** Bytes. Compressing a smaller body gains nothing. */
const COMPRESS_FROM = 1_024;
/** Accept-Encoding headers remembered. Real clients send few; the limit keeps invented ones from using memory. */
const HEADERS_MAX = 1_000;

export type Cached = (body: EncodedBody, asked: CacheHeaders) => Answer | Promise<Answer>;

export function openCached(): Cached {
  const ready = new WeakMap<EncodedBody, Forms>();
  const preferences = new LRUCache<string, Form>({ max: HEADERS_MAX });

  function preferenceOf(acceptEncoding: string): Form {
    if (acceptEncoding === '') return 'plain';
    const known = preferences.get(acceptEncoding);
    if (known !== undefined) return known;
    const form = preferredForm(acceptEncoding);
    preferences.set(acceptEncoding, form);
    return form;
  }

  function formsOf(body: EncodedBody): Forms {
    const known = ready.get(body);
    if (known !== undefined) return known;
    const forms = { plain: readyOf(body, 'plain'), br: readyOf(body, 'br'), gzip: readyOf(body, 'gzip') };
    ready.set(body, forms);
    return forms;
  }

  return (body, { ifNoneMatch, acceptEncoding }) => {
    const forms = formsOf(body);
    if (ifNoneMatch !== '') {
      // Any form of this version counts: all of them have the same content.
      if (ifNoneMatch === forms.plain.etag) return forms.plain.unchanged;
      const known = [forms.plain, forms.gzip, forms.br].find(({ etag }) => isMatch(ifNoneMatch, etag));
      if (known !== undefined) return known.unchanged;
    }
    const form = body.bytes.length < COMPRESS_FROM ? 'plain' : preferenceOf(acceptEncoding());
    const { whole } = forms[form];
    if (whole !== null) return whole;
    const bytes = form === 'plain' ? body.bytes : body.encoded(form);
    if (bytes instanceof Promise) return bytes.then((done) => (forms[form].whole ??= wholeOf(forms[form], form, done)));
    return (forms[form].whole = wholeOf(forms[form], form, bytes));
  };
}

/** Rule REQ-7. `vary`: the answer depends on the encodings that the client accepts. */
const common = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...CORS };

function readyOf({ tag }: EncodedBody, form: Form): Ready {
  const etag = form === 'plain' ? `"${tag}"` : `"${tag}-${form}"`;
  return { etag, unchanged: { status: 304, headers: headerBlock({ etag, ...common }), body: null }, whole: null };
}

function wholeOf({ etag }: Ready, form: Form, bytes: Buffer): Answer {
  const headers = headerBlock({
    'content-type': 'application/json; charset=utf-8',
    etag,
    ...common,
    ...NOSNIFF,
    ...(form === 'plain' ? {} : { 'content-encoding': form }),
  });
  return { status: 200, headers, body: bytes };
}
