// Encrypts secrets that the service must be able to show again: AES-256-GCM with a key derived from TOUCHLINE_SECRET, bound
// to a purpose.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys } from './derived-keys.ts';

export type Encryption = ReturnType<typeof openEncryption>;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `secrets`: newest first. The newest encrypts, all decrypt. */
export function openEncryption(secrets: readonly string[]) {
  const keys = deriveKeys(secrets, 'touchline:seal');

  function opened(key: Uint8Array, bytes: Buffer, purpose: string): string | null {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (error) {
      // Another key, another purpose, or changed bytes.
      if (error instanceof Error) return null;
      throw error;
    }
  }

  return {
    /** Encrypts the text. It can be decrypted only with the same `purpose`. */
    encrypt(text: string, purpose: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0], iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    /** Decrypts; null if none of our secrets fits. `isNewest`: the newest secret encrypted it. */
    decrypt(encrypted: string, purpose: string): { readonly text: string; readonly isNewest: boolean } | null {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const text = opened(key, bytes, purpose);
        if (text !== null) return { text, isNewest: key === keys[0] };
      }
      return null;
    },
  };
}
