// Signs claims as JWTs behind a prefix, for view tokens and cookies. The newest secret signs and every secret verifies, so that a change of
// secrets does not turn screens dark or sign users out.
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { deriveKeys } from './derived-keys.ts';

const ALGORITHM = 'HS256';
/** Starts a signed text, so that people and secret scanners recognise it (rule ACCESS-19). */
export type Prefix = 'tlv_' | 'tlc_';

const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * `secrets`: newest first. `audience` selects the key and sets the claim. Texts without the prefix, from before there was one,
 * stay valid. `now`: ms since 1970.
 */
export function openSigning(
  secrets: readonly string[],
  { audience, prefix }: { readonly audience: string; readonly prefix: Prefix },
  now: () => number = Date.now,
) {
  const keys = deriveKeys(secrets, audience);

  return {
    /** `id` becomes `jti`; `expiresIn` in seconds. `expiresAt` of the answer: ms since 1970, on the second. */
    async sign(claims: JWTPayload, { id, expiresIn }: { readonly id: string; readonly expiresIn: number }) {
      const issued = Math.floor(now() / 1_000);
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setAudience(audience)
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + expiresIn)
        .sign(keys[0]);
      return { token: prefix + token, expiresAt: (issued + expiresIn) * 1_000 };
    },

    /** The claims; null if the signature or the audience is wrong, `expired` if only the time is over. */
    async verify(given: string): Promise<JWTPayload | 'expired' | null> {
      const text = given.startsWith(prefix) ? given.slice(prefix.length) : given;
      if (!jwtShape.test(text)) return null;
      for (const key of keys) {
        try {
          const currentDate = new Date(now());
          return (await jwtVerify(text, key, { algorithms: [ALGORITHM], audience, currentDate })).payload;
        } catch (error) {
          // jose checks the expiry only after the signature.
          if (error instanceof errors.JWTExpired) return 'expired';
          if (!(error instanceof errors.JOSEError)) throw error;
        }
      }
      return null;
    },
  };
}
