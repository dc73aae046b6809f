// `/`: what Touchline is; for users who signed in, their matches.
import type { Resources } from '../../protocol/rest/account.ts';
import type { FeedMatch } from '../../protocol/wire/board.ts';
import type { FeedRef } from '../../protocol/wire/ids.ts';
import type { LiveChannel } from '../live/channel.ts';
import type { IntegrationQueries } from '../store/queries.ts';
import { htmlAnswer } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';
import { Table } from './layout/table.tsx';
import { timeText } from './layout/time.tsx';

export type HomeDeps = {
  /** Null when there is no such user. Throws Problem 503. */
  readonly loadResources: (userId: number) => Promise<Resources | null>;
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

export function homeRoutes(site: Site, { loadResources, integrations, feedChannel }: HomeDeps): readonly RouteSpec[] {
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
    async show({ session, visitor, query }) {
      if (session === null || visitor === null) {
        return htmlAnswer(200, homePage({ visitor: null, listed: [], more: 0 }));
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
      return htmlAnswer(200, homePage({ visitor, listed, more: asked.length - named.length }));
    },
  });
}

const isLive = ({ live }: { readonly live: readonly FeedMatch[] }): boolean =>
  live.some(({ status }) => status === 'live');

/** A game or match to open. */
type HomeMatch = {
  readonly channel: string;
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
};

const homePage = (home: Home) => (
  <Page title={home.visitor === null ? 'Live scores for clubs and tournaments' : 'Your matches'} visitor={home.visitor}>
    {home.visitor === null ? <Welcome /> : <Matches {...home} />}
  </Page>
);

const Welcome = () => (
  <>
    <p>
      A scorekeeper taps a goal on a phone. A moment later every scoreboard shows it: the screen at the ground, the
      overlay on the stream, the app on a phone.
    </p>
    <div class="actions">
      <a class="button" href="/sign-in">
        Sign in
      </a>
      <a class="button quiet" href="/console">
        Score a match
      </a>
    </div>
    <h2>What it is for</h2>
    <ul>
      <li>
        <b>The console</b> for scorekeepers: large buttons. Record the goal first, add the details later. It works
        offline and sends the entries when it is online again.
      </li>
      <li>
        <b>The screen</b> for the ground: score, clock and scorers, readable from far away. It shows when it has lost
        its connection.
      </li>
      <li>
        <b>The overlay</b> for streams: a transparent page for OBS and similar programs, with the delay of your stream.
      </li>
      <li>
        <b>The API</b> for apps: results and markers over REST, every change over a WebSocket. A change is stored before
        it is shown.
      </li>
    </ul>
    <h2>For developers</h2>
    <ul>
      <li>
        <a href="/api/docs">The guide</a>, from the first request to a live scoreboard
      </li>
      <li>
        <a href="/api/docs/interactive">Try every endpoint</a>
      </li>
      <li>
        <a href="/api/docs/ai">For AI assistants</a>, and the specifications: <a href="/api/openapi.json">OpenAPI</a>,{' '}
        <a href="/api/asyncapi.json">AsyncAPI</a>
      </li>
    </ul>
  </>
);

const Matches = ({ listed, more }: Home) => (
  <>
    <p>
      <a href="/console">Score a match</a> · <a href="/me/apps">Your connected apps</a>
    </p>
    {listed.length === 0 && (
      <Notice kind="note" title="You manage no club and no tournament">
        <p>
          Ask an owner to make you a moderator of the club, or to name you as the organizer of a tournament. It then
          appears here.
        </p>
      </Notice>
    )}
    {listed.map((one) => (
      <MatchesOf key={`${one.kind}:${one.slug}`} {...one} />
    ))}
    {more > 0 && <p class="hint">{more} more are not listed here.</p>}
  </>
);

function MatchesOf({ kind, slug, name, role, matches }: Listed) {
  const channel = `${kind}:${slug}`;
  return (
    <section aria-labelledby={channel}>
      <h2 id={channel}>{name}</h2>
      <p>
        <span class="hint">{role}</span> ·{' '}
        <a href={`/${kind}s/${encodeURIComponent(slug)}/integrations`}>Integrations</a> ·{' '}
        <a href={buildAddress('screen', channel)}>Screen of all matches</a>
        {kind === 'tournament' && (
          <>
            {' · '}
            <a href={buildAddress('overlay', channel, 'widgets=standings')}>Overlay with the tables</a>
          </>
        )}
      </p>
      {matches === null && (
        <p>
          <a href={`/?of=${encodeURIComponent(channel)}`}>Show matches</a>
        </p>
      )}
      {matches?.length === 0 && <p>No match is live or scheduled.</p>}
      {matches !== null && matches.length > 0 && (
        <Table
          caption={`Matches of ${name}`}
          head={['Match', 'When', 'Open']}
          rows={matches.map((match) => [match.title, <When key="when" {...match} />, <Links key="links" {...match} />])}
        />
      )}
    </section>
  );
}

function When({ at, live }: HomeMatch) {
  const playing = live.filter(({ status }) => status === 'live');
  if (playing.length > 0) return <b>Live {playing.map(scoreOf).join(' · ')}</b>;
  const over = live.filter(({ status }) => status === 'completed' || status === 'awarded');
  if (over.length > 0 && over.length === live.length) return <>Finished {over.map(scoreOf).join(' · ')}</>;
  return at === null ? <>no date yet</> : <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>;
}

const scoreOf = ({ score: { home, away } }: FeedMatch): string =>
  home === undefined || away === undefined ? '' : `${home}–${away}`;

const Links = ({ channel, title }: HomeMatch) => (
  <span class="links">
    <a href={`/console/${channel}`} aria-label={`Console of ${title}`}>
      Console
    </a>{' '}
    <a href={buildAddress('screen', channel)} aria-label={`Screen of ${title}`}>
      Screen
    </a>{' '}
    <a href={buildAddress('overlay', channel)} aria-label={`Overlay of ${title}`}>
      Overlay
    </a>
  </span>
);

const buildAddress = (kind: 'screen' | 'overlay', channel: string, more = ''): string =>
  `/build/${kind}?channel=${encodeURIComponent(channel)}${more === '' ? '' : `&${more}`}`;
