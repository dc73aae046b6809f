// Signs a message with the secrets of its webhook and posts it once.
import type { Encryption } from '../auth/encryption.ts';
import type { Recipient } from '../store/webhooks.ts';
import type { Attempt, Post } from './post.ts';
import { signedHeaders } from './signature.ts';

export type Send = (recipient: Recipient, message: { readonly id: string; readonly body: string }) => Promise<Attempt>;

/** What secrets of webhooks are encrypted for: each opens for its own webhook only. */
export const purposeOf = (webhookId: string): string => `webhook:${webhookId}`;

const UNREADABLE = 'Its secret cannot be read, because TOUCHLINE_SECRET has changed. Give the webhook a new secret.';

export function openSend({ encryption, post }: { readonly encryption: Encryption; readonly post: Post }): Send {
  return async (recipient, message) => {
    const [newest, ...earlier] = recipient.secrets.map((secret) => encryption.decrypt(secret, purposeOf(recipient.id)));
    if (!newest) return { status: null, isDelivered: false, answer: UNREADABLE };
    const secrets = [newest, ...earlier].flatMap((secret) => (secret ? [secret.text] : []));
    return post(recipient.url, signedHeaders(message, secrets, Date.now()), message.body);
  };
}
