// `/`: what Touchline is; for users who signed in, their matches.
import { Fragment } from 'preact';
import type { Resources } from '../../protocol/rest/account.ts';
import type { FeedMatch } from '../../protocol/wire/board.ts';
import type { FeedRef } from '../../protocol/wire/ids.ts';
import type { LiveChannel } from '../live/channel.ts';
import type { IntegrationQueries } from '../store/queries.ts';
import { Fill, useWords } from './layout/words.tsx';
import { EXAMPLE_ADDRESS } from './docs/routes.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';
import { manageAddress } from './manage/staff.ts';
import { Table } from './layout/table.tsx';
import { Time } from './layout/time.tsx';

export type HomeDeps = {
  /** Null when there is no such user. Throws Problem 503. */
  readonly loadResources: (userId: number) => Promise<Resources | null>;
  /** Whether the server has any data. Throws Problem 503. */
  readonly hasData: () => Promise<boolean>;
  readonly integrations: Pick<IntegrationQueries, 'readOffers'>;
  readonly feedChannel: (ref: FeedRef) => Promise<LiveChannel | null>;
};

/** Clubs and tournaments with their matches on the page; administrators reach thousands. */
const LISTED_MAX = 8;
/** Clubs and tournaments named on the page. */
const NAMED_MAX = 200;
/** Matches of each. */
const LISTED_MATCHES = 12;
/** A match that began less than this ago may still be running. */
const LATE_MS = 4 * 3_600_000;

/** A club or tournament that the visitor manages. */
type Managed = (Resources['clubs'] | Resources['tournaments'])[number] & { readonly kind: 'club' | 'tournament' };
/** `matches`: live matches first, then the next ones; null when this page does not list them. */
type Listed = Managed & { readonly matches: readonly HomeMatch[] | null };

export function homeRoutes(
  site: Site,
  { loadResources, hasData, integrations, feedChannel }: HomeDeps,
): readonly RouteSpec[] {
  /** Asked until there is data; that stays. */
  let wasEmpty = true;
  async function isEmpty(): Promise<boolean> {
    if (wasEmpty) wasEmpty = !(await hasData());
    return wasEmpty;
  }

  async function matchesOf({ kind, id, slug }: Managed): Promise<readonly HomeMatch[]> {
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

  async function feedOf(kind: Managed['kind'], slug: string): Promise<readonly FeedMatch[]> {
    const state = (await feedChannel(`${kind}:${slug}`))?.newest().state;
    return state !== undefined && (state.kind === 'club' || state.kind === 'tournament')
      ? Object.values(state.matches)
      : [];
  }

  return site.open({
    name: 'home',
    path: '/',
    async show({ session, visitor, query, html }) {
      if (session === null || visitor === null) {
        return html(200, <HomePage visitor={null} listed={[]} more={0} isEmpty={await isEmpty()} />);
      }
      const resources = await loadResources(session.userId);
      const all: Managed[] = [
        ...(resources?.clubs ?? []).map((club) => ({ ...club, kind: 'club' as const })),
        ...(resources?.tournaments ?? []).map((tournament) => ({ ...tournament, kind: 'tournament' as const })),
      ];
      const of = query.get('of');
      const asked = all.filter(({ kind, slug }) => of === null || `${kind}:${slug}` === of);
      const named = asked.slice(0, NAMED_MAX);
      const listed = await Promise.all(
        named.map(async (one, index) => ({ ...one, matches: index < LISTED_MAX ? await matchesOf(one) : null })),
      );
      return html(200, <HomePage {...{ visitor, listed, more: asked.length - named.length, isEmpty: false }} />, {
        hasTimes: true,
      });
    },
  });
}

const isLive = ({ live }: { readonly live: readonly FeedMatch[] }): boolean =>
  live.some(({ status }) => status === 'live');

/** A game or match to open. */
type HomeMatch = {
  readonly channel: string;
  /** The path of its public page. */
  readonly path: string;
  readonly title: string;
  /** Kick-off, ms since 1970. */
  readonly at: number | null;
  /** Its pairings in the live channel; empty when it has none yet. */
  readonly live: readonly FeedMatch[];
};
type Home = {
  readonly visitor: Visitor | null;
  readonly listed: readonly Listed[];
  /** Number of clubs and tournaments that `listed` leaves out. */
  readonly more: number;
  /** The server has no data yet. */
  readonly isEmpty: boolean;
};

function HomePage(home: Home) {
  const words = useWords().home;
  return (
    <Page title={home.visitor === null ? words.titleForVisitors : words.title} visitor={home.visitor}>
      {home.visitor === null ? <Welcome isEmpty={home.isEmpty} /> : <Matches {...home} />}
    </Page>
  );
}

function FirstStep() {
  const words = useWords().home;
  const parts = {
    file: <a href={EXAMPLE_ADDRESS}>{words.emptyFile}</a>,
    import: <code>npm run import -- club.json</code>,
    password: <code>npm run set-password -- ana@example.org</code>,
  };
  return (
    <Notice kind="note" title={words.empty}>
      <p>
        <Fill text={words.emptyAdvice} parts={parts} />
      </p>
    </Notice>
  );
}

function Welcome({ isEmpty }: Pick<Home, 'isEmpty'>) {
  const words = useWords().home;
  return (
    <>
      {isEmpty && <FirstStep />}
      <p>{words.welcome}</p>
      <div class="actions">
        <a class="button" href="/sign-in">
          {words.signIn}
        </a>
        <a class="button quiet" href="/console">
          {words.score}
        </a>
      </div>
      <h2>{words.whatFor}</h2>
      <ul>
        {(['console', 'screen', 'overlay', 'api'] as const).map((part) => (
          <li key={part}>
            <Fill text={words[part]} parts={{ name: <b>{words[`${part}Name`]}</b> }} />
          </li>
        ))}
      </ul>
      <h2>{words.developers}</h2>
      <ul>
        <li>
          <Fill text={words.guide} parts={{ link: <a href="/api/docs">{words.guideLink}</a> }} />
        </li>
        <li>
          <a href="/api/docs/interactive">{words.tryIt}</a>
        </li>
        <li>
          <Fill
            text={words.assistants}
            parts={{
              link: <a href="/api/docs/ai">{words.assistantsLink}</a>,
              openapi: <a href="/api/openapi.json">OpenAPI</a>,
              asyncapi: <a href="/api/asyncapi.json">AsyncAPI</a>,
            }}
          />
        </li>
      </ul>
    </>
  );
}

function Matches({ listed, more }: Home) {
  const { home: words, squad } = useWords();
  return (
    <>
      <p>
        <a href="/console">{words.score}</a> · <a href="/me/apps">{words.yourApps}</a> ·{' '}
        <a href="/me/clubs">{squad.mine.title}</a>
      </p>
      {listed.length === 0 && (
        <Notice kind="note" title={words.nothing}>
          <p>{words.nothingAdvice}</p>
        </Notice>
      )}
      {listed.map((one) => (
        <MatchesOf key={`${one.kind}:${one.slug}`} {...one} />
      ))}
      {more > 0 && <p class="hint">{words.more(more)}</p>}
    </>
  );
}

function MatchesOf({ kind, slug, name, role, matches }: Listed) {
  const {
    home: words,
    roles,
    staff: { manage },
  } = useWords();
  const channel = `${kind}:${slug}`;
  return (
    <section aria-labelledby={channel}>
      <h2 id={channel} dir="auto">
        {name}
      </h2>
      <p>
        <span class="hint">{roles[role]}</span> ·{' '}
        <a href={`/${kind}s/${encodeURIComponent(slug)}`}>{words.links.page}</a> ·{' '}
        <a href={manageAddress({ kind, slug })}>{manage[kind]}</a> ·{' '}
        <a href={`/${kind}s/${encodeURIComponent(slug)}/integrations`}>{words.integrations}</a> ·{' '}
        <a href={buildAddress('screen', channel)}>{words.screenOfAll}</a>
        {kind === 'tournament' && (
          <>
            {' · '}
            <a href={buildAddress('overlay', channel, 'widgets=standings')}>{words.overlayWithTables}</a>
          </>
        )}
      </p>
      {matches === null && (
        <p>
          <a href={`/?of=${encodeURIComponent(channel)}`}>{words.showMatches}</a>
        </p>
      )}
      {matches?.length === 0 && <p>{words.noMatches}</p>}
      {matches !== null && matches.length > 0 && (
        <Table
          caption={words.matchesOf(name)}
          head={words.columns}
          rows={matches.map((match) => [match.title, <When key="when" {...match} />, <Links key="links" {...match} />])}
        />
      )}
    </section>
  );
}

function When({ at, live }: HomeMatch) {
  const words = useWords().home;
  const playing = live.filter(({ status }) => status === 'live');
  if (playing.length > 0)
    return (
      <b>
        {words.live} {playing.map(scoreOf).join(' · ')}
      </b>
    );
  const over = live.filter(({ status }) => status === 'completed' || status === 'awarded');
  if (over.length > 0 && over.length === live.length)
    return (
      <>
        {words.finished} {over.map(scoreOf).join(' · ')}
      </>
    );
  return <Time at={at} fallback={words.noDate} />;
}

const scoreOf = ({ score: { home, away } }: FeedMatch): string =>
  home === undefined || away === undefined ? '' : `${home}–${away}`;

function Links({ channel, path, title }: HomeMatch) {
  const words = useWords().home;
  const addresses = {
    console: `/console/${channel}`,
    screen: buildAddress('screen', channel),
    overlay: buildAddress('overlay', channel),
    page: path,
  };
  return (
    <span class="links">
      {(['console', 'screen', 'overlay', 'page'] as const).map((kind) => (
        <Fragment key={kind}>
          <a href={addresses[kind]} aria-label={words.linksOf[kind](title)}>
            {words.links[kind]}
          </a>{' '}
        </Fragment>
      ))}
    </span>
  );
}

const buildAddress = (kind: 'screen' | 'overlay', channel: string, more = ''): string =>
  `/build/${kind}?channel=${encodeURIComponent(channel)}${more === '' ? '' : `&${more}`}`;
