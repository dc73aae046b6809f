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

/** How hard to compress, by encoding. */
export type CompressionLevels = Readonly<Record<Encoding, number>>;
/** For a list that changes every second: still cheap. */
const LIST_LEVELS: CompressionLevels = { br: 4, gzip: 5 };
/** For a file that is compressed once, at the start. */
export const FILE_LEVELS: CompressionLevels = { br: 9, gzip: 9 };

const compressors: Readonly<Record<Encoding, (bytes: Buffer, level: number) => Promise<Buffer>>> = {
  br: (bytes, level) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes, level) => promisify(gzip)(bytes, { level }),
};

/** Encodes text or bytes. The compressed forms are made when a client first asks for them. */
export function encodeBody(content: string | Buffer, levels: CompressionLevels = LIST_LEVELS): EncodedBody {
  const bytes = Buffer.from(content);
  const done: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = {};

  async function compress(encoding: Encoding): Promise<Buffer> {
    const compressed = await compressors[encoding](bytes, levels[encoding]);
    done[encoding] = compressed;
    return compressed;
  }

  return {
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    bytes,
    encoded: (encoding) => (done[encoding] ??= compress(encoding)),
  };
}

/** Bodies by name. Each is made when it is first asked for, and again after `drop`. */
export function openBodies<Name extends string>(make: Readonly<Record<Name, () => string>>) {
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
