import type { Sha256 } from '../wire/canonical-json.ts';

/** Null if the platform has no `crypto.subtle` (plain http). Then the client does not compare hashes. */
export function subtleSha256(): Sha256 | null {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  return async (text) => {
    return hexOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))));
  };
}

/** The bytes in lower-case hexadecimal. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
