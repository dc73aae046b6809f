// Secrets that have to be said once more, kept so that only this service can: AES-256-GCM under a key made from
// TOUCHLINE_SECRET, bound to what they are for.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys } from './derived-keys.ts';

export type Encryption = {
  /** `purpose`: what the text is for; it opens for nothing else. */
  seal(text: string, purpose: string): string;
  /** Null when no secret of ours opens it. `isNewest`: it was sealed with the newest. */
  open(sealed: string, purpose: string): { readonly text: string; readonly isNewest: boolean } | null;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `secrets`: newest first. The newest seals, all open. */
export function openEncryption(secrets: readonly string[]): Encryption {
  const keys = deriveKeys(secrets, 'touchline:seal');

  function opened(key: Uint8Array, bytes: Buffer, purpose: string): string | null {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (error) {
      // Another key, another purpose, or not as we wrote it.
      if (error instanceof Error) return null;
      throw error;
    }
  }

  return {
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0], iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const text = opened(key, bytes, purpose);
        if (text !== null) return { text, isNewest: key === keys[0] };
      }
      return null;
    },
  };
}
