// The data in the page of a channel: its facts, and the live state with its last seconds. With it the page draws before it is
// connected, and a delayed page knows the past.
import type { AnyState } from '../../protocol/wire/air.ts';
import { type Facts, NO_FACTS } from '../../protocol/rest/facts.ts';
import { type MatchRef, parseChannel, type ParsedChannel } from '../../protocol/wire/ids.ts';
import { channelForbidden } from '../auth/access-problems.ts';
import { inTurns } from '../ops/turns.ts';
import { type Caller, spenderKey } from '../auth/caller.ts';
import type { LiveChannel } from '../live/channel.ts';
import type { ClubLists } from '../resources/club-lists.ts';
import type { ListCache } from '../resources/list-cache.ts';
import type { TournamentLists } from '../resources/tournament-lists.ts';
import { type Language, readLanguage } from '../browser/shared/language.ts';
import { placeNamesIn } from '../browser/shared/place-languages.ts';
import { withPlaceNames } from '../browser/shared/place-names.ts';
import { type Look, NO_LOOK } from '../browser/shared/theme.ts';
import { notFound } from '../ops/not-found.ts';
import { isStoreAway, Problem } from '../ops/problem.ts';
import { type Answer, headerBlock, NOSNIFF, unstoredJson } from '../http/core/answer.ts';
import type { Callers } from '../http/core/callers.ts';
import type { Exchange } from '../http/core/exchange.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type ChannelSources, readableChannel } from '../live/readable-channel.ts';
import { builtPage, type BuiltPages } from './built-files.ts';
import type { ChannelPage } from './layout/channel-document.ts';
import { connectSource } from './layout/connect-source.ts';
import { fontOf, lookOf, type LookSources, themeOwnerOf } from './themes.ts';
import { reloadElement } from './reload-script.ts';
import { contentPolicy } from './layout/content-policy.ts';

export type PageDataDeps = ChannelSources &
  LookSources & {
    /** Null when the pages are not built, for example when the sources run directly. */
    readonly pages?: BuiltPages | null | undefined;
    /** The public address of the service; known once it listens. */
    readonly baseUrl: () => string;
    readonly clubs: ListCache<ClubLists>;
    readonly tournaments: ListCache<TournamentLists>;
  };

type OpenedChannel = { readonly caller: Caller; readonly parsed: ParsedChannel; readonly channel: LiveChannel };

/** What a page shows of its channel and of what is on air, as of `delayMs` ago. */
type Shown = {
  readonly facts: Facts;
  readonly channel: LiveChannel;
  readonly air: LiveChannel | null;
  readonly delayMs: number;
};

/** A kind of page that shows a channel. */
type ChannelPageKind = {
  readonly name: 'screen' | 'overlay';
  readonly html: (page: ChannelPage) => string;
  /** Reads the address, before the handler's first `await`. `renderProblem` answers a problem; `policy`: headers by the request. */
  readonly read: (
    exchange: Exchange,
    policy: PagePolicy,
  ) => { readonly delayMs: number; readonly renderProblem: (problem: Problem) => Answer };
};

/** `/{name}/{channel}`, and `/{name}/{channel}/facts` for a page that is open for hours. */
export function channelPageRoutes(
  deps: PageDataDeps,
  { callerOfHeader }: Callers,
  { name, html, read }: ChannelPageKind,
): readonly RouteSpec[] {
  /** The channel of a page's address, if its token may read it. The console sends its key in the header instead. */
  async function open(exchange: Exchange): Promise<OpenedChannel> {
    const parsed = parseChannel(exchange.param('channel'));
    if (!parsed) throw notFound('Channel');
    const token = exchange.query().get('token') ?? '';
    const header = exchange.header('authorization');
    const caller = await callerOfHeader(exchange, token === '' ? header : `Bearer ${token}`);
    const channel = await readableChannel(deps, () => caller, parsed);
    if (!channel) throw channelForbidden(parsed.channel);
    return { caller, parsed, channel };
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

  /** Null while the store is away: the page then follows the channel alone. */
  async function airOf(ref: MatchRef): Promise<LiveChannel | null> {
    try {
      return await deps.airChannel(ref);
    } catch (error) {
      if (isStoreAway(error)) return null;
      throw error;
    }
  }

  async function lookUp(parsed: ParsedChannel, at?: number): Promise<Facts | null> {
    switch (parsed.kind) {
      case 'tournament':
        return (await deps.tournaments.get(parsed.slug))?.facts(null, at) ?? null;
      case 'club':
        return (await deps.clubs.get(parsed.slug))?.facts(null) ?? null;
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

  /** Of the channel's own club or tournament. */
  async function lookAt(parsed: ParsedChannel, query: URLSearchParams): Promise<Look> {
    if (!query.has('theme') && !query.has('crest')) return NO_LOOK;
    const fixture = 'slug' in parsed ? null : ((await deps.matchChannel(parsed.channel))?.match.fixture ?? null);
    const owner = themeOwnerOf(parsed, fixture);
    return owner === null ? NO_LOOK : lookOf(deps, owner, query);
  }

  /** The page as it was `delayMs` ago. Throws Problem 401, 403, 404, 429 or 503. */
  async function pageOf(exchange: Exchange, more: PagePolicy, delayMs: number): Promise<Answer> {
    const query = exchange.query();
    const { caller, parsed, channel } = await open(exchange);
    const assets = builtPage(deps.pages, name);
    const facts = await factsOf(parsed, delayMs > 0 ? Date.now() - delayMs : undefined);
    const air = 'slug' in parsed ? null : await airOf(parsed.channel);
    const look = await lookAt(parsed, query);
    const shown = { facts, channel, air, delayMs };
    /** As bytes, which are quick to send. */
    function* page(): Generator<void, Buffer> {
      const data = yield* dataOf(shown);
      const lang = readLanguage(query.get('lang') ?? '') ?? 'en';
      const title = titleOf(channel.newest().state, lang);
      const files = { assets, reload: reloadElement(deps.pages) };
      return Buffer.from(
        html({ channel: parsed.channel, ...files, title, lang, font: fontOf(query, look), ...look, data }),
      );
    }
    return { status: 200, headers: pageHeaders, more, body: await inTurns(page(), spenderKey(caller)) };
  }

  const route = { access: 'link', method: 'GET' } as const;
  return [
    {
      ...route,
      name,
      path: `/${name}/{channel}`,
      async handle(exchange: Exchange) {
        const policy = pagePolicy(exchange, deps.baseUrl());
        const { delayMs, renderProblem } = read(exchange, policy);
        try {
          return await pageOf(exchange, policy, delayMs);
        } catch (error) {
          if (error instanceof Problem) return renderProblem(error);
          throw error;
        }
      },
    },
    {
      ...route,
      name: `${name}-facts`,
      path: `/${name}/{channel}/facts`,
      handle: async (exchange: Exchange) => unstoredJson(200, await factsOf((await open(exchange)).parsed)),
    },
  ];
}

/**
 * JSON of `{now, facts, frames, air}`: `now` in ms since 1970, the facts of `delayMs` ago, and the snapshot of that time with
 * the deltas since, also of what is on air.
 */
function* dataOf({ facts, channel, air, delayMs }: Shown): Generator<void, string> {
  const now = Date.now();
  for (const of of [channel, air]) if (of) yield* of.prepareSince(now - delayMs);
  const [frames, airFrames] = [channel, air].map((of) => of?.since(now - delayMs).join(',') ?? '');
  return `{"now":${now},"facts":${JSON.stringify(facts)},"frames":[${frames}],"air":[${airFrames}]}`;
}

/** Headers of pages whose address holds a token: not cached, not sent as a referrer. Send them together with `pagePolicy`. */
export const pageHeaders = headerBlock({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  ...NOSNIFF,
});

export type PagePolicy = Readonly<Record<string, string>>;

/** Headers by the request. Call it before the handler's first `await`. */
const pagePolicy = (exchange: Exchange, baseUrl: string): PagePolicy =>
  // The data file may name crests on any host. Other sites may show screens and overlays in frames.
  contentPolicy({
    'script-src': "'self'",
    'connect-src': connectSource(exchange, baseUrl),
    'img-src': '* data:',
    'frame-ancestors': null,
  });

function titleOf(state: AnyState, lang: Language): string {
  if (state.kind === 'air') return state.match;
  const shown = withPlaceNames(state, placeNamesIn(lang));
  return 'title' in shown ? shown.title : shown.slug;
}
