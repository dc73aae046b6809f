// Derives keys from TOUCHLINE_SECRET. Each purpose has its own key, so that a token made for one purpose is invalid for
// every other.
import { hkdfSync } from 'node:crypto';

type Keys = readonly [newest: Uint8Array, ...older: Uint8Array[]];

/** A 32-byte key for each secret, newest first. The newest key signs and encrypts; all keys verify and decrypt. */
export function deriveKeys(secrets: readonly string[], purpose: string): Keys {
  const [newest, ...older] = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)));
  if (newest === undefined) throw new Error(`Give at least one secret for ${purpose}.`);
  return [newest, ...older];
}
