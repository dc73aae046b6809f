// Signs texts with an HMAC. The newest secret signs and every secret verifies, so that signatures stay valid while the secret
// is changed.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKeys } from './derived-keys.ts';

export type Mac = {
  /** The HMAC-SHA-256 of the text, 43 characters of base64url. */
  sign(text: string): string;
  verify(text: string, mac: string): boolean;
};

/** Signs the messages between nodes (rule LIVE-9). `secrets`: newest first. */
export const openMessageSigning = (secrets: readonly string[]): Mac => openMac(secrets, 'touchline:cluster');

/**
 * Makes and checks the CSRF tokens of our forms. The signed text is a value that only this browser's cookies contain: the id
 * of the session, or before sign-in the value of a cookie that came with the form. `secrets`: newest first.
 */
export const openFormTokens = (secrets: readonly string[]): Mac => openMac(secrets, 'touchline:form');

/** Signs the challenges of passkeys. `secrets`: newest first. */
export const openChallengeMac = (secrets: readonly string[]): Mac => openMac(secrets, 'touchline:passkey');

/** Makes the secret of a link from the key of the form that asks for it: the same form gives the same link. `secrets`: newest first. */
export const openLinkMac = (secrets: readonly string[]): Pick<Mac, 'sign'> => openMac(secrets, 'touchline:link');

function openMac(secrets: readonly string[], purpose: string): Mac {
  const [newest, ...older] = deriveKeys(secrets, purpose);
  const newestKey = createSecretKey(newest);
  const keys = [newestKey, ...older.map((key) => createSecretKey(key))];
  const macOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => macOf(newestKey, text).toString('base64url'),
    verify(text, mac) {
      const given = Buffer.from(mac, 'base64url');
      return keys.some((key) => {
        const expected = macOf(key, text);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}
