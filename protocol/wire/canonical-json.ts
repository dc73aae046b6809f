// Canonical JSON (RFC 8785), and the hash of the state that heartbeats carry.

/** RFC 8785: members sorted by UTF-16 code units, no white space, ECMAScript numbers. Leaves undefined members out. */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members: string[] = [];
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object).sort()) {
    if (object[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  }
  return `{${members.join(',')}}`;
}

/** Hashes UTF-8 text and returns hex digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/** First 16 hex digits of the SHA-256 of the canonical JSON of `state` (P36). */
export async function stateHash(state: unknown, sha256: Sha256): Promise<string> {
  return (await sha256(canonicalJson(state))).slice(0, 16);
}
