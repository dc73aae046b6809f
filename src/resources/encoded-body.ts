// An answer's bytes, made once per version of its content: encoded, hashed and compressed once, however many clients ask.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** In the order of preference. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export type EncodedBody = {
  /** A hash of the content, so that all nodes give the same tag. Without quotes. */
  readonly tag: string;
  readonly bytes: Buffer;
  /** The compressed bytes: a Buffer if they exist already, else a Promise of them. */
  encoded(encoding: Encoding): Buffer | Promise<Buffer>;
  /** Headers of this body alone. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Their levels suit a list that changes every second: still cheap. */
const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 5 }),
};

/** Text, bytes, or parts of them in order. */
export type BodyContent = string | Buffer | readonly (string | Buffer)[];

/** Encodes content. The compressed forms are made when a client first asks for them. */
export function encodeBody(content: BodyContent): EncodedBody {
  const bytes = bytesOf(content);
  const done: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = {};

  async function compress(encoding: Encoding): Promise<Buffer> {
    const compressed = await compressors[encoding](bytes);
    done[encoding] = compressed;
    return compressed;
  }

  return {
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    bytes,
    encoded: (encoding) => (done[encoding] ??= compress(encoding)),
  };
}

const bytesOf = (content: BodyContent): Buffer =>
  typeof content === 'string' || Buffer.isBuffer(content)
    ? Buffer.from(content)
    : Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

/** Bodies by name. Each is made when it is first asked for, and again after `drop`. */
export function openBodies<Name extends string>(make: Readonly<Record<Name, () => BodyContent>>) {
  const bodies = new Map<Name, EncodedBody>();
  return {
    get(name: Name): EncodedBody {
      const body = bodies.get(name) ?? encodeBody(make[name]());
      bodies.set(name, body);
      return body;
    },
    drop(...names: Name[]): void {
      for (const name of names) bodies.delete(name);
    },
  };
}
