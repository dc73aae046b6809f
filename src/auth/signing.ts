// Signs claims as JWTs behind a prefix, for view tokens and cookies. The newest secret signs and every secret verifies, so that a change of
// secrets does not turn screens dark or sign users out.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { deriveKeys } from './derived-keys.ts';

const ALGORITHM = 'HS256';
/** Starts a signed text, so that people and secret scanners recognise it (rule ACCESS-19). */
type Prefix = 'tlv_' | 'tlc_';

const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Whether this key signed the JWT. Every visitor can send cookies, and they are read before any limit: jose would read a forged one,
 * import the key and wait for a thread, which costs ten times as much.
 */
function isSignedWith(key: KeyObject, jwt: string): boolean {
  const end = jwt.lastIndexOf('.');
  const given = Buffer.from(jwt.slice(end + 1), 'base64url');
  const expected = createHmac('sha256', key).update(jwt.slice(0, end)).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * `secrets`: newest first. `audience` selects the key and sets the claim. Texts without the prefix, from before there was one,
 * stay valid. `now`: ms since 1970.
 */
export function openSigning(
  secrets: readonly string[],
  { audience, prefix }: { readonly audience: string; readonly prefix: Prefix },
  now: () => number = Date.now,
) {
  const [newest, ...older] = deriveKeys(secrets, audience);
  const newestKey = createSecretKey(newest);
  const keys = [newestKey, ...older.map((key) => createSecretKey(key))];

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
        .sign(newestKey);
      return { token: prefix + token, expiresAt: (issued + expiresIn) * 1_000 };
    },

    /** The claims; null if the signature or the audience is wrong, `expired` if only the time is over. */
    async verify(given: string): Promise<JWTPayload | 'expired' | null> {
      const text = given.startsWith(prefix) ? given.slice(prefix.length) : given;
      if (!jwtShape.test(text)) return null;
      const key = keys.find((one) => isSignedWith(one, text));
      if (key === undefined) return null;
      try {
        const currentDate = new Date(now());
        return (await jwtVerify(text, key, { algorithms: [ALGORITHM], audience, currentDate })).payload;
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'expired';
        if (!(error instanceof errors.JOSEError)) throw error;
        return null;
      }
    },
  };
}
