// Lists of one club for readers: profile, squad, upcoming games, past games. Games that may still move between the two game
// lists are in memory; pages of past games are loaded on request.
import { boundedMap } from '../ops/bounded-map.ts';
import type { CompletedGame } from '../../protocol/rest/game.ts';
import type { Facts } from '../../protocol/rest/facts.ts';
import { clubFacts, gameFacts, nextPublicGames } from './facts.ts';
import { completedGame, type GameHome, gameResource } from './game.ts';
import type { Match } from '../match/match.ts';
import { pastFrom, UPCOMING_MAX } from '../match/past-games.ts';
import type { ClubMark, MemberRow, StoredClub } from '../store/club-profile.ts';
import type { ListedGame, PastQuery } from '../store/game-list.ts';
import { openClubPlayers } from './club-players.ts';
import { type BodyContent, type EncodedBody, encodeBody, openBodies } from './encoded-body.ts';
import { pageHeaders } from './page-headers.ts';
import { type CachedList, hasSamePositions, seqsOf } from './list-cache.ts';

type ClubListsDeps = {
  readonly loadPast: (query: PastQuery) => Promise<readonly ListedGame[]>;
  readonly countPast: (query: PastQuery) => Promise<number>;
  readonly readMark: (clubId: number, listed: readonly number[]) => Promise<ClubMark>;
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: () => string;
};

export type ClubLists = CachedList & {
  /** `GET /clubs/{club_slug}`: at once, or when the players of a large club are made. */
  profile(): EncodedBody | Promise<EncodedBody>;
  /** `GET /clubs/{club_slug}/players`, in the same way. */
  players(): EncodedBody | Promise<EncodedBody>;
  /** The upcoming games. */
  upcoming(): EncodedBody;
  /** A page of past games, synchronously if it is in memory, otherwise when `inTurn` loads it. Throws Problem 503. */
  past(limit: number, page: number, inTurn?: InTurn): EncodedBody | Promise<EncodedBody>;
  /** The newest past games, with full names. Throws Problem 503. */
  results(): Promise<readonly PastGame[]>;
  /** The club as it is stored, and its games in memory. */
  view(): ClubView;
  /** Facts for the pages of a game that may still be played, or of the club's feed (null). Null for an old game. */
  facts(gameId: number | null): Facts | null;
};

/** Runs a load when it has its turn. */
type InTurn = <T>(load: () => Promise<T>) => Promise<T>;

/** A past game for pages. */
export type PastGame = CompletedGame & {
  /** With the reason where one was given; null for a game that is not cancelled. */
  readonly cancellation: { readonly reason: string | null } | null;
};

/** For pages. `games`: games that may still be played, and games that were past when the club was loaded, by kick-off. */
export type ClubView = {
  readonly club: StoredClub['club'];
  readonly members: readonly MemberRow[];
  readonly games: readonly Pick<Listed, 'details' | 'match' | 'isPast'>[];
};

/** Maximum number of pages of past games in memory. */
const PAGES_MAX = 64;
/** No club has this many games. */
const OFFSET_MAX = 1e9;

type Listed = Omit<ListedGame, 'match'> & {
  match: Match;
  /** ms since 1970 */
  pastFrom: number;
  readonly isPast: boolean;
  /** The Game for the upcoming list. */
  json: string | null;
};
type Page = {
  readonly ids: ReadonlySet<number>;
  readonly games: readonly PastGame[];
  readonly body: EncodedBody;
};
/** The page that `results` reads: the default of the endpoint. */
const RESULTS = { limit: 20, page: 1 } as const;

/** `now`: time of loading, ms since 1970. */
export function openClubLists(stored: StoredClub, now: number, deps: ClubListsDeps): ClubLists {
  const { club } = stored;
  const listed = new Map(stored.games.map((game) => [game.id, listedAt(game, now)]));
  const pages = boundedMap<string, Page>(PAGES_MAX);
  const loadingPages = new Map<string, Promise<Page>>();
  /** Most lists are loaded for games and pages, which do without it. */
  const players = openClubPlayers(stored.members, deps.baseUrl);
  const bodies = openBodies({
    profile: profileJson,
    players: () => [`{"club":${JSON.stringify(club.name)},"players":`, players.json(), '}'],
    upcoming: () => `{"club":${JSON.stringify(club.name)},"games":${upcomingJson()}}`,
  });
  const squad = new Map(stored.members.map((member) => [member.id, member]));
  const horizon = horizonOf(stored.games, now);
  const home = (): GameHome => ({ baseUrl: deps.baseUrl(), owner });
  const owner = ownerOf(stored);
  let knownPositions = stored.positions;
  let isIncomplete = false;
  let holdsUntil = nextChange();

  /** The next time that changes the lists: a game here becomes past, or an unlisted one might. */
  function nextChange(): number {
    let next = horizon;
    for (const game of listed.values()) if (!game.isPast && game.pastFrom < next) next = game.pastFrom;
    return next;
  }

  function update(match: Match): void {
    const game = listed.get(match.fixture.id);
    if (game === undefined) {
      updateUnlisted(match);
      return;
    }
    if (match.seq <= game.match.seq) return;
    game.match = match;
    game.json = null;
    game.pastFrom = pastFrom(match, match.lastMarkerAt);
    if (game.pastFrom <= Date.now() !== game.isPast) isIncomplete = true;
    holdsUntil = nextChange();
    bodies.drop('profile', 'upcoming');
    for (const [key, { ids }] of pages) if (ids.has(game.id)) pages.delete(key);
  }

  /** A game that is past and stays past matters to pages only. Any other game should have been loaded. */
  function updateUnlisted(match: Match): void {
    const { fixture } = match;
    const isStillPast =
      fixture.kind === 'game' && fixture.kickOff <= now && pastFrom(match, match.lastMarkerAt) <= Date.now();
    if (!isStillPast) isIncomplete = true;
    pages.clear();
    loadingPages.clear();
  }

  async function check(): Promise<boolean> {
    const before = seqsOf(listed.values());
    const mark = await deps.readMark(club.id, [...before.keys()]);
    if (mark.version !== stored.version || mark.rest !== stored.rest) return false;
    const isSame = hasSamePositions(mark.positions, knownPositions, before, seqsOf(listed.values()));
    if (isSame) knownPositions = mark.positions;
    return isSame;
  }

  function profileJson(): BodyContent {
    const head = JSON.stringify({ ...club, created_at: new Date(club.created_at).toISOString() });
    return [`${head.slice(0, -1)},"players":`, players.json(), `,"upcoming_games":${upcomingJson()}}`];
  }
  function upcomingJson(): string {
    const games = [...listed.values()].filter(({ isPast }) => !isPast).slice(0, UPCOMING_MAX);
    return `[${games.map((game) => (game.json ??= gameJson(game))).join(',')}]`;
  }
  const gameJson = ({ details, match }: Listed): string => JSON.stringify(gameResource(details, match, home()));

  async function loadPage(limit: number, page: number): Promise<Page> {
    const offset = (page - 1) * limit;
    const isBeyond = offset > OFFSET_MAX;
    const stay = [...listed.values()];
    const query = {
      clubId: club.id,
      now,
      notYet: stay.filter(({ isPast }) => !isPast).map(({ id }) => id),
      already: stay.filter(({ isPast }) => isPast).map(({ id }) => id),
      limit,
      offset,
    };
    const [games, total] = await Promise.all([isBeyond ? [] : deps.loadPast(query), deps.countPast(query)]);
    const shown = games.map((game) => {
      // A write may have arrived during the query.
      const inMemory = listed.get(game.id)?.match;
      const match = inMemory !== undefined && inMemory.seq > game.match.seq ? inMemory : game.match;
      const cancellation = match.fixture.kind === 'game' ? (match.fixture.cancellation ?? null) : null;
      return { game: completedGame(game.details, match, home()), cancellation };
    });
    return {
      ids: new Set(games.map(({ id }) => id)),
      games: shown.map(({ game, cancellation }) => ({ ...game, cancellation })),
      body: {
        ...encodeBody(JSON.stringify({ club: club.name, page, limit, games: shown.map(({ game }) => game) })),
        headers: pageHeaders({ limit, page, total }),
      },
    };
  }

  /** A page of past games, synchronously if it is in memory. */
  function pastPage(limit: number, page: number, inTurn: InTurn = (load) => load()): Page | Promise<Page> {
    const key = `${limit}:${page}`;
    const known = pages.get(key) ?? loadingPages.get(key);
    if (known !== undefined) return known;
    const loading = inTurn(() => loadPage(limit, page)).then((loaded) => {
      // A write may have made it outdated in the meantime.
      if (loadingPages.get(key) === loading) pages.set(key, loaded);
      return loaded;
    });
    const forget = (): void => {
      if (loadingPages.get(key) === loading) loadingPages.delete(key);
    };
    loading.then(forget, forget);
    loadingPages.set(key, loading);
    return loading;
  }

  return {
    profile: () => players.prepared(() => bodies.get('profile')),
    players: () => players.prepared(() => bodies.get('players')),
    upcoming: () => bodies.get('upcoming'),
    past(limit, page, inTurn) {
      const found = pastPage(limit, page, inTurn);
      return found instanceof Promise ? found.then(({ body }) => body) : found.body;
    },
    results: async () => (await pastPage(RESULTS.limit, RESULTS.page)).games,
    view: () => ({ club, members: stored.members, games: [...listed.values()] }),
    facts(gameId) {
      const games = [...listed.values()];
      const at = Date.now();
      if (gameId === null) return clubFacts(club.name, games, at);
      const game = listed.get(gameId);
      return game === undefined ? null : gameFacts(club.name, game, squad, nextPublicGames(games, gameId, at));
    },
    update,
    check,
    isIncomplete: () => isIncomplete,
    holdsFrom: now,
    holdsUntil: () => holdsUntil,
  };
}

const RANKS = ['Owner', 'Moderator', 'Member'] as const;

/** The owner with the longest membership, else the next role; without members the club itself. */
function ownerOf({ club, members }: StoredClub): GameHome['owner'] {
  let first: MemberRow | undefined;
  for (const member of members) if (first === undefined || isBefore(member, first)) first = member;
  return first === undefined ? { id: 0, name: club.name } : { id: first.id, name: first.name };
}

const isBefore = (a: MemberRow, b: MemberRow): boolean =>
  (RANKS.indexOf(a.role) - RANKS.indexOf(b.role) || a.joined_at - b.joined_at || a.id - b.id) < 0;

function listedAt(game: ListedGame, now: number): Listed {
  const from = pastFrom(game.match, game.lastMarker);
  return { ...game, pastFrom: from, isPast: from <= now, json: null };
}

/** Until when unloaded games keep their place: upcoming ones start with the last loaded one. */
function horizonOf(games: readonly ListedGame[], now: number): number {
  const coming = games.flatMap(({ match, lastMarker }) => {
    const kickOff = match.fixture.kind === 'game' ? match.fixture.kickOff : now;
    return kickOff > now && lastMarker === null ? [kickOff] : [];
  });
  return coming[UPCOMING_MAX - 1] ?? Infinity;
}
