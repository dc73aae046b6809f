// View tokens: signed JWTs that go into an overlay's address and can read their channels, nothing else (live-protocol,
// "View tokens"). Nothing of them is stored: signature, expiry and the token they were made with decide.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Channel, parseChannel } from '../../protocol/ids.ts';
import { openSigning } from './signing.ts';

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

const AUDIENCE = 'touchline:view';

const claimsSchema = z
  .object({ jti: z.string(), exp: z.number().int(), tid: z.number().int(), channels: z.array(z.string()) })
  .transform(({ jti, exp, tid, channels }): ViewClaims => ({
    viewId: jti,
    tokenId: tid,
    expiresAt: exp * 1_000,
    channels: channels.map((name) => parseChannel(name)?.channel).filter((channel) => channel !== undefined),
  }));

/** `secrets`: newest first. `now`: ms since 1970. */
export function openViewTokens(secrets: readonly string[], now: () => number = Date.now): ViewTokens {
  const signing = openSigning(secrets, AUDIENCE, now);
  return {
    make: (channels, tokenId, expiresIn) =>
      signing.sign({ channels: [...channels], tid: tokenId }, { id: randomUUID(), expiresIn }),

    async check(bearer) {
      const claims = await signing.verify(bearer);
      return claims === 'expired' ? claims : (claimsSchema.safeParse(claims).data ?? null);
    },
  };
}
