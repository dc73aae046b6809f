// The live channel for clients that poll, and view tokens for overlays (P48 to P51).
import {
  type Channel,
  type FeedRef,
  type MatchRef,
  parseChannel,
  type ParsedChannel,
} from '../../../protocol/wire/ids.ts';
import { viewTokenBody } from '../../../protocol/rest/view-token.ts';
import { requireTokenCaller } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import type { ChannelRights } from '../../auth/channel-rights.ts';
import type { LiveChannel } from '../../live/channel.ts';
import type { Match } from '../../match/match.ts';
import { notFound } from '../../ops/problem.ts';
import { type Answer, apiJson, apiText, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { isMatch } from '../core/negotiation.ts';

export type LiveDeps = {
  /** Both check the right: `mayLoad` before anything is loaded, `mayRead` with the loaded match. */
  readonly mayRead: ChannelRights['mayRead'];
  readonly mayLoad: ChannelRights['mayLoad'];
  readonly matchChannel: (ref: MatchRef) => Promise<{ readonly channel: LiveChannel; readonly match: Match } | null>;
  readonly feedChannel: (ref: FeedRef) => Promise<LiveChannel | null>;
  /** Makes and stores a view token. `expiresIn`: seconds. Throws Problem 429 or 503. */
  readonly makeViewToken: (
    channels: readonly Channel[],
    tokenId: number,
    expiresIn: number,
  ) => Promise<{ readonly token: string; readonly expiresAt: number }>;
};

/** The channel; null if it does not exist or the caller may not read it. Throws Problem 503. */
export async function readableChannel(
  { mayRead, mayLoad, matchChannel, feedChannel }: Omit<LiveDeps, 'makeViewToken'>,
  caller: Caller,
  parsed: ParsedChannel,
): Promise<LiveChannel | null> {
  if (!(await mayLoad(caller, parsed))) return null;
  if ('slug' in parsed) return feedChannel(parsed.channel);
  const found = await matchChannel(parsed.channel);
  return found && mayRead(caller, parsed, found.match.fixture) ? found.channel : null;
}

export function openLive(deps: LiveDeps) {
  return {
    async getLive(exchange: Exchange, caller: Caller): Promise<Answer> {
      const parsed = parseChannel(exchange.param('channel'));
      if (!parsed) throw notFound('Channel');
      const channel = await readableChannel(deps, caller, parsed);
      if (!channel) throw channelForbidden(parsed.channel);
      const etag = channel.tag();
      if (isMatch(exchange.ifNoneMatch, etag)) return notModified(etag);
      return apiText(channel.snapshot(), etag);
    },
    async createViewToken(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { tokenId } = requireTokenCaller(caller);
      const body = await readBody(exchange, viewTokenBody);
      const channels: Channel[] = [];
      for (const name of new Set(body.channels)) {
        const parsed = parseChannel(name);
        if (!parsed || !(await readableChannel(deps, caller, parsed))) throw channelForbidden(name);
        channels.push(parsed.channel);
      }
      const { token, expiresAt } = await deps.makeViewToken(channels, tokenId, body.expires_in);
      return apiJson(201, { token, expires_at: new Date(expiresAt).toISOString(), channels });
    },
  };
}
