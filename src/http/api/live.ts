// The live channel for clients that poll, and view tokens for overlays (P48 to P51).
import { type Channel, parseAnyChannel, parseChannel } from '../../../protocol/wire/ids.ts';
import { viewTokenBody } from '../../../protocol/rest/view-token.ts';
import { requireTokenCaller } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import { type ChannelSources, readableChannel } from '../../live/readable-channel.ts';
import { type Answer, apiJson, apiText, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { isMatch } from '../core/negotiation.ts';
import { notFound } from '../../ops/not-found.ts';

export type LiveDeps = ChannelSources & {
  /** Makes and stores a view token. `expiresIn`: seconds. Throws Problem 429 or 503. */
  readonly makeViewToken: (
    channels: readonly Channel[],
    tokenId: number,
    expiresIn: number,
  ) => Promise<{ readonly token: string; readonly expiresAt: number }>;
};

export function openLive(deps: LiveDeps) {
  return {
    async getLive(exchange: Exchange, caller: Caller): Promise<Answer> {
      const parsed = parseAnyChannel(exchange.param('channel'));
      if (!parsed) throw notFound('Channel');
      const channel = await readableChannel(deps, () => caller, parsed);
      if (!channel) throw channelForbidden(parsed.channel);
      const etag = channel.tag();
      const answer = isMatch(exchange.ifNoneMatch, etag) ? notModified(etag) : apiText(channel.snapshot(), etag);
      return { ...answer, more: { ...answer.more, 'server-time': String(Date.now()) } };
    },
    async createViewToken(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { tokenId } = requireTokenCaller(caller);
      const body = await readBody(exchange, viewTokenBody);
      const channels: Channel[] = [];
      for (const name of new Set(body.channels)) {
        const parsed = parseChannel(name);
        if (!parsed || !(await readableChannel(deps, () => caller, parsed))) throw channelForbidden(name);
        channels.push(parsed.channel);
      }
      const { token, expiresAt } = await deps.makeViewToken(channels, tokenId, body.expires_in);
      return apiJson(201, { token, expires_at: new Date(expiresAt).toISOString(), channels });
    },
  };
}
