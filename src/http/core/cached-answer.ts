// Answers whose bytes are made once: with an ETag for each encoding, 304 for whoever has them, gzip or brotli for whoever
// takes it. What is the same for every reader of a version is put together once.
import { type EncodedBody, type Encoding, ENCODINGS } from '../../resources/encoded-body.ts';
import { type Answer, CORS, headerBlock, NOSNIFF } from './answer.ts';
import { isMatch } from '../api/live.ts';

/** What of a request's head an answer depends on. */
export type CacheHeaders = { readonly ifNoneMatch: string; readonly acceptEncoding: () => string };

/** `plain`: as it is. */
type Form = Encoding | 'plain';
/** What is answered to whoever has it and, once it was asked for, to whoever has not. */
type Ready = { readonly etag: string; readonly unchanged: Answer; whole: Answer | null };
type Forms = Readonly<Record<Form, Ready>>;

/** Smaller bodies gain nothing. */
const COMPRESS_FROM = 1_024;
/** Clients send few different Accept-Encoding headers; whoever makes up others gets no more memory. */
const HEADERS_MAX = 1_000;

export type Cached = (body: EncodedBody, asked: CacheHeaders) => Answer | Promise<Answer>;

export function openCached(): Cached {
  const ready = new WeakMap<EncodedBody, Forms>();
  const preferences = new Map<string, Form>();

  function preferenceOf(acceptEncoding: string): Form {
    if (acceptEncoding === '') return 'plain';
    const known = preferences.get(acceptEncoding);
    if (known !== undefined) return known;
    const form = preferredForm(acceptEncoding);
    if (preferences.size >= HEADERS_MAX) preferences.clear();
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
      // Any form of this version will do: they say the same.
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

/** Rule REQ-7; the answer depends on the encodings that the client takes. */
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

/** The best that the client takes (RFC 9110, 12.5.3): of those it weighs alike brotli before gzip. */
export function preferredForm(acceptEncoding: string): Form {
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
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? any;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return most >= (weights.get('identity') ?? 0) ? best : 'plain';
}
