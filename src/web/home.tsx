// `/`: what Touchline is; for users who signed in, their matches.
import type { Resources } from '../../protocol/rest/account.ts';
import type { FeedMatch } from '../../protocol/wire/board.ts';
import type { FeedRef } from '../../protocol/wire/ids.ts';
import type { LiveChannel } from '../live/channel.ts';
import type { IntegrationQueries } from '../store/queries.ts';
import { useWords } from './layout/words.tsx';
import { buildAddress, byTime, type HomeMatch, isToday, MatchTable, TODAY_MS } from './home-matches.tsx';
import { pictureRoutes } from './own-pictures.ts';
import { Welcome } from './home-welcome.tsx';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { ownPath } from './layout/crest.tsx';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';
import { NewGameLink } from './manage/games/new-game-link.tsx';
import { manageAddress } from './manage/staff.ts';
import { Button } from './layout/form.tsx';

export type HomeDeps = {
  /** Null when there is no such user. Throws Problem 503. */
  readonly loadResources: (userId: number) => Promise<Resources | null>;
  /** Whether the server has any data. Throws Problem 503. */
  readonly hasData: () => Promise<boolean>;
  readonly integrations: Pick<IntegrationQueries, 'findHomeMatches'>;
  /** The address of the service. */
  readonly baseUrl: () => string;
  readonly feedChannel: (ref: FeedRef) => Promise<LiveChannel | null>;
};

/** Clubs and tournaments with their matches on the page; administrators reach thousands. */
const LISTED_MAX = 8;
/** Clubs and tournaments named on the page. */
const NAMED_MAX = 200;
/** Matches of each. */
const LISTED_MATCHES = 12;
/** Characters of a search. */
const SEARCH_MAX = 100;

/** A club or tournament that the visitor manages. */
type Managed = (Resources['clubs'] | Resources['tournaments'])[number] & { readonly kind: 'club' | 'tournament' };
/** `matches`: live matches first, then the next ones, without those of today; null when this page does not list them. */
type Listed = Managed & { readonly matches: readonly HomeMatch[] | null; readonly today: readonly HomeMatch[] };

export function homeRoutes(
  site: Site,
  { loadResources, hasData, integrations, feedChannel, baseUrl }: HomeDeps,
): readonly RouteSpec[] {
  /** Asked until there is data; that stays. */
  let wasEmpty = true;
  async function isEmpty(): Promise<boolean> {
    if (wasEmpty) wasEmpty = !(await hasData());
    return wasEmpty;
  }

  /** The matches of these clubs and tournaments; `text`: those with this part in their titles. */
  async function matchesOf(
    of: readonly Managed[],
    now: number,
    text: string | null,
  ): Promise<(one: Managed) => readonly HomeMatch[]> {
    const idsOf = (kind: Managed['kind']) => of.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const ids = { clubs: idsOf('club'), tournaments: idsOf('tournament') };
    const offers = await integrations.findHomeMatches(ids, { now, lateMs: TODAY_MS, text });
    const offered = new Map<string, HomeMatch[]>();
    for (const offer of offers) {
      const key = keyOf(offer.kind, offer.resourceId);
      const known = offered.get(key) ?? [];
      const crests = offer.crests.flatMap((url) => ownPath(url, baseUrl()) ?? []);
      offered.set(key, [...known, { ...offer, crests, live: [] }]);
    }
    const withOffers = of.filter((one) => offered.has(keyOf(one.kind, one.id)));
    const feeds = await Promise.all(withOffers.slice(0, LISTED_MAX).map(({ kind, slug }) => feedOf(kind, slug)));
    const live = feeds.flat();
    return ({ kind, id }) =>
      (offered.get(keyOf(kind, id)) ?? []).map((offer) => ({
        ...offer,
        live: live.filter(({ channel }) => channel === offer.channel),
      }));
  }

  async function feedOf(kind: Managed['kind'], slug: string): Promise<readonly FeedMatch[]> {
    const state = (await feedChannel(`${kind}:${slug}`))?.newest().state;
    return state !== undefined && (state.kind === 'club' || state.kind === 'tournament')
      ? Object.values(state.matches)
      : [];
  }

  async function listed(asked: readonly Managed[], now: number): Promise<Found> {
    const named = asked.slice(0, NAMED_MAX);
    const matches = await matchesOf(named.slice(0, LISTED_MAX), now, null);
    return {
      listed: named.map((one, index) => (index < LISTED_MAX ? listedOf(one, matches(one), now) : unlisted(one))),
      more: asked.length - named.length,
    };
  }

  /** Clubs and tournaments of this name with their matches, and others with the matches whose titles contain the text. */
  async function searched(asked: readonly Managed[], now: number, text: string): Promise<Found> {
    const titled = await matchesOf(asked, now, text);
    const found = asked.filter((one) => isNamed(one, text) || titled(one).length > 0).slice(0, NAMED_MAX);
    const shown = found.slice(0, LISTED_MAX);
    const whole = await matchesOf(
      shown.filter((one) => isNamed(one, text)),
      now,
      null,
    );
    return {
      listed: [
        ...shown.map((one) => ({
          ...one,
          today: [],
          matches: (isNamed(one, text) ? whole(one) : titled(one)).slice(0, LISTED_MATCHES),
        })),
        ...found.slice(LISTED_MAX).map(unlisted),
      ],
      more: 0,
    };
  }

  return [
    ...pictureRoutes(),
    ...site.open({
      name: 'home',
      path: '/',
      async show({ session, visitor, query, html }) {
        if (session === null || visitor === null) {
          return html(200, <HomePage visitor={null} listed={[]} more={0} text="" isEmpty={await isEmpty()} />);
        }
        const resources = await loadResources(session.userId);
        const all: Managed[] = [
          ...(resources?.clubs ?? []).map((club) => ({ ...club, kind: 'club' as const })),
          ...(resources?.tournaments ?? []).map((tournament) => ({ ...tournament, kind: 'tournament' as const })),
        ];
        const of = query.get('of');
        // No title has NUL, which the database refuses.
        const text = (query.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_MAX);
        const asked = all.filter(({ kind, slug }) => of === null || `${kind}:${slug}` === of);
        const now = Date.now();
        const found = text === '' ? await listed(asked, now) : await searched(asked, now, text);
        return html(200, <HomePage {...found} visitor={visitor} text={text} isEmpty={false} />, { hasTimes: true });
      },
    }),
  ];
}

const keyOf = (kind: Managed['kind'], id: number): string => `${kind}:${id}`;

const unlisted = (one: Managed): Listed => ({ ...one, matches: null, today: [] });

/** Past matches are left out, but for those of today. */
function listedOf(one: Managed, matches: readonly HomeMatch[], now: number): Listed {
  const isOfToday = (match: HomeMatch): boolean => isToday(match, now);
  const next = matches.filter((match) => !isOfToday(match) && (match.at === null || match.at > now));
  return { ...one, today: matches.filter(isOfToday), matches: next.slice(0, LISTED_MATCHES) };
}

const isNamed = ({ name }: Managed, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

type Found = {
  readonly listed: readonly Listed[];
  /** Number of clubs and tournaments that `listed` leaves out. */
  readonly more: number;
};
type Home = Found & {
  readonly visitor: Visitor | null;
  /** What was searched for; '' without a search. */
  readonly text: string;
  /** The server has no data yet. */
  readonly isEmpty: boolean;
};

export function HomePage(home: Home) {
  const words = useWords().home;
  return (
    <Page title={home.visitor === null ? words.titleForVisitors : words.title} visitor={home.visitor}>
      {home.visitor === null ? <Welcome isEmpty={home.isEmpty} /> : <Matches {...home} />}
    </Page>
  );
}

function Matches({ listed, more, text }: Home) {
  const { home: words, squad } = useWords();
  const today = byTime(listed.flatMap((one) => one.today));
  const nameOf = (match: HomeMatch): string =>
    listed.find(({ kind, id }) => kind === match.kind && id === match.resourceId)?.name ?? '';
  return (
    <>
      <p>
        <a href="/console">{words.score}</a> · <a href="/me/apps">{words.yourApps}</a> ·{' '}
        <a href="/me/clubs">{squad.mine.title}</a>
      </p>
      {(listed.length > 0 || text !== '') && <Search text={text} />}
      {listed.length === 0 && text === '' && (
        <Notice kind="note" title={words.nothing}>
          <p>{words.nothingAdvice}</p>
        </Notice>
      )}
      {listed.length === 0 && text !== '' && <Notice kind="note" title={words.notFound(text)} />}
      <div class="lists">
        {today.length > 0 && (
          <section aria-labelledby="today">
            <h2 id="today">{words.today}</h2>
            <MatchTable caption={words.todayAbout} matches={today} nameOf={nameOf} />
          </section>
        )}
        <div class="others">
          {listed.map((one) => (
            <MatchesOf key={`${one.kind}:${one.slug}`} {...one} />
          ))}
          {more > 0 && <p class="hint">{words.more(more)}</p>}
        </div>
      </div>
    </>
  );
}

function Search({ text }: Pick<Home, 'text'>) {
  const words = useWords().home;
  return (
    <form class="search" role="search" method="get" action="/">
      <label for="q">{words.search}</label>
      <input id="q" name="q" type="search" value={text} maxLength={SEARCH_MAX} />
      <Button kind="quiet">{words.find}</Button>
      {text !== '' && <a href="/">{words.all}</a>}
    </form>
  );
}

function MatchesOf({ kind, slug, name, role, matches, today }: Listed) {
  const {
    home: words,
    roles,
    staff: { manage, sections },
  } = useWords();
  const channel = `${kind}:${slug}`;
  return (
    <section aria-labelledby={channel}>
      <h2 id={channel}>
        <bdi>{name}</bdi>
      </h2>
      <p>
        <span class="hint">{roles[role]}</span> ·{' '}
        <a href={`/${kind}s/${encodeURIComponent(slug)}`}>{words.links.page}</a> ·{' '}
        <a href={manageAddress({ kind, slug })}>{manage[kind]}</a> ·{' '}
        <a href={`/${kind}s/${encodeURIComponent(slug)}/integrations`}>{sections.integrations}</a> ·{' '}
        <a href={buildAddress('screen', channel)}>{words.screenOfAll}</a>
        {kind === 'tournament' && (
          <>
            {' · '}
            <a href={buildAddress('overlay', channel, 'widgets=standings')}>{words.overlayWithTables}</a>
          </>
        )}
      </p>
      {kind === 'club' && <NewGameLink slug={slug} name={name} />}
      {matches === null && (
        <p>
          <a href={`/?of=${encodeURIComponent(channel)}`}>{words.showMatches}</a>
        </p>
      )}
      {matches?.length === 0 && <p>{today.length === 0 ? words.noMatches : words.onlyToday}</p>}
      {matches !== null && matches.length > 0 && (
        <MatchTable caption={words.matchesOf(name)} matches={matches} nameOf={null} />
      )}
    </section>
  );
}
