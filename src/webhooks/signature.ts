// Signatures of messages, as Standard Webhooks defines them (rule HOOK-7).
import { createHmac, randomBytes } from 'node:crypto';

/** In front of a secret, so that people and secret scanners recognise it. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The headers of one attempt. `secrets`: each of them signs. `at`: ms since 1970. */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
