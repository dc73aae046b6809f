// `/tournaments/{slug}/matches/{id}`: score, clock, timeline, line-ups, statistics, shootout.
import type { LineupPlayer } from '../../../protocol/rest/tournament.ts';
import type { MatchState } from '../../../protocol/wire/board.ts';
import { matchRef, readId } from '../../../protocol/wire/ids.ts';
import { headingOf } from '../../browser/shared/heading.ts';
import { SIDES } from '../../browser/shared/side.ts';
import { matchFacts } from '../../resources/facts.ts';
import type { Language } from '../../browser/shared/language.ts';
import { placeNamesIn } from '../../browser/shared/place-languages.ts';
import { factsWithPlaceNames, withPlaceNames } from '../../browser/shared/place-names.ts';
import { hasOneHalf } from '../../match/fixture.ts';
import { publicState } from '../../resources/public-state.ts';
import type { TournamentView } from '../../resources/tournament-lists.ts';
import { matchResource } from '../../resources/tournament.ts';
import type { PlayedMatch } from '../../store/match-list.ts';
import type { PageAccess, PageRef } from '../../store/public-pages.ts';
import { type BoardProps, hasScore, Score, scoreText, Shootout, Statistics, Timeline } from './board.tsx';
import { PublicDocument } from './document.tsx';
import { EmbedSnippet } from './embed-snippet.tsx';
import {
  crestsOf,
  minutesOf,
  PAGE,
  pageContent,
  pathOf,
  pollSecondsOf,
  positionMark,
  type PublicPagesDeps,
  sharedOf,
} from './page.ts';
import { type PublicWords, publicWords } from './public-words.ts';
import type { PublicFile } from './serve.ts';
import { sportsEvent } from './sports-event.ts';
import { When } from './when.tsx';

type MatchPageRef = Extract<PageRef, { kind: 'match' }>;

/** The page's ref by the parameters `slug` and `id`; null for an id that no match has. */
export function matchPageRef(exchange: { readonly param: (name: string) => string }): MatchPageRef | null {
  const id = readId(exchange.param('id'));
  return id === null ? null : { kind: 'match', tournament: exchange.param('slug'), id };
}

type MatchPageData = {
  readonly state: MatchState;
  readonly view: TournamentView;
  /** The match in the tournament's lists, with full names. */
  readonly played: PlayedMatch;
  /** Of the state, and of the tournament's lists, which may be a moment behind it. */
  readonly mark: string;
};

/** The match with the names that a public page in this language shows; null when it has vanished. Throws Problem 503. */
export async function loadMatchPage(
  { matchChannel, tournaments }: Pick<PublicPagesDeps, 'matchChannel' | 'tournaments'>,
  { tournament, id }: MatchPageRef,
  lang: Language,
): Promise<MatchPageData | null> {
  const [found, lists] = await Promise.all([matchChannel(matchRef(id)), tournaments.get(tournament)]);
  if (found === null || lists === null) return null;
  const view = lists.view();
  const played = view.matches.find(({ match }) => match.fixture.id === id);
  const state = withPlaceNames(publicState(found.match), placeNamesIn(lang));
  const mark = `${positionMark(found.position)} ${played?.match.seq}`;
  return played === undefined || state.kind !== 'match' ? null : { state, view, played, mark };
}

export const matchFile = (deps: PublicPagesDeps): PublicFile<MatchPageRef> => ({
  ...PAGE,
  name: 'public-match',
  path: '/tournaments/{slug}/matches/{id}',
  memberView: 'all',
  refOf: matchPageRef,
  async read(ref, access, _audience, lang) {
    const data = await loadMatchPage(deps, ref, lang);
    if (data === null) return null;
    const now = Date.now();
    const pollSeconds = pollSecondsOf([{ state: data.state, kickOff: data.played.details.scheduledAt }], now);
    const parts = [access.version, access.isPublic, data.mark, minutesOf(data.state, now), pollSeconds];
    const words = publicWords(lang);
    return pageContent(parts, { lang, path: matchPath(ref) }, () =>
      matchPage({ deps, ref, access, data, now, pollSeconds, words }),
    );
  },
});

const matchPath = ({ tournament, id }: MatchPageRef): string => pathOf('tournaments', tournament, 'matches', id);

type MatchPageProps = {
  readonly deps: PublicPagesDeps;
  readonly ref: MatchPageRef;
  readonly access: PageAccess;
  readonly data: MatchPageData;
  readonly now: number;
  readonly pollSeconds: number;
  readonly words: PublicWords;
};

function matchPage({ deps, ref, access, data, now, pollSeconds, words }: MatchPageProps) {
  const { state, view, played } = data;
  const { details } = played;
  const { tournament } = view;
  const matchId = String(ref.id);
  const board = state.matches[matchId];
  const home = { name: tournament.name, address: pathOf('tournaments', tournament.slug) };
  const about = factsWithPlaceNames(
    matchFacts({ competition: tournament.name, zone: view.timezone }, played, []),
    placeNamesIn(words.lang),
  );
  const heading = headingOf(about, tournament.slug, words.screen);
  const description = words.texts.matchAbout(state.title, heading);
  const page = sharedOf({ deps, access, path: matchPath(ref), lang: words.lang });
  const place = [details.place.field, details.place.pitch, tournament.location].find((name) => name !== null) ?? null;
  const isOneHalf = hasOneHalf(played.match.fixture);
  const shown: BoardProps = { state, matchId, words, now, isOneHalf };
  const event = board && {
    name: state.title,
    description,
    url: page.address,
    place,
    status: board.status,
    organizer: tournament.name,
    startDate: details.scheduledAt === null ? null : new Date(details.scheduledAt).toISOString(),
    endDate: null,
    home: board.home.name,
    away: board.away.name,
  };
  const score = board === undefined || !hasScore(board) ? '' : ` ${scoreText(board)}`;
  return (
    <PublicDocument
      {...page}
      title={`${state.title}${score}`}
      description={description}
      data={event ? sportsEvent(event) : null}
      home={home}
      pollSeconds={pollSeconds}
    >
      <h1>{state.title}</h1>
      <p class="about">
        {heading}
        {details.scheduledAt !== null && (
          <>
            {' · '}
            <When at={details.scheduledAt} lang={words.lang} zone={view.timezone} />
          </>
        )}
        {place !== null && ` · ${place}`}
      </p>
      <Score {...shown} crestOf={crestsOf(view, deps)} />
      <Shootout {...shown} />
      <Timeline {...shown} />
      <Statistics {...shown} />
      <Lineups data={data} words={words} />
      {access.isPublic && <EmbedSnippet baseUrl={deps.baseUrl()} channel={matchRef(ref.id)} words={words} />}
    </PublicDocument>
  );
}

function Lineups({ data: { state, played }, words }: { readonly data: MatchPageData; readonly words: PublicWords }) {
  const { lineups } = matchResource(played.details, played.match);
  if (played.details.lineup.length === 0) return null;
  const board = state.matches[String(state.id)];
  return (
    <section aria-labelledby="line-ups">
      <h2 id="line-ups">{words.screen.lineups}</h2>
      <div class="split">
        {SIDES.map((side) => (
          <div key={side}>
            <h3>{board?.[side].name}</h3>
            <Players players={lineups[side].starters} words={words} />
            {lineups[side].substitutes.length > 0 && <h4>{words.screen.substitutes}</h4>}
            <Players players={lineups[side].substitutes} words={words} />
          </div>
        ))}
      </div>
    </section>
  );
}

const Players = ({ players, words }: { readonly players: readonly LineupPlayer[]; readonly words: PublicWords }) => (
  <ul class="list">
    {players.map(({ id, slug, name, jersey_number: number, captain, position }) => (
      <li key={id} data-key={slug}>
        {number !== null && <span class="small number">{number}</span>}
        <a href={pathOf('players', slug)}>{name}</a>
        {captain && <span class="small">({words.screen.captainShort})</span>}
        {position !== null && <span class="small end">{positionText(position, words)}</span>}
      </li>
    ))}
  </ul>
);

/** Positions of line-ups are free text. */
const positionText = (position: string, { texts }: PublicWords): string =>
  Object.entries(texts.positions).find(([name]) => name === position)?.[1] ?? position;
