// Signs claims as JWTs, for view tokens and sessions. The newest secret signs and every secret verifies, so that a change of
// secrets does not turn screens dark or sign users out.
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { deriveKeys } from './derived-keys.ts';

export type Signing = {
  /** `id` becomes `jti`; `expiresIn` in seconds. `expiresAt` of the answer: ms since 1970, on the second. */
  sign(
    claims: JWTPayload,
    options: { readonly id: string; readonly expiresIn: number },
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** The claims; null if the signature or the audience is wrong, `expired` if only the time is over. */
  verify(text: string): Promise<JWTPayload | 'expired' | null>;
};

const ALGORITHM = 'HS256';
const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** `secrets`: newest first. `audience` selects the key and sets the claim. `now`: ms since 1970. */
export function openSigning(secrets: readonly string[], audience: string, now: () => number = Date.now): Signing {
  const keys = deriveKeys(secrets, audience);

  return {
    async sign(claims, { id, expiresIn }) {
      const issued = Math.floor(now() / 1_000);
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setAudience(audience)
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + expiresIn)
        .sign(keys[0]);
      return { token, expiresAt: (issued + expiresIn) * 1_000 };
    },

    async verify(text) {
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
