// `/players/{slug}`: the clubs, tournaments, games and goals of a player, as far as the reader may see them.
import { matchEntries } from '../../browser/shared/entries.ts';
import { placeNamesIn } from '../../browser/shared/place-languages.ts';
import { withPlaceNames } from '../../browser/shared/place-names.ts';
import { gameResult } from '../../resources/result.ts';
import { publicState } from '../../resources/public-state.ts';
import type { TournamentView } from '../../resources/tournament-lists.ts';
import { inTurns } from '../../ops/turns.ts';
import type { PlayedMatch } from '../../store/match-list.ts';
import type { StoredPlayer } from '../../store/player-page.ts';
import type { PageAccess, PageRef } from '../../store/public-pages.ts';
import { hasScore, scoreText } from './board.tsx';
import { PublicDocument } from './document.tsx';
import { gamePath, listedScore } from './game-line.tsx';
import { PAGE, pageContent, pathOf, type PublicPagesDeps } from './page.ts';
import { type PublicWords, publicWords } from './public-words.ts';
import type { PublicFile } from './serve.ts';
import { When } from './when.tsx';
import { byNameIn } from '../layout/by-name.ts';
import { entryOf } from '../layout/entry-of.ts';
import { LongList } from '../layout/pieces.tsx';

type PlayerPageRef = Extract<PageRef, { kind: 'player' }>;

/** A game or match of the player. `at`: ms since 1970, null without a date. */
type Played = {
  readonly path: string;
  readonly title: string;
  readonly at: number | null;
  readonly zone: string;
  readonly score: string;
  readonly goals: number;
};

/** Tournaments whose matches are looked through for the player. */
const SEARCHED_MAX = 8;

export const playerFile = (deps: PublicPagesDeps): PublicFile<PlayerPageRef> => ({
  ...PAGE,
  name: 'public-player',
  path: '/players/{slug}',
  memberView: 'person',
  refOf: (exchange) => ({ kind: 'player', slug: exchange.param('slug') }),
  async read(_ref, access, { userId, owner }, lang) {
    const player = await deps.loadPlayer(access.id, userId);
    if (player === null) return null;
    const found = await Promise.all(
      player.tournaments.slice(0, SEARCHED_MAX).map(({ slug }) => deps.tournaments.get(slug)),
    );
    const views = found.flatMap((lists) => (lists === null ? [] : [lists.view()]));
    const words = publicWords(lang);
    const matches = await inTurns(matchesIn(views, player.id, words), owner);
    const played = [...gamesOf(player, words), ...matches].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
    const shown = played.map(({ path, score, goals }) => `${path} ${score} ${goals}`).join('\n');
    return pageContent([access.version, access.isPublic, shown], { lang, path: pathOf('players', player.slug) }, () =>
      playerPage({ deps, access, player, played, words }),
    );
  },
});

const gamesOf = ({ id, games }: StoredPlayer, { screen }: PublicWords): Played[] =>
  games.flatMap(({ details, match }) => {
    const { fixture } = match;
    if (fixture.kind !== 'game') return [];
    const own = gameResult(match).goals.filter(
      ({ user_id: scorer, own_goal: isOwnGoal }) => scorer === id && !isOwnGoal,
    );
    return [
      {
        path: gamePath(fixture.clubSlug, fixture.slug),
        title: fixture.title,
        at: fixture.kickOff,
        zone: details.place.timezone,
        goals: own.length,
        score: fixture.cancellation
          ? (screen.statuses.cancelled ?? '')
          : listedScore(publicState(match), fixture.teams),
      },
    ];
  });

/** The matches that have the player in a line-up, or with a goal. There may be thousands to look through: in pieces. */
function* matchesIn(views: readonly TournamentView[], id: number, words: PublicWords): Generator<void, Played[]> {
  const found: Played[] = [];
  for (const view of views) {
    for (const match of view.matches) {
      found.push(...playedIn(view, match, id, words));
      yield;
    }
  }
  return found;
}

function playedIn(
  { tournament, publicNames, timezone }: TournamentView,
  { details, match }: PlayedMatch,
  id: number,
  words: PublicWords,
): Played[] {
  const matchId = String(match.fixture.id);
  // Only users play in tournaments, and their names are not hidden: the state as it is has the same goals, and costs nothing.
  const { home, away } = matchEntries(match.state, matchId);
  const own = [...home, ...away].filter(
    ({ kind, note, player }) => kind === 'goal' && note !== 'own_goal' && player === `user ${id}`,
  );
  if (own.length === 0 && !details.lineup.some((player) => player.id === id)) return [];
  const state = withPlaceNames(publicState(match, publicNames), placeNamesIn(words.lang));
  const board = state.matches[matchId];
  if (board === undefined) return [];
  const score = [words.screen.statuses[board.status] ?? '', hasScore(board) ? scoreText(board) : ''];
  const path = pathOf('tournaments', tournament.slug, 'matches', match.fixture.id);
  const title = `${state.title} · ${tournament.name}`;
  return [{ path, title, at: details.scheduledAt, zone: timezone, score: score.join(' ').trim(), goals: own.length }];
}

type PlayerPageProps = {
  readonly deps: PublicPagesDeps;
  readonly access: PageAccess;
  readonly player: StoredPlayer;
  readonly played: readonly Played[];
  readonly words: PublicWords;
};

function playerPage({ deps, access, player, played, words }: PlayerPageProps) {
  const { texts } = words;
  const path = pathOf('players', player.slug);
  const address = deps.baseUrl() + path;
  const goals = played.reduce((sum, one) => sum + one.goals, 0);
  const position = entryOf(texts.positions, player.position);
  return (
    <PublicDocument
      title={player.name}
      description={texts.playerAbout(player.name)}
      address={address}
      picture={null}
      isListed={access.isPublic}
      data={{ '@context': 'https://schema.org', '@type': 'Person', name: player.name, url: address }}
      lang={words.lang}
      home={null}
      pollSeconds={0}
      script={null}
    >
      <h1>{player.name}</h1>
      {position !== null && <p class="about">{position}</p>}
      <section aria-labelledby="games">
        <h2 id="games">{texts.games}</h2>
        {goals > 0 && <p>{texts.goalsScored(goals)}</p>}
        {played.length === 0 ? (
          <p class="small">{texts.nothingPlayed}</p>
        ) : (
          <ul class="list">
            <LongList
              of={played}
              entry={(one) => (
                <li>
                  <a href={one.path}>{one.title}</a>
                  <span class="small">
                    {one.at === null ? texts.noDate : <When at={one.at} lang={words.lang} zone={one.zone} />}
                  </span>
                  {one.goals > 0 && <b>{texts.goalsScored(one.goals)}</b>}
                  <span class="end">{one.score}</span>
                </li>
              )}
            />
          </ul>
        )}
      </section>
      <Named title={texts.clubs} kind="clubs" all={player.clubs.toSorted(byNameIn(words.lang))} />
      <Named title={texts.tournaments} kind="tournaments" all={player.tournaments.toSorted(byNameIn(words.lang))} />
    </PublicDocument>
  );
}

const Named = ({ title, kind, all }: { title: string; kind: 'clubs' | 'tournaments'; all: StoredPlayer['clubs'] }) =>
  all.length === 0 ? null : (
    <section aria-labelledby={kind}>
      <h2 id={kind}>{title}</h2>
      <ul class="list">
        {all.map(({ slug, name }) => (
          <li key={slug}>
            <a href={pathOf(kind, slug)}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
