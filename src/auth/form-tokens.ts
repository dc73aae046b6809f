// CSRF tokens of our forms: a MAC over a value that only this browser's cookies contain (the id of the session, or before
// sign-in the value of a cookie that came with the form). The tokens are not stored.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKeys } from './derived-keys.ts';

export type FormTokens = {
  make(seed: string): string;
  isGood(seed: string, token: string): boolean;
};

/** `secrets`: newest first. A form from before a change of secrets stays valid. */
export function openFormTokens(secrets: readonly string[]): FormTokens {
  const keys = deriveKeys(secrets, 'touchline:form');
  const macOf = (key: Uint8Array, seed: string): Buffer => createHmac('sha256', key).update(seed).digest();
  return {
    make: (seed) => macOf(keys[0], seed).toString('base64url'),
    isGood(seed, token) {
      const given = Buffer.from(token, 'base64url');
      return keys.some((key) => {
        const mac = macOf(key, seed);
        return given.length === mac.length && timingSafeEqual(given, mac);
      });
    },
  };
}
