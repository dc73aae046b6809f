// What all public pages have in common: what they are made of, their headers and their address.
import type { VNode } from 'preact';
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import type { Language } from '../../browser/shared/language.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { minuteAt } from '../../match/clock.ts';
import type { Match } from '../../match/match.ts';
import { NOSNIFF } from '../../http/core/answer.ts';
import { inTurns } from '../../ops/turns.ts';
import type { ClubLists } from '../../resources/club-lists.ts';
import type { ListCache } from '../../resources/list-cache.ts';
import type { TournamentLists, TournamentView } from '../../resources/tournament-lists.ts';
import type { ListedGame } from '../../store/game-list.ts';
import type { StoredPosition } from '../../store/log/positions.ts';
import type { StoredPlayer } from '../../store/player-page.ts';
import type { PageAccess } from '../../store/public-pages.ts';
import type { BuiltPages } from '../built-files.ts';
import { ownPath } from '../layout/crest.tsx';
import { pageInPieces } from '../layout/pieces.tsx';
import { inLanguage, pageLanguage } from '../layout/words.tsx';
import { picturePath } from './picture-address.ts';
import type { Content, PublicFile } from './serve.ts';
import { contentPolicy } from '../layout/content-policy.ts';

/** All throw Problem 503. */
export type PublicPagesDeps = {
  readonly clubs: ListCache<ClubLists>;
  readonly tournaments: ListCache<TournamentLists>;
  readonly matchChannel: (
    ref: MatchRef,
  ) => Promise<{ readonly match: Match; readonly position: StoredPosition } | null>;
  readonly loadListedGame: (id: number) => Promise<ListedGame | null>;
  /** `visitorId`: null for what all may see. */
  readonly loadPlayer: (id: number, visitorId: number | null) => Promise<StoredPlayer | null>;
  /** Null when the pages are not built: they then do not follow the match. */
  readonly pages: BuiltPages | null;
  readonly baseUrl: () => string;
};

/** Headers of a page: it loads its script and styles from this site, and nothing else. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  ...contentPolicy({ 'script-src': "'self'", 'connect-src': "'self'" }),
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...NOSNIFF,
} as const;

/** The parts of every page. */
export const PAGE = { headers: HEADERS } as const satisfies Partial<PublicFile>;

/** A page as content. `parts`: everything that decides how it looks, besides data-file data. `path`: its own. */
export const pageContent = (
  parts: readonly (string | number | boolean)[],
  { lang, path }: { readonly lang: Language; readonly path: string },
  make: () => VNode | Promise<VNode>,
): Content => ({
  version: parts.join('\n'),
  make: async (owner) => inTurns(pageInPieces(inLanguage(pageLanguage(lang, path), await make())), owner),
});

/** Changes with each change of a match, also when its database goes back to a history that becomes as long as the lost one. */
export const positionMark = ({ epoch, seq, at }: StoredPosition): string => `${epoch} ${seq} ${at}`;

const loads = new WeakMap<ClubLists | TournamentLists, number>();
let lastLoad = 0;

/** Another one for lists that were loaded again: their matches may have another history at the same `seq`. */
export function loadMark(lists: ClubLists | TournamentLists): number {
  const known = loads.get(lists);
  if (known !== undefined) return known;
  lastLoad += 1;
  loads.set(lists, lastLoad);
  return lastLoad;
}

/** Address of the script that keeps a page current. */
const liveScript = ({ pages }: Pick<PublicPagesDeps, 'pages'>): string | null => pages?.manifest['public']?.js ?? null;

type SharedPage = {
  readonly deps: Pick<PublicPagesDeps, 'pages' | 'baseUrl'>;
  readonly access: PageAccess;
  readonly path: string;
  readonly lang: Language;
};

/** What the documents of all pages with a picture have in common: private ones are not listed, and have no picture. */
export function sharedOf({ deps, access, path, lang }: SharedPage) {
  const address = deps.baseUrl() + path;
  return {
    address,
    lang,
    isListed: access.isPublic,
    script: liveScript(deps),
    picture: access.isPublic ? deps.baseUrl() + picturePath(path) : null,
  };
}

/** A page looks for a newer one this often while a match runs, and around its kick-off, s. */
const LIVE_POLL_S = 5;
const SOON_POLL_S = 30;
/** A kick-off this far away may still be moved, ms. */
const SOON_MS = 3 * 3_600_000;

/** How often a page about these matches looks for a newer one, s; 0: never. `kickOff`: ms since 1970. */
export function pollSecondsOf(
  matches: readonly { readonly state: BoardState; readonly kickOff: number | null }[],
  now: number,
): number {
  const statuses = (state: BoardState) => Object.values<Board>(state.matches).map(({ status }) => status);
  if (matches.some(({ state }) => statuses(state).includes('live'))) return LIVE_POLL_S;
  const isSoon = matches.some(
    ({ state, kickOff }) =>
      kickOff !== null && Math.abs(kickOff - now) < SOON_MS && statuses(state).includes('scheduled'),
  );
  return isSoon ? SOON_POLL_S : 0;
}

/** The minutes that a page shows now: with another minute it is another page, also for readers without scripts. */
export const minutesOf = (state: BoardState, now: number): string =>
  Object.values<Board>(state.matches)
    .map(({ clock, status }) => (status === 'live' ? (minuteAt(clock, now) ?? '') : ''))
    .join();

/** The path of a crest; null for a team, or a place, without one on this server. */
export type CrestOf = (team: { readonly name: string; readonly id?: number | undefined } | undefined) => string | null;

/** The crests of the teams of a tournament. */
export const crestsOf =
  ({ crests }: Pick<TournamentView, 'crests'>, { baseUrl }: Pick<PublicPagesDeps, 'baseUrl'>): CrestOf =>
  (team) =>
    ownPath(crests[String(team?.id)], baseUrl());

/** The path of a page. */
export const pathOf = (...parts: readonly (string | number)[]): string =>
  `/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
