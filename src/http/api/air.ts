// What a director brings on air at a game or match (P58 to P60).
import { airBody, airPatch, type AirPatch } from '../../../protocol/rest/air.ts';
import { type MatchRef, parseChannel } from '../../../protocol/wire/ids.ts';
import { requireTokenCaller } from '../../auth/access.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import type { Caller } from '../../auth/caller.ts';
import type { LiveChannel } from '../../live/channel.ts';
import { type ChannelSources, readableChannel } from '../../live/readable-channel.ts';
import type { Match } from '../../match/match.ts';
import { notFound } from '../../ops/not-found.ts';
import { invalid, Problem } from '../../ops/problem.ts';
import { type Answer, apiText } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';

export type AirDeps = ChannelSources & {
  /** Stores and shows a change. Null for an unknown match. Throws Problem 503. */
  readonly changeAir: (ref: MatchRef, patch: AirPatch, at: number) => Promise<LiveChannel | null>;
};

export const openAir = ({ changeAir, ...sources }: AirDeps) => ({
  /** An API token that may read the match may write its markers, and may direct it (P58). */
  async patchAir(exchange: Exchange, caller: Caller): Promise<Answer> {
    requireTokenCaller(caller);
    const parsed = parseChannel(exchange.param('channel'));
    if (!parsed) throw notFound('Channel');
    if (!(await readableChannel(sources, () => caller, parsed))) throw channelForbidden(parsed.channel);
    if ('slug' in parsed) throw feedHasNoAir(parsed.kind);
    const body = await readBody(exchange, airBody);
    const match = (await sources.matchChannel(parsed.channel))?.match;
    // The right may have gone while the body arrived.
    if (match && !sources.mayRead(caller, parsed, match.fixture)) throw channelForbidden(parsed.channel);
    for (const [name, item] of Object.entries(body)) {
      if (match && item && 'pairing' in item) requirePairing(match, name, item.pairing);
    }
    const now = Date.now();
    const channel = await changeAir(parsed.channel, airPatch(body, now), now);
    if (!channel) throw notFound('Channel');
    return apiText(channel.snapshot(), channel.tag());
  },
});

function requirePairing(match: Match, item: string, pairing: string | undefined): void {
  const known = Object.keys(match.state.matches);
  if (pairing === undefined || known.includes(pairing)) return;
  throw invalid([{ path: `${item}.pairing`, message: `Must be a pairing of the match: ${known.join(', ')}.` }]);
}

const feedHasNoAir = (kind: 'club' | 'tournament'): Problem =>
  new Problem(422, `Nothing can be brought on air for a whole ${kind}.`, {
    hint: `Each of its ${kind === 'club' ? 'games' : 'matches'} has its own director: ask for ${kind === 'club' ? 'game' : 'match'}:ID.`,
    details: [{ path: 'channel', message: 'Must be game:ID or match:ID.' }],
  });
