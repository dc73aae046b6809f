// The live channel as Server-Sent Events (P52 to P55).
import { parseAnyChannel } from '../../../protocol/wire/ids.ts';
import type { Caller } from '../../auth/caller.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import { networkOf } from '../../ops/address.ts';
import { type Answer, CORS, headerBlock, NOSNIFF } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import type { EventStreams } from '../event-streams.ts';
import { sinceOf } from '../event-text.ts';
import { type ChannelSources, readableChannel } from '../../live/readable-channel.ts';
import { notFound } from '../../ops/not-found.ts';

export type LiveEventsDeps = ChannelSources & {
  readonly streams: Pick<EventStreams, 'start' | 'problemFor'>;
};

/** nginx keeps answers in a buffer unless told otherwise. */
const headers = headerBlock({
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-cache',
  'x-accel-buffering': 'no',
  ...NOSNIFF,
  ...CORS,
});

export const openLiveEvents = ({ streams, ...deps }: LiveEventsDeps) => ({
  async getLiveEvents(exchange: Exchange, caller: Caller): Promise<Answer> {
    const address = exchange.address();
    const network = networkOf(address);
    const since = sinceOf(exchange.header('last-event-id'));
    const parsed = parseAnyChannel(exchange.param('channel'));
    if (!parsed) throw notFound('Channel');
    const problem = streams.problemFor(network);
    if (problem) throw problem;
    if (!(await readableChannel(deps, () => caller, parsed))) throw channelForbidden(parsed.channel);
    const { channel } = parsed;
    return {
      status: 200,
      headers,
      body: '',
      // In the head: at the end of a stream the library would write it into the body.
      saysClose: true,
      stream: (out) => streams.start(out, { caller, channel, since, address, network }),
    };
  },
});
