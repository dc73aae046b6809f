// The keys that TOUCHLINE_SECRET stands for. Each purpose has its own, so that what is made for one is worth nothing for
// another.
import { hkdfSync } from 'node:crypto';

export type Keys = readonly [newest: Uint8Array, ...older: Uint8Array[]];

/** A 32-byte key for each secret, newest first: the first one makes, all of them are accepted. */
export function deriveKeys(secrets: readonly string[], purpose: string): Keys {
  const [newest, ...older] = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)));
  if (newest === undefined) throw new Error(`There must be at least one secret for ${purpose}.`);
  return [newest, ...older];
}
