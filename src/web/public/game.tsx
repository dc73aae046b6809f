// `/clubs/{slug}/games/{game}`: a club game with all its pairings.
import type { GameState } from '../../../protocol/wire/board.ts';
import type { PlayerInGame } from '../../../protocol/rest/game.ts';
import { gameRef } from '../../../protocol/wire/ids.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { playedBoards } from '../../../protocol/wire/played-boards.ts';
import { type GameFixture, hasOneHalf } from '../../match/fixture.ts';
import type { ClubView } from '../../resources/club-lists.ts';
import { publicParticipants, publicState } from '../../resources/public-state.ts';
import type { GameDetails, Participant } from '../../store/game-list.ts';
import type { PageAccess, PageRef } from '../../store/public-pages.ts';
import { Crest, ownPath } from '../layout/crest.tsx';
import { hasScore, Score, scoreText, Shootout, Statistics, Timeline } from './board.tsx';
import { Live, PublicDocument, Written } from './document.tsx';
import { EmbedSnippet } from './embed-snippet.tsx';
import { gamePath, teamScores } from './game-line.tsx';
import {
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

type GamePageRef = Extract<PageRef, { kind: 'game' }>;

/** The page's ref by the parameters `slug` and `game`. */
export const gamePageRef = (exchange: { readonly param: (name: string) => string }): GamePageRef => ({
  kind: 'game',
  club: exchange.param('slug'),
  slug: exchange.param('game'),
});

type GamePageData = {
  readonly state: GameState;
  readonly fixture: GameFixture;
  readonly details: GameDetails;
  /** As a public page names them. */
  readonly participants: readonly Participant[];
  readonly club: ClubView;
  /** Of the state. */
  readonly mark: string;
};

/** The game with the names that a public page shows; null when it has vanished. Throws Problem 503. */
export async function loadGamePage(
  { matchChannel, loadListedGame, clubs }: Pick<PublicPagesDeps, 'matchChannel' | 'loadListedGame' | 'clubs'>,
  { club: slug }: GamePageRef,
  id: number,
): Promise<GamePageData | null> {
  const [found, game, lists] = await Promise.all([matchChannel(gameRef(id)), loadListedGame(id), clubs.get(slug)]);
  if (found === null || game === null || lists === null || found.match.fixture.kind !== 'game') return null;
  const state = publicState(found.match);
  const { fixture } = found.match;
  const participants = publicParticipants(game.details.participants, fixture.publicNames);
  return state.kind === 'game'
    ? { state, fixture, details: game.details, participants, club: lists.view(), mark: positionMark(found.position) }
    : null;
}

export const gameFile = (deps: PublicPagesDeps): PublicFile<GamePageRef> => ({
  ...PAGE,
  name: 'public-game',
  path: '/clubs/{slug}/games/{game}',
  memberView: 'all',
  refOf: gamePageRef,
  async read(ref, access, _audience, lang) {
    const data = await loadGamePage(deps, ref, access.id);
    if (data === null) return null;
    const now = Date.now();
    const pollSeconds = pollSecondsOf([{ state: data.state, kickOff: data.fixture.kickOff }], now);
    const parts = [
      access.version,
      access.isPublic,
      data.mark,
      minutesOf(data.state, now),
      pollSeconds,
      data.fixture.cancellation?.reason ?? '',
    ];
    const words = publicWords(lang);
    return pageContent(parts, { lang, path: gamePath(ref.club, ref.slug) }, () =>
      gamePage({ deps, ref, access, data, now, pollSeconds, words }),
    );
  },
});

type GamePageProps = {
  readonly deps: PublicPagesDeps;
  readonly ref: GamePageRef;
  readonly access: PageAccess;
  readonly data: GamePageData;
  readonly now: number;
  readonly pollSeconds: number;
  readonly words: PublicWords;
};

function gamePage({ deps, ref, access, data, now, pollSeconds, words }: GamePageProps) {
  const { state, fixture, details, club } = data;
  const { place } = details;
  const boards = Object.entries(state.matches);
  const played = playedBoards(state);
  const first = played[0] ?? boards[0]?.[1];
  const page = sharedOf({ deps, access, path: gamePath(ref.club, ref.slug), lang: words.lang });
  const description = words.texts.matchAbout(state.title, club.club.name);
  const where = [place.location, place.field, place.pitch].filter((name) => name !== null).join(', ');
  const isOne = played.length === 1;
  const totals = fixture.cancellation ? null : teamScores(state, fixture.teams);
  const title =
    isOne && first !== undefined && !fixture.cancellation && hasScore(first)
      ? `${state.title}: ${first.home.name} ${scoreText(first)} ${first.away?.name ?? ''}`
      : state.title;
  const event = first && {
    name: state.title,
    description,
    url: page.address,
    status: first.status,
    startDate: new Date(fixture.kickOff).toISOString(),
    endDate: null,
    place: where === '' ? null : where,
    home: first.home.name,
    away: first.away?.name ?? null,
    organizer: club.club.name,
  };
  return (
    <PublicDocument
      {...page}
      title={title}
      description={description}
      data={event ? sportsEvent(event) : null}
      home={
        access.isHomePublic || !access.isPublic ? { name: club.club.name, address: pathOf('clubs', ref.club) } : null
      }
      pollSeconds={pollSeconds}
    >
      <h1>{state.title}</h1>
      <p class="about">
        <Crest path={ownPath(club.club.badge_url, deps.baseUrl())} />
        {club.club.name} · <When at={fixture.kickOff} lang={words.lang} zone={place.timezone} />
        {where !== '' && ` · ${where}`}
      </p>
      <Live id="cancelled">
        {fixture.cancellation && (
          <p class="status">
            {words.screen.statuses.cancelled}
            {fixture.cancellation.reason !== null && (
              <>
                : <bdi>{fixture.cancellation.reason}</bdi>
              </>
            )}
          </p>
        )}
      </Live>
      <Written text={place.description} />
      <Live id="team-scores">{totals !== null && <p class="status">{totals}</p>}</Live>
      {boards.map(([matchId]) => {
        const shown = { state, matchId, words, now, isOneHalf: hasOneHalf(fixture) };
        return (
          <div key={matchId} data-key={matchId}>
            <Score {...shown} hidesStatus={Boolean(fixture.cancellation)} />
            <Shootout {...shown} />
            {state.matches[matchId]?.away !== undefined && <Timeline {...shown} />}
            <Statistics {...shown} />
          </div>
        );
      })}
      {played.length > 1 && <Goals data={data} words={words} />}
      <Teams data={data} words={words} />
      {access.isPublic && <EmbedSnippet baseUrl={deps.baseUrl()} channel={gameRef(state.id)} words={words} />}
    </PublicDocument>
  );
}

/** The goals of a game with several pairings: its goal list does not say in which pairing they fell. */
const Goals = ({ data: { state, fixture }, words }: { readonly data: GamePageData; readonly words: PublicWords }) => (
  <Live id="goals">
    {state.goals.length > 0 && (
      <section aria-labelledby="goals-title">
        <h2 id="goals-title">{words.texts.goals}</h2>
        <ul class="list">
          {state.goals.map(({ scorer, team, minute, own_goal: isOwnGoal }, index) => (
            <li key={index}>
              {minute !== undefined && <span class="small minute">{shownMinute(minute)}</span>} {scorer}
              {isOwnGoal && <span class="small">({words.texts.ownGoal})</span>}
              <span class="small end">{fixture.teams.find(({ number }) => String(number) === team)?.name}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
  </Live>
);

function Teams({
  data: { fixture, participants, club },
  words,
}: {
  readonly data: GamePageData;
  readonly words: PublicWords;
}) {
  const joined = participants.filter(({ rsvp }) => rsvp === 'confirmed');
  const slugs = new Map(club.members.map(({ id, slug }) => [id, slug]));
  const groups = [
    ...fixture.teams.map(({ number, name }) => ({ name, players: joined.filter(({ team }) => team === number) })),
    { name: words.texts.noTeam, players: joined.filter(({ team }) => team === null) },
  ].filter(({ players }) => players.length > 0);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="teams">
      <h2 id="teams">{words.texts.teams}</h2>
      <div class="split">
        {groups.map(({ name, players }) => (
          <div key={name}>
            <h3>{name}</h3>
            <ul class="list">
              {players.map(({ player }, index) => (
                <li key={index} data-key={player.name}>
                  <PlayerName player={player} slugs={slugs} />
                  {player.is_captain && <span class="small">({words.screen.captainShort})</span>}
                  {player.pitch_role !== null && <span class="small end">{player.pitch_role}</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** `slugs`: of the club's members by user id. */
function PlayerName(props: { player: PlayerInGame; slugs: ReadonlyMap<number, string> }) {
  const { name, id, player_type: type } = props.player;
  const slug = type === 'user' && id !== null ? props.slugs.get(id) : undefined;
  return slug === undefined ? <span>{name}</span> : <a href={pathOf('players', slug)}>{name}</a>;
}
