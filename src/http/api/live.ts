// The live channel for clients that poll, and view tokens for overlays (P48 to P51).
import { type Channel, parseAnyChannel, parseChannel } from '../../../protocol/wire/ids.ts';
import { viewTokenBody } from '../../../protocol/rest/view-token.ts';
import { requireTokenCaller } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import { type ChannelSources, readableChannel, type Seen } from '../../live/readable-channel.ts';
import { type Answer, apiJson, apiText, notModified } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { entriesIn, isMatch } from '../core/negotiation.ts';
import { openLimit } from '../../ops/limit.ts';
import { notFound } from '../../ops/not-found.ts';
import type { BucketLimit } from '../../ops/token-bucket.ts';

export type LiveDeps = ChannelSources & {
  /** Makes and stores a view token. `expiresIn`: seconds. Throws Problem 429 or 503. */
  readonly makeViewToken: (
    channels: readonly Channel[],
    tokenId: number,
    expiresIn: number,
  ) => Promise<{ readonly token: string; readonly expiresAt: number }>;
};

/** Channels of new view tokens, of one credential. Each is a row that the database writes (rule LIMIT-7). */
const CHANNELS: BucketLimit = { perSecond: 100, burst: 2_000 };
const TERMS = {
  name: 'view-token-channels',
  keys: 20_000,
  error: 'There are too many new view tokens.',
  hint: 'Send the same request again after Retry-After seconds. Use one token for many screens.',
};

/** As `tag` of a channel writes it, or a weak form of it. */
const ETAG = /^(?:W\/)?"([^"-]{1,64})-(\d{1,15})"$/;

/** The position of the snapshot that a client has, by its `If-None-Match`; undefined without one. */
function seenBy(ifNoneMatch: string): Seen | undefined {
  for (const entry of entriesIn(ifNoneMatch)) {
    const [, epoch, seq] = ETAG.exec(entry) ?? [];
    if (epoch !== undefined) return { epoch, seq: Number(seq) };
  }
  return undefined;
}

export function openLive(deps: LiveDeps) {
  const countChannels = openLimit(CHANNELS, TERMS);

  /** The channel with this name, when the caller may read it. A match is not loaded for that. Throws Problem 403 or 503. */
  async function readable(caller: Caller, name: string): Promise<Channel> {
    const parsed = parseChannel(name);
    if (!parsed) throw channelForbidden(name);
    const isReadable =
      'slug' in parsed ? await readableChannel(deps, () => caller, parsed) : await deps.mayLoad(caller, parsed);
    if (!isReadable) throw channelForbidden(name);
    return parsed.channel;
  }

  return {
    async getLive(exchange: Exchange, caller: Caller): Promise<Answer> {
      const parsed = parseAnyChannel(exchange.param('channel'));
      if (!parsed) throw notFound('Channel');
      const channel = await readableChannel(deps, () => caller, parsed, seenBy(exchange.ifNoneMatch));
      if (!channel) throw channelForbidden(parsed.channel);
      const etag = channel.tag();
      const answer = isMatch(exchange.ifNoneMatch, etag) ? notModified(etag) : apiText(channel.snapshot(), etag);
      return { ...answer, more: { ...answer.more, 'server-time': String(Date.now()) } };
    },
    async createViewToken(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { tokenId } = requireTokenCaller(caller);
      const body = await readBody(exchange, viewTokenBody);
      const names = [...new Set(body.channels)];
      const refusal = countChannels(String(tokenId), names.length);
      if (refusal !== null) throw refusal;
      const channels = await Promise.all(names.map((name) => readable(caller, name)));
      const { token, expiresAt } = await deps.makeViewToken(channels, tokenId, body.expires_in);
      return apiJson(201, { token, expires_at: new Date(expiresAt).toISOString(), channels });
    },
  };
}
