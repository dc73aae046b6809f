import type { Sha256 } from '../wire/canonical-json.ts';

/** Null if the platform has no `crypto.subtle` (plain http). Then the client does not compare hashes. */
export function subtleSha256(): Sha256 | null {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  return async (text) => {
    const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
