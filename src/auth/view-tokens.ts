// View tokens: `tlv_` and a signed JWT, in the address of an overlay that read their channels and nothing else (P48 to P50). This file
// checks signature and expiry. The database knows the maker and whether the token is revoked.
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

export type ViewTokens = ReturnType<typeof openViewTokens>;

const claimsSchema = z
  .object({ jti: z.uuid(), exp: z.number().int(), channels: z.array(z.string()) })
  .transform(({ jti, exp, channels }): ViewClaims => ({
    viewId: jti,
    expiresAt: exp * 1_000,
    channels: channels.map((name) => parseChannel(name)?.channel).filter((channel) => channel !== undefined),
  }));

/** `secrets`: newest first. `now`: ms since 1970. */
export function openViewTokens(secrets: readonly string[], now: () => number = Date.now) {
  const signing = openSigning(secrets, { audience: 'touchline:view', prefix: 'tlv_' }, now);
  /** The claims of a bearer; null if it is not a view token of ours, `expired` if it is no longer valid. */
  async function check(bearer: string): Promise<ViewClaims | 'expired' | null> {
    const claims = await signing.verify(bearer);
    return claims === 'expired' ? claims : (claimsSchema.safeParse(claims).data ?? null);
  }

  return {
    /** Signs a token for channels that its maker may read. `expiresIn`: seconds. It is valid once it is stored. */
    async make(channels: readonly Channel[], expiresIn: number, viewId: string = randomUUID()) {
      const { token, expiresAt } = await signing.sign({ channels: [...channels] }, { id: viewId, expiresIn });
      return { token, viewId, channels, expiresAt };
    },

    check,
    /** Whether the bearer is a view token of ours that has not expired; it may be revoked. */
    async isSigned(bearer: string): Promise<boolean> {
      const claims = await check(bearer);
      return claims !== null && claims !== 'expired';
    },
  };
}
