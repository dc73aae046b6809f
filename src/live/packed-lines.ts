// Lines of text as compressed bytes outside of V8's heap.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Higher levels take more time and save little: most of a packed match are random ids. */
const LEVEL = 3;

/** `lines` have no line feeds, as JSON has none. */
export function packLines(lines: readonly string[]): Buffer {
  const view = deflateRawSync(lines.join('\n'), { level: LEVEL });
  // The library returns a part of a larger buffer, which would stay in memory whole.
  const bytes = Buffer.allocUnsafeSlow(view.length);
  view.copy(bytes);
  return bytes;
}

export const unpackLines = (bytes: Buffer): string[] => inflateRawSync(bytes).toString('utf8').split('\n');
