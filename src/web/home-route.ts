// `/`: the first page, and for somebody who has signed in his matches.
import type { Resources } from '../../protocol/rest/account.ts';
import type { FeedMatch } from '../../protocol/wire/board.ts';
import type { FeedRef } from '../../protocol/wire/ids.ts';
import type { LiveChannel } from '../live/channel.ts';
import { type HomeMatch, homePage, type HomePlace } from './home.tsx';
import type { IntegrationQuestions } from '../store/queries.ts';
import { htmlAnswer } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';

export type HomeDeps = {
  /** Null when there is no such user. Throws Problem 503. */
  readonly loadResources: (userId: number) => Promise<Resources | null>;
  readonly integrations: Pick<IntegrationQuestions, 'readOffers'>;
  readonly feedChannel: (ref: FeedRef) => Promise<LiveChannel | null>;
};

/** Clubs and tournaments whose matches are listed at once; administrators reach thousands. */
const LISTED_PLACES = 8;
/** Clubs and tournaments that are named at all. */
const NAMED_PLACES = 200;
/** Matches of each. */
const LISTED_MATCHES = 12;
/** A match that began a while ago may well be on still. */
const LATE_MS = 4 * 3_600_000;

type Reached = (Resources['clubs'] | Resources['tournaments'])[number] & { readonly kind: 'club' | 'tournament' };

export function homeRoutes(site: Site, { loadResources, integrations, feedChannel }: HomeDeps): readonly RouteSpec[] {
  async function placeOf(reached: Reached, isListed: boolean): Promise<HomePlace> {
    const { kind, slug, name, role } = reached;
    return { kind, slug, name, role, matches: isListed ? await matchesOf(reached) : null };
  }

  async function matchesOf({ kind, id, slug }: Reached): Promise<readonly HomeMatch[]> {
    const now = Date.now();
    const [offers, feed] = await Promise.all([
      integrations.readOffers({ kind, id, slug, name: '' }, now),
      feedOf(kind, slug),
    ]);
    const known = offers.map((offer) => ({ ...offer, live: feed.filter(({ channel }) => channel === offer.channel) }));
    const shown = known.filter(({ at, live }) => isLive({ live }) || at === null || at > now - LATE_MS);
    const playing = shown.filter(isLive);
    return [...playing, ...shown.filter((match) => !isLive(match))].slice(0, LISTED_MATCHES);
  }

  async function feedOf(kind: Reached['kind'], slug: string): Promise<readonly FeedMatch[]> {
    const state = (await feedChannel(`${kind}:${slug}`))?.newest().state;
    return state !== undefined && (state.kind === 'club' || state.kind === 'tournament')
      ? Object.values(state.matches)
      : [];
  }

  return site.open({
    name: 'home',
    path: '/',
    async show({ session, visitor, query }) {
      if (session === null || visitor === null) {
        return htmlAnswer(200, homePage({ visitor: null, places: [], more: 0 }));
      }
      const resources = await loadResources(session.userId);
      const all: Reached[] = [
        ...(resources?.clubs ?? []).map((club) => ({ ...club, kind: 'club' as const })),
        ...(resources?.tournaments ?? []).map((tournament) => ({ ...tournament, kind: 'tournament' as const })),
      ];
      const of = query.get('of');
      const asked = all.filter(({ kind, slug }) => of === null || `${kind}:${slug}` === of);
      const named = asked.slice(0, NAMED_PLACES);
      // Clubs and tournaments may be many: the tournaments' turn comes too.
      const places = await Promise.all(named.map((reached, index) => placeOf(reached, index < LISTED_PLACES)));
      return htmlAnswer(200, homePage({ visitor, places, more: asked.length - named.length }));
    },
  });
}

const isLive = ({ live }: { readonly live: readonly FeedMatch[] }): boolean =>
  live.some(({ status }) => status === 'live');
