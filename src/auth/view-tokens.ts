// View tokens: signed JWTs that go into an overlay's address and can read their channels, nothing else (live-protocol,
// "View tokens"). Nothing of them is stored: signature, expiry and the token they were made with decide.
import { hkdfSync, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Channel, parseChannel } from '../../protocol/ids.ts';

export type ViewClaims = {
  readonly viewId: string;
  readonly channels: readonly Channel[];
  /** Id of the token that it was made with. */
  readonly tokenId: number;
  /** ms since 1970 */
  readonly expiresAt: number;
};

export type ViewTokens = {
  /** Signs a token for channels that the maker may read; `expiresIn` in seconds. */
  make(
    channels: readonly Channel[],
    tokenId: number,
    expiresIn: number,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** What a bearer claims; null when it is none of ours, `expired` when it was. */
  check(bearer: string): Promise<ViewClaims | 'expired' | null>;
};

const ALGORITHM = 'HS256';
const AUDIENCE = 'touchline:view';
const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const claimsSchema = z
  .object({ jti: z.string(), exp: z.number().int(), tid: z.number().int(), channels: z.array(z.string()) })
  .transform(({ jti, exp, tid, channels }): ViewClaims => ({
    viewId: jti,
    tokenId: tid,
    expiresAt: exp * 1_000,
    channels: channels.map((name) => parseChannel(name)?.channel).filter((channel) => channel !== undefined),
  }));

/**
 * `secrets`: newest first. The first one signs, all are accepted, so that a secret can be changed without every overlay
 * going dark. `now`: ms since 1970.
 */
export function openViewTokens(secrets: readonly string[], now: () => number = Date.now): ViewTokens {
  // A key of its own: what signs sessions can never be taken for what signs view tokens.
  const keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', AUDIENCE, 32)));
  const [newest] = keys;
  if (newest === undefined) throw new Error('View tokens need at least one secret.');

  return {
    async make(channels, tokenId, expiresIn) {
      const issued = Math.floor(now() / 1_000);
      const exp = issued + expiresIn;
      const token = await new SignJWT({ channels: [...channels], tid: tokenId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setAudience(AUDIENCE)
        .setJti(randomUUID())
        .setIssuedAt(issued)
        .setExpirationTime(exp)
        .sign(newest);
      return { token, expiresAt: exp * 1_000 };
    },

    async check(bearer) {
      if (!jwtShape.test(bearer)) return null;
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(bearer, key, {
            algorithms: [ALGORITHM],
            audience: AUDIENCE,
            currentDate: new Date(now()),
          });
          return claimsSchema.safeParse(payload).data ?? null;
        } catch (error) {
          // Expiry is looked at only once the signature is good.
          if (error instanceof errors.JWTExpired) return 'expired';
          if (!(error instanceof errors.JOSEError)) throw error;
        }
      }
      return null;
    },
  };
}
