// How many follow a channel, for its staff.
import { parseChannel } from '../../../protocol/wire/ids.ts';
import { requireTokenCaller } from '../../auth/access.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import type { Caller } from '../../auth/caller.ts';
import type { LiveChannel } from '../../live/channel.ts';
import { type ChannelSources, readableChannel } from '../../live/readable-channel.ts';
import type { Viewers } from '../../live/viewers.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { notFound } from '../../ops/not-found.ts';

export type ViewersDeps = ChannelSources & { readonly viewersOf: (channel: LiveChannel) => Viewers };

export const openViewerCounts = ({ viewersOf, ...sources }: ViewersDeps) => ({
  /** An API token that may read the channel may count its viewers; a view token may not. */
  async getViewers(exchange: Exchange, caller: Caller): Promise<Answer> {
    requireTokenCaller(caller);
    const parsed = parseChannel(exchange.param('channel'));
    if (!parsed) throw notFound('Channel');
    const channel = await readableChannel(sources, () => caller, parsed);
    if (!channel) throw channelForbidden(parsed.channel);
    return apiJson(200, { channel: parsed.channel, ...viewersOf(channel) });
  },
});
