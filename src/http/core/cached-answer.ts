// Answers from encoded bodies: an ETag for each encoding, 304 for a client that has the version already, brotli or gzip
// for a client that accepts it. Each version builds its headers once and shares them between all readers.
import { boundedMap } from '../../ops/bounded-map.ts';
import type { EncodedBody } from '../../resources/encoded-body.ts';
import { type Answer, CORS, headerBlock, NOSNIFF } from './answer.ts';
import { encodingHeader, type Form, isMatch, preferredForm, PREFERENCES_MAX } from './negotiation.ts';

/** The request headers that decide the answer. */
export type CacheHeaders = { readonly ifNoneMatch: string; readonly acceptEncoding: () => string };

/** The answers of one form of a body. Each is built once and shared between all readers. */
type FormAnswers = { readonly etag: string; readonly unchanged: Answer; whole(): Answer | Promise<Answer> };
type Forms = Readonly<Record<Form, FormAnswers>>;

/** Constant headers. `content`: of the 200; `always`: of the 200 and the 304. */
export type FormHeaders = {
  readonly content: Readonly<Record<string, string>>;
  readonly always: Readonly<Record<string, string>>;
};

/** Bytes. Compressing a smaller body gains nothing. */
const COMPRESS_FROM = 1_024;
/** Accept-Encoding headers remembered. Real clients send few; the limit keeps invented ones from using memory. */
const HEADERS_MAX = 1_000;

export type Cached = (body: EncodedBody, asked: CacheHeaders) => Answer | Promise<Answer>;

/** `headers`: of every answer. */
export function openCached(headers: FormHeaders = API): Cached {
  const ready = new WeakMap<EncodedBody, Forms>();
  const preferences = boundedMap<string, Form>(HEADERS_MAX);

  function preferenceOf(acceptEncoding: string): Form {
    // A longer one counts as none, and is not kept.
    if (acceptEncoding === '' || acceptEncoding.length > PREFERENCES_MAX) return 'plain';
    const known = preferences.get(acceptEncoding);
    if (known !== undefined) return known;
    const form = preferredForm(acceptEncoding);
    preferences.set(acceptEncoding, form);
    return form;
  }

  function knownForms(body: EncodedBody): Forms {
    const known = ready.get(body);
    if (known !== undefined) return known;
    const forms = formsOf(body, headers);
    ready.set(body, forms);
    return forms;
  }

  return (body, { ifNoneMatch, acceptEncoding }) => {
    const forms = knownForms(body);
    if (ifNoneMatch !== '') {
      // Any form of this version counts: all of them have the same content.
      if (ifNoneMatch === forms.plain.etag) return forms.plain.unchanged;
      const known = [forms.plain, forms.gzip, forms.br].find(({ etag }) => isMatch(ifNoneMatch, etag));
      if (known !== undefined) return known.unchanged;
    }
    const form = body.bytes.length < COMPRESS_FROM ? 'plain' : preferenceOf(acceptEncoding());
    return forms[form].whole();
  };
}

/** Rule REQ-7. `vary`: the answer depends on the encodings that the client accepts. */
const API: FormHeaders = {
  content: { 'content-type': 'application/json; charset=utf-8', ...NOSNIFF },
  always: { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...CORS },
};

/**
 * The answers of all forms of a body. Each form has its own bytes, so it has its own ETag. `plainEnding`: of the ETag of the
 * bytes as they are.
 */
export function formsOf(body: EncodedBody, { content, always }: FormHeaders, plainEnding: '' | '-plain' = ''): Forms {
  function answersOf(form: Form, ending: string): FormAnswers {
    const etag = `"${body.tag}${ending}"`;
    let whole: Answer | null = null;
    const keep = (bytes: Buffer): Answer =>
      (whole ??= {
        status: 200,
        headers: headerBlock({ ...content, etag, ...always, ...encodingHeader(form) }),
        more: body.headers,
        body: bytes,
      });
    return {
      etag,
      unchanged: { status: 304, headers: headerBlock({ etag, ...always }), body: null },
      whole() {
        if (whole !== null) return whole;
        const bytes = form === 'plain' ? body.bytes : body.encoded(form);
        return bytes instanceof Promise ? bytes.then(keep) : keep(bytes);
      },
    };
  }
  return {
    plain: answersOf('plain', plainEnding),
    br: answersOf('br', '-br'),
    gzip: answersOf('gzip', '-gzip'),
  };
}
