// An answer as bytes, made once per version of what it says: encoded, hashed and compressed once, however many ask.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export type EncodedBody = {
  /** Of the content, so that every node gives the same one. Without quotes. */
  readonly tag: string;
  readonly bytes: Buffer;
  /** Compressed; at once when it was asked for before. */
  encoded(encoding: Encoding): Buffer | Promise<Buffer>;
};

/** Levels at which a list that changes every second is still cheap to make. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

export function encodeBody(json: string): EncodedBody {
  const bytes = Buffer.from(json);
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
