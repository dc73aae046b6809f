// View tokens: signed JWTs in the address of an overlay that read their channels and nothing else (P48 to P50). This file
// checks signature and expiry. The store knows the maker and whether the token is revoked.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Channel, parseChannel } from '../../protocol/wire/ids.ts';
import { openSigning } from './signing.ts';

export type ViewClaims = {
  readonly viewId: string;
  readonly channels: readonly Channel[];
  /** ms since 1970 */
  readonly expiresAt: number;
};

export type ViewTokens = {
  /** Signs a token for channels that its maker may read. `expiresIn`: seconds. It is valid once it is stored. */
  make(
    channels: readonly Channel[],
    expiresIn: number,
    viewId?: string,
  ): Promise<ViewClaims & { readonly token: string }>;
  /** The claims of a bearer; null if it is not a view token of ours, `expired` if it is no longer valid. */
  check(bearer: string): Promise<ViewClaims | 'expired' | null>;
};

const AUDIENCE = 'touchline:view';

const claimsSchema = z
  .object({ jti: z.uuid(), exp: z.number().int(), channels: z.array(z.string()) })
  .transform(({ jti, exp, channels }): ViewClaims => ({
    viewId: jti,
    expiresAt: exp * 1_000,
    channels: channels.map((name) => parseChannel(name)?.channel).filter((channel) => channel !== undefined),
  }));

/** `secrets`: newest first. `now`: ms since 1970. */
export function openViewTokens(secrets: readonly string[], now: () => number = Date.now): ViewTokens {
  const signing = openSigning(secrets, AUDIENCE, now);
  return {
    async make(channels, expiresIn, viewId = randomUUID()) {
      const { token, expiresAt } = await signing.sign({ channels: [...channels] }, { id: viewId, expiresIn });
      return { token, viewId, channels, expiresAt };
    },

    async check(bearer) {
      const claims = await signing.verify(bearer);
      return claims === 'expired' ? claims : (claimsSchema.safeParse(claims).data ?? null);
    },
  };
}
