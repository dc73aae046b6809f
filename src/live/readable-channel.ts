// Finds a channel for a caller: the right is checked before anything is loaded, and once more with what was loaded.
import type { FeedRef, MatchRef, ParsedAnyChannel } from '../../protocol/wire/ids.ts';
import type { Caller } from '../auth/caller.ts';
import type { ChannelRights } from '../auth/channel-rights.ts';
import type { Match } from '../match/match.ts';
import type { LiveChannel } from './channel.ts';

/** The last position that a client has. */
export type Seen = { readonly seq: number; readonly epoch?: string };

export type ChannelSources = {
  readonly mayRead: ChannelRights['mayRead'];
  /** Whether the caller may read a channel, before anything of it is loaded. Throws Problem 503. */
  readonly mayLoad: ChannelRights['mayLoad'];
  readonly matchChannel: (
    ref: MatchRef,
    seen?: Seen,
  ) => Promise<{ readonly channel: LiveChannel; readonly match: Match } | null>;
  readonly feedChannel: (ref: FeedRef) => Promise<LiveChannel | null>;
  /** What is on air at a match that exists. */
  readonly airChannel: (ref: MatchRef, seq?: number) => Promise<LiveChannel>;
};

/**
 * The channel, caught up to at least what the client has `seen`; null if it does not exist or the caller may not read it. The
 * right to an `air:` channel is the right to its match (P58). `callerNow`: null when the caller is gone. Throws Problem 503.
 */
export async function readableChannel(
  { mayRead, mayLoad, matchChannel, feedChannel, airChannel }: ChannelSources,
  callerNow: () => Caller | null,
  parsed: ParsedAnyChannel,
  seen?: Seen,
): Promise<LiveChannel | null> {
  const caller = callerNow();
  const rightTo = parsed.kind === 'air' ? parsed.match : parsed;
  if (caller === null || !(await mayLoad(caller, rightTo))) return null;
  if ('slug' in rightTo) return feedChannel(rightTo.channel);
  const isAir = parsed.kind === 'air';
  const found = await matchChannel(rightTo.channel, isAir ? undefined : seen);
  // An import may have changed the match, or the credential its rights, in between.
  const now = callerNow();
  if (found === null || now === null || !mayRead(now, rightTo, found.match.fixture)) return null;
  return isAir ? airChannel(rightTo.channel, seen?.seq) : found.channel;
}
