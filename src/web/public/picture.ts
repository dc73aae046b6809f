// The pictures that shared links show: `…/picture.png` of clubs, games, tournaments and matches that all may see. Drawn when a
// reader first asks for a version, and kept.
import type { BoardState } from '../../../protocol/wire/board.ts';
import { playedBoards } from '../../../protocol/wire/played-boards.ts';
import { sideColors } from '../../browser/shared/colors.ts';
import { headingOf } from '../../browser/shared/heading.ts';
import { placeNamesIn } from '../../browser/shared/place-languages.ts';
import { factsWithPlaceNames } from '../../browser/shared/place-names.ts';
import { matchStatusLabel } from '../../browser/shared/match-status.ts';
import { NOSNIFF } from '../../http/core/answer.ts';
import { type Fixture, hasOneHalf } from '../../match/fixture.ts';
import { matchFacts } from '../../resources/facts.ts';
import type { PageRef } from '../../store/public-pages.ts';
import { hasScore } from './board.tsx';
import { clubPageRef } from './club.tsx';
import type { Drawing } from './drawing.ts';
import { gamePageRef, loadGamePage } from './game.tsx';
import { loadMatchPage, matchPageRef } from './match.tsx';
import type { PublicPagesDeps } from './page.ts';
import { publicWords } from './public-words.ts';
import { picturePath } from './picture-address.ts';
import { type Picture, pictureSvg } from './picture-svg.ts';
import type { Content, PublicFile } from './serve.ts';
import { tournamentPageRef } from './tournament.tsx';
import { dayText, whenText } from './when.tsx';

type PictureDeps = PublicPagesDeps & Drawing;

/** Pictures have no text to choose a language for but the status. */
const words = publicWords('en');

const PICTURE_FILE = {
  headers: { 'content-type': 'image/png', ...NOSNIFF },
  memberView: 'all',
  isForMembers: false,
  isWithoutWords: true,
  isPacked: true,
  // Services that show shared links keep their own copy.
  maxAgeSeconds: 300,
} as const satisfies Partial<PublicFile>;

export const clubPicture = (deps: PictureDeps): PublicFile<Extract<PageRef, { kind: 'club' }>> => ({
  ...PICTURE_FILE,
  name: 'club-picture',
  path: picturePath('/clubs/{slug}'),
  refOf: clubPageRef,
  async read(ref) {
    const club = (await deps.clubs.get(ref.slug))?.view().club;
    if (club === undefined) return null;
    const bottom = [club.city, club.location].filter((name) => name !== null).join(' · ');
    return contentOf(deps, { top: '', lines: [{ text: club.name, score: null }], bottom });
  },
});

export const tournamentPicture = (deps: PictureDeps): PublicFile<Extract<PageRef, { kind: 'tournament' }>> => ({
  ...PICTURE_FILE,
  name: 'tournament-picture',
  path: picturePath('/tournaments/{slug}'),
  refOf: tournamentPageRef,
  async read(ref) {
    const tournament = (await deps.tournaments.get(ref.slug))?.view().tournament;
    if (tournament === undefined) return null;
    const { start_date: start, location, host_club: host } = tournament;
    const about = [start === null ? null : dayText(start, 'en'), location, host?.name ?? null];
    const bottom = about.filter((part) => part !== null).join(' · ');
    return contentOf(deps, { top: '', lines: [{ text: tournament.name, score: null }], bottom });
  },
});

export const gamePicture = (deps: PictureDeps): PublicFile<Extract<PageRef, { kind: 'game' }>> => ({
  ...PICTURE_FILE,
  name: 'game-picture',
  path: picturePath('/clubs/{slug}/games/{game}'),
  refOf: gamePageRef,
  async read(ref, access) {
    const data = await loadGamePage(deps, ref, access.id);
    if (data === null) return null;
    const { state, fixture, details, club } = data;
    const when = whenText(fixture.kickOff, 'en', details.place.timezone);
    // A game with several pairings has no one score.
    const [one, another] = playedBoards(state);
    if (one === undefined || another !== undefined) {
      return contentOf(deps, { top: club.club.name, lines: [{ text: state.title, score: null }], bottom: when });
    }
    return contentOf(deps, { top: `${club.club.name} · ${state.title}`, ...scoreOf(one, fixture, when) });
  },
});

export const matchPicture = (deps: PictureDeps): PublicFile<Extract<PageRef, { kind: 'match' }>> => ({
  ...PICTURE_FILE,
  name: 'match-picture',
  path: picturePath('/tournaments/{slug}/matches/{id}'),
  refOf: matchPageRef,
  async read(ref) {
    const data = await loadMatchPage(deps, ref, 'en');
    const board = data?.state.matches[String(ref.id)];
    if (!data || board === undefined) return null;
    const { view, played } = data;
    const { details } = played;
    const zone = view.timezone;
    const facts = matchFacts({ competition: view.tournament.name, zone }, played, []);
    const about = factsWithPlaceNames(facts, placeNamesIn('en'));
    const when = details.scheduledAt === null ? '' : whenText(details.scheduledAt, 'en', zone);
    return contentOf(deps, {
      top: headingOf(about, ref.tournament, words.screen),
      ...scoreOf(board, played.match.fixture, when),
    });
  },
});

/** The two sides; below them the status, or the kick-off of a match that has not begun. */
function scoreOf(
  board: BoardState['matches'][string],
  fixture: Pick<Fixture, 'format'>,
  when: string,
): Pick<Picture, 'lines' | 'bottom'> {
  const hasBegun = board.status !== 'scheduled';
  const { home, away } = board.score;
  const isScored = hasScore(board);
  const colors = sideColors(board);
  return {
    lines: [
      { text: board.home.name, score: isScored ? String(home ?? 0) : null, color: colors.home.color },
      { text: board.away?.name ?? '', score: isScored ? String(away ?? 0) : null, color: colors.away.color },
    ],
    bottom: hasBegun || when === '' ? matchStatusLabel(board, words.screen, hasOneHalf(fixture)) : when,
  };
}

function contentOf({ draw }: Drawing, picture: Picture): Content {
  const svg = pictureSvg(picture);
  return { version: svg, make: () => draw(svg) };
}
