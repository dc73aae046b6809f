// The data in the page of a channel: its facts, and the live state with its last seconds. With it the page draws before it is
// connected, and a delayed page knows the past.
import type { ChannelState } from '../../protocol/wire/board.ts';
import { type Facts, NO_FACTS } from '../../protocol/rest/facts.ts';
import { parseChannel, type ParsedChannel } from '../../protocol/wire/ids.ts';
import { bearerOf } from '../auth/bearer.ts';
import { channelForbidden } from '../auth/access-problems.ts';
import type { LiveChannel } from '../live/channel.ts';
import type { ClubLists } from '../resources/club-lists.ts';
import type { ListCache } from '../resources/list-cache.ts';
import type { TournamentLists } from '../resources/tournament-lists.ts';
import { isStoreAway, notFound } from '../ops/problem.ts';
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../http/core/answer.ts';
import type { Callers } from '../http/core/callers.ts';
import type { Exchange } from '../http/core/exchange.ts';
import { type LiveDeps, readableChannel } from '../http/api/live.ts';

export type PageDataDeps = Omit<LiveDeps, 'makeViewToken'> & {
  readonly clubs: ListCache<ClubLists>;
  readonly tournaments: ListCache<TournamentLists>;
};

export type OpenedChannel = { readonly parsed: ParsedChannel; readonly channel: LiveChannel };

export type PageChannels = {
  /** The channel of a page's address, when the token in it may read it. Throws Problem 401, 403, 404, 429 or 503. */
  open(exchange: Exchange): Promise<OpenedChannel>;
  /** JSON of `{now, facts, frames}`: ms since 1970, as it was `delayMs` ago, and what a subscriber was sent since. */
  data(opened: OpenedChannel, delayMs: number): Promise<string>;
  /** The facts alone, for a page that is open for hours. Throws as `open`. */
  answerFacts(exchange: Exchange): Promise<Answer>;
};

export function openPageChannels(deps: PageDataDeps, { callerOfBearer }: Callers): PageChannels {
  async function open(exchange: Exchange): Promise<OpenedChannel> {
    const parsed = parseChannel(exchange.param('channel'));
    if (!parsed) throw notFound('Channel');
    const token = exchange.query().get('token') ?? '';
    const caller = await callerOfBearer(exchange, bearerOf(token === '' ? '' : `Bearer ${token}`));
    const channel = await readableChannel(deps, caller, parsed);
    if (!channel) throw channelForbidden(parsed.channel);
    return { parsed, channel };
  }

  /** A page without line-ups is better than none. The page asks again later. */
  async function factsOf(parsed: ParsedChannel, at?: number): Promise<Facts> {
    try {
      return (await lookUp(parsed, at)) ?? NO_FACTS;
    } catch (error) {
      if (isStoreAway(error)) return NO_FACTS;
      throw error;
    }
  }

  async function lookUp(parsed: ParsedChannel, at?: number): Promise<Facts | null> {
    switch (parsed.kind) {
      case 'tournament':
        return (await deps.tournaments.get(parsed.slug))?.facts(null, at) ?? null;
      case 'club':
        return null;
      case 'game':
      case 'match': {
        const fixture = (await deps.matchChannel(parsed.channel))?.match.fixture;
        if (fixture?.kind === 'match') {
          return (await deps.tournaments.get(fixture.tournament.slug))?.facts(fixture.id, at) ?? null;
        }
        if (!fixture) return null;
        const facts = (await deps.clubs.get(fixture.clubSlug))?.facts(fixture.id);
        return facts ?? { ...NO_FACTS, kick_off: fixture.kickOff };
      }
    }
  }

  return {
    open,
    async data({ parsed, channel }, delayMs) {
      const asked = Date.now();
      const facts = await factsOf(parsed, delayMs > 0 ? asked - delayMs : undefined);
      const now = Date.now();
      return `{"now":${now},"facts":${JSON.stringify(facts)},"frames":[${channel.since(now - delayMs).join(',')}]}`;
    },
    async answerFacts(exchange) {
      const { parsed } = await open(exchange);
      return unstoredJson(200, await factsOf(parsed));
    },
  };
}

/** Headers of pages whose address holds a token: not cached, not sent as a referrer. */
export const pageHeaders = headerBlock({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  // The data file may name badges on any host. Other sites may show screens and overlays in frames.
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self' ws: wss:",
    'img-src * data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  ...NOSNIFF,
});

/** The title of the window. */
export const titleOf = (state: ChannelState): string => ('title' in state ? state.title : state.slug);
