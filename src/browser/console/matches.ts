// The matches that the token may score: clubs with their games, tournaments with their matches.
import type { Resources } from '../../../protocol/rest/account.ts';
import type { BoardState } from '../../../protocol/wire/board.ts';
import type { Club, ClubPlayer } from '../../../protocol/rest/club.ts';
import type { CompletedGame, Game } from '../../../protocol/rest/game.ts';
import type { Tournament, TournamentMatch, TournamentPlayer } from '../../../protocol/rest/tournament.ts';
import { fixtureWithoutPlayers, type Fixture, gameFixture, matchFixture, scorable, zoneOf } from './fixture.ts';
import type { GameParticipants, MatchLineups } from '../../../protocol/rest/lineups.ts';
import { lineupPath, withLineup } from './fixture-lineup.ts';
import type { Rest, RestAnswer } from './rest.ts';
import type { TokenKind } from './token-kind.ts';
import { words } from './console-words.ts';

/** A club or a tournament. */
export type Resource = { readonly kind: 'club' | 'tournament'; readonly slug: string; readonly name: string };

type Failure = { readonly kind: 'offline' } | { readonly kind: 'refused'; readonly message: string };
export type Result<T> = { readonly kind: 'found'; readonly value: T } | Failure;
/** A match and its live state. */
type LoadedMatch = { readonly fixture: Fixture; readonly state: BoardState };
/** `unauthorized`: the token is not valid. `wrong_kind`: the token is for another purpose. */
type TokenRejected = { readonly kind: 'unauthorized' | 'wrong_kind'; readonly message: string };
export type ResourcesResult = Result<readonly Resource[]> | TokenRejected;

type ClubProfile = Club & { readonly players: readonly ClubPlayer[]; readonly upcoming_games: readonly Game[] };
type TournamentProfile = Tournament & {
  readonly players: readonly TournamentPlayer[];
  readonly matches: readonly TournamentMatch[];
};

type TournamentSettings = { readonly tournament: { readonly timezone?: string | null } };

/** A match that the club is authorized for. */
type ClubMatch = TournamentMatch & { readonly tournament: { readonly slug: string; readonly timezone: string | null } };

const FINISHED_GAMES = 10;

/** Finds out what the token is for. `known`: its kind, where the phone has learned it: then no request is made. */
export async function findKind(
  rest: Rest,
  known: TokenKind | null,
  onKind: (kind: TokenKind) => void,
): Promise<Result<TokenKind> | TokenRejected> {
  if (known !== null) return { kind: 'found', value: known };
  const asked = await rest.tokenKind();
  if (asked.kind === 'unreachable') return { kind: 'offline' };
  if (asked.status !== 200) return unlisted(asked);
  onKind(asked.body.kind);
  return { kind: 'found', value: asked.body.kind };
}

/** Finds the clubs and tournaments that the token reaches. `known`: as in `findKind`. */
export async function findResources(
  rest: Rest,
  known: TokenKind | null,
  onKind: (kind: TokenKind) => void,
): Promise<ResourcesResult> {
  const found = await findKind(rest, known, onKind);
  return found.kind === 'found' ? resourcesOf(rest, found.value) : found;
}

const resourcesOf = (rest: Rest, kind: TokenKind): Promise<ResourcesResult> =>
  kind === 'account' ? listedResources(rest) : ownResource(rest, kind);

async function ownResource(rest: Rest, kind: Resource['kind']): Promise<ResourcesResult> {
  const own = await rest.get<ClubProfile | TournamentProfile>(`/${kind}`);
  if (own.kind === 'unreachable') return { kind: 'offline' };
  if (own.status !== 200) return unlisted(own);
  return { kind: 'found', value: [{ kind, slug: own.body.slug, name: own.body.name }] };
}

async function listedResources(rest: Rest): Promise<ResourcesResult> {
  const listed = await rest.get<Resources>('/resources');
  if (listed.kind === 'unreachable') return { kind: 'offline' };
  if (listed.status === 200) {
    const { clubs, tournaments } = listed.body;
    const value = [
      ...clubs.map(({ slug, name }): Resource => ({ kind: 'club', slug, name })),
      ...tournaments.map(({ slug, name }): Resource => ({ kind: 'tournament', slug, name })),
    ];
    return { kind: 'found', value };
  }
  return unlisted(listed);
}

function unlisted(answer: Exclude<RestAnswer, { kind: 'unreachable' }>): Failure | TokenRejected {
  if (answer.status === 401) return { kind: 'unauthorized', message: answer.problem.error };
  if (answer.status === 403) return { kind: 'wrong_kind', message: answer.problem.error };
  return failureOf(answer);
}

/** Finds the matches of a club or tournament: live ones, then coming ones, then finished ones. */
export async function findFixtures(rest: Rest, resource: Resource): Promise<Result<readonly Fixture[]>> {
  if (resource.kind === 'tournament') {
    const tournament = `/tournaments/${encodeURIComponent(resource.slug)}`;
    const [profile, settings] = await Promise.all([
      read<TournamentProfile>(rest, tournament),
      read<TournamentSettings>(rest, `${tournament}/settings`),
    ]);
    if (profile.kind !== 'found') return profile;
    const { matches, players } = profile.value;
    const zone = settings.kind === 'found' ? zoneOf(settings.value.tournament.timezone) : null;
    return {
      kind: 'found',
      value: sorted(matches.map((one) => matchFixture({ slug: resource.slug, zone }, one, players))),
    };
  }
  const club = `/clubs/${encodeURIComponent(resource.slug)}`;
  const [profile, matches, past] = await Promise.all([
    read<ClubProfile>(rest, club),
    read<{ matches: readonly ClubMatch[] }>(rest, `${club}/matches`),
    rest.get<{ games: readonly CompletedGame[] }>(`${club}/past_games?limit=${FINISHED_GAMES}`),
  ]);
  if (past.kind === 'unreachable') return { kind: 'offline' };
  if (profile.kind !== 'found') return profile;
  if (matches.kind !== 'found') return matches;
  const { upcoming_games: games, players } = profile.value;
  const over = past.status === 200 ? past.body.games : [];
  const value = [
    ...matches.value.matches.map((match) => {
      const { slug, timezone } = match.tournament;
      return matchFixture({ slug, zone: zoneOf(timezone) }, match, []);
    }),
    ...games.map((game) => gameFixture(resource.slug, game, players, false)),
    ...over.map((game) => gameFixture(resource.slug, game, players, true)),
  ];
  return { kind: 'found', value: sorted(value) };
}

const RANK = { live: 0, upcoming: 1, over: 2 } as const;
const sorted = (fixtures: readonly Fixture[]): readonly Fixture[] =>
  [...fixtures].sort(
    (a, b) =>
      RANK[a.status] - RANK[b.status] || (a.when ?? '').localeCompare(b.when ?? '') * (a.status === 'over' ? -1 : 1),
  );

/** Finds the match of a channel, with the players that may be named and the live state. */
export async function findFixture(
  rest: Rest,
  channel: string,
  known: TokenKind | null,
  onKind: (kind: TokenKind) => void,
): Promise<Result<LoadedMatch> | TokenRejected> {
  const wanted = scorable(channel);
  if (wanted === null) return { kind: 'refused', message: words.wrongChannel };
  const resources = await findResources(rest, known, onKind);
  if (resources.kind !== 'found') return resources;
  const live = await read<{ state: BoardState }>(rest, `/live/${channel}`);
  if (live.kind !== 'found') return live;
  const { state } = live.value;
  const fixture = await fixtureIn(rest, resources.value, state);
  if (fixture.kind !== 'found') return fixture;
  const lineup = await read<MatchLineups | GameParticipants>(rest, lineupPath(fixture.value));
  if (lineup.kind !== 'found') return lineup;
  return { kind: 'found', value: { fixture: withLineup(fixture.value, lineup.value), state } };
}

/** The fixture of this state: from the lists of the token, or else what the state says. */
async function fixtureIn(rest: Rest, resources: readonly Resource[], state: BoardState): Promise<Result<Fixture>> {
  const kind = state.kind === 'game' ? 'club' : 'tournament';
  const slug = state.kind === 'match' ? state.tournament : null;
  for (const resource of resources) {
    if (resource.kind !== kind || (slug !== null && resource.slug !== slug)) continue;
    const fixtures = await findFixtures(rest, resource);
    if (fixtures.kind !== 'found') return fixtures;
    const found = fixtures.value.find((fixture) => fixture.channel === `${state.kind}:${state.id}`);
    if (found) return { kind: 'found', value: found };
    // An old game is on no list. When the token has one club only, the game belongs to that club.
    if (state.kind === 'game' && resources.length === 1) {
      const path = `/clubs/${encodeURIComponent(resource.slug)}/games/${encodeURIComponent(state.slug)}`;
      return { kind: 'found', value: fixtureWithoutPlayers(state, path) };
    }
  }
  if (state.kind === 'game') return { kind: 'refused', message: words.tooOld };
  const path = `/tournaments/${encodeURIComponent(state.tournament)}/matches/${state.id}`;
  return { kind: 'found', value: fixtureWithoutPlayers(state, path) };
}

/** Reads what must be there: any answer but 200 is a failure. */
async function read<T>(rest: Rest, path: string): Promise<Result<T>> {
  const answer = await rest.get<T>(path);
  if (answer.kind === 'unreachable') return { kind: 'offline' };
  return answer.status === 200 ? { kind: 'found', value: answer.body } : failureOf(answer);
}

const failureOf = (answer: Exclude<RestAnswer, { kind: 'unreachable' }>): Failure =>
  answer.status >= 500 || answer.status === 429 ? { kind: 'offline' } : { kind: 'refused', message: messageOf(answer) };

/** In the language of the phone, where it is about the right of its user: the server's words are for programs. */
export const messageOf = ({ status, problem }: Exclude<RestAnswer, { kind: 'unreachable' }>): string =>
  status === 403 ? words.forbidden : [problem.error, problem.hint ?? ''].join(' ').trim();
