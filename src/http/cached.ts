// Answers whose bytes are made once: with an ETag for each encoding, 304 for whoever has them, gzip or brotli for whoever
// takes it. What is the same for every reader of a version is put together once.
import { type Body, type Encoding, ENCODINGS } from '../live/body.ts';
import { type Answer, CORS, headerBlock, NOSNIFF } from './answer.ts';
import { isMatch } from './live.ts';

/** What of a request's head an answer depends on. */
export type Asked = { readonly ifNoneMatch: string; readonly acceptEncoding: string };

/** `plain`: as it is. */
type Form = Encoding | 'plain';

/** Smaller bodies gain nothing. */
const COMPRESS_FROM = 1_024;
/** Clients send few different Accept-Encoding headers; whoever makes up others gets no more memory. */
const HEADERS_MAX = 1_000;
const FORMS: readonly Form[] = ['plain', ...ENCODINGS];

export type Cached = (body: Body, asked: Asked) => Answer | Promise<Answer>;

export function openCached(): Cached {
  const ready = new WeakMap<Body, Partial<Record<Form, Answer>>>();
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

  function readyOf(body: Body, form: Form, bytes: Buffer): Answer {
    const forms = ready.get(body) ?? {};
    ready.set(body, forms);
    return (forms[form] ??= whole(body, form, bytes));
  }

  return (body, { ifNoneMatch, acceptEncoding }) => {
    if (ifNoneMatch !== '') {
      // Any form of this version will do: they say the same.
      const form = FORMS.find((one) => isMatch(ifNoneMatch, etagOf(body, one)));
      if (form !== undefined) return unchanged(etagOf(body, form));
    }
    const form = body.bytes.length < COMPRESS_FROM ? 'plain' : preferenceOf(acceptEncoding);
    const known = ready.get(body)?.[form];
    if (known !== undefined) return known;
    if (form === 'plain') return readyOf(body, form, body.bytes);
    const encoded = body.encoded(form);
    if (encoded instanceof Promise) return encoded.then((bytes) => readyOf(body, form, bytes));
    return readyOf(body, form, encoded);
  };
}

const etagOf = ({ tag }: Body, form: Form): string => (form === 'plain' ? `"${tag}"` : `"${tag}-${form}"`);

/** Decision 42; the answer depends on the encodings that the client takes. */
const common = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...NOSNIFF, ...CORS };
const unchangedHeaders = headerBlock(common);

const unchanged = (etag: string): Answer => ({ status: 304, headers: unchangedHeaders, more: { etag }, body: null });

function whole(body: Body, form: Form, bytes: Buffer): Answer {
  const headers = headerBlock({
    'content-type': 'application/json; charset=utf-8',
    ...common,
    etag: etagOf(body, form),
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
