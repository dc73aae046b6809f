// The matches that the token may score: clubs with their games, tournaments with their matches.
import type { Resources } from '../../../protocol/rest/account.ts';
import type { BoardState } from '../../../protocol/wire/board.ts';
import type { Club, ClubPlayer } from '../../../protocol/rest/club.ts';
import type { CompletedGame, Game } from '../../../protocol/rest/game.ts';
import type { Tournament, TournamentMatch, TournamentPlayer } from '../../../protocol/rest/tournament.ts';
import { fixtureWithoutPlayers, type Fixture, gameFixture, matchFixture, scorable } from './fixture.ts';
import type { Rest, RestAnswer } from './rest.ts';

/** A club or a tournament. */
export type Resource = { readonly kind: 'club' | 'tournament'; readonly slug: string; readonly name: string };

export type Failure = { readonly kind: 'offline' } | { readonly kind: 'refused'; readonly message: string };
export type Result<T> = { readonly kind: 'found'; readonly value: T } | Failure;
/** A match and its live state. */
export type LoadedMatch = { readonly fixture: Fixture; readonly state: BoardState };
/** `unauthorized`: the token is not valid. `wrong_kind`: the token is for another purpose. */
export type TokenRejected = { readonly kind: 'unauthorized' | 'wrong_kind'; readonly message: string };
export type ResourcesResult = Result<readonly Resource[]> | TokenRejected;

type ClubProfile = Club & { readonly players: readonly ClubPlayer[]; readonly upcoming_games: readonly Game[] };
type TournamentProfile = Tournament & {
  readonly players: readonly TournamentPlayer[];
  readonly matches: readonly TournamentMatch[];
};

const FINISHED_GAMES = 10;

/** Finds the clubs and tournaments that the token reaches. A static key has no list, only its own club or tournament. */
export async function findResources(rest: Rest): Promise<ResourcesResult> {
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
  if (listed.status === 401) return { kind: 'unauthorized', message: listed.problem.error };
  if (listed.status !== 403) return failureOf(listed);
  for (const kind of ['club', 'tournament'] as const) {
    const own = await rest.get<ClubProfile | TournamentProfile>(`/${kind}`);
    if (own.kind === 'unreachable') return { kind: 'offline' };
    if (own.status === 200) return { kind: 'found', value: [{ kind, slug: own.body.slug, name: own.body.name }] };
    if (own.status !== 403) return failureOf(own);
  }
  return { kind: 'wrong_kind', message: listed.problem.error };
}

/** Finds the matches of a club or tournament: live ones, then coming ones, then finished ones. */
export async function findFixtures(rest: Rest, resource: Resource): Promise<Result<readonly Fixture[]>> {
  if (resource.kind === 'tournament') {
    const profile = await read<TournamentProfile>(rest, `/tournaments/${encodeURIComponent(resource.slug)}`);
    if (profile.kind !== 'found') return profile;
    const { matches, players } = profile.value;
    return { kind: 'found', value: sorted(matches.map((match) => matchFixture(resource.slug, match, players))) };
  }
  const club = `/clubs/${encodeURIComponent(resource.slug)}`;
  const [profile, past] = await Promise.all([
    read<ClubProfile>(rest, club),
    rest.get<{ games: readonly CompletedGame[] }>(`${club}/past_games?limit=${FINISHED_GAMES}`),
  ]);
  if (past.kind === 'unreachable') return { kind: 'offline' };
  if (profile.kind !== 'found') return profile;
  const { upcoming_games: games, players } = profile.value;
  const over = past.status === 200 ? past.body.games : [];
  const value = [
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

/**
 * Finds the match of a channel. Players come from its squads if the token may read them; otherwise only the live state
 * is used.
 */
export async function findFixture(rest: Rest, channel: string): Promise<Result<LoadedMatch> | TokenRejected> {
  const wanted = scorable(channel);
  if (wanted === null) return { kind: 'refused', message: 'The console scores game:ID or match:ID.' };
  const resources = await findResources(rest);
  if (resources.kind !== 'found') return resources;
  const live = await read<{ state: BoardState }>(rest, `/live/${channel}`);
  if (live.kind !== 'found') return live;
  const { state } = live.value;
  const kind = state.kind === 'game' ? 'club' : 'tournament';
  const slug = state.kind === 'match' ? state.tournament : null;
  for (const resource of resources.value) {
    if (resource.kind !== kind || (slug !== null && resource.slug !== slug)) continue;
    const fixtures = await findFixtures(rest, resource);
    if (fixtures.kind !== 'found') return fixtures;
    const found = fixtures.value.find((fixture) => fixture.channel === channel);
    if (found) return { kind: 'found', value: { fixture: found, state } };
    // An old game is on no list. When the token has one club only, the game belongs to that club.
    if (state.kind === 'game' && resources.value.length === 1) {
      return withoutPlayers(
        state,
        `/clubs/${encodeURIComponent(resource.slug)}/games/${encodeURIComponent(state.slug)}`,
      );
    }
  }
  if (state.kind === 'game') return { kind: 'refused', message: 'This game is too old to score here.' };
  return withoutPlayers(state, `/tournaments/${encodeURIComponent(state.tournament)}/matches/${state.id}`);
}

const withoutPlayers = (state: BoardState, path: string): Result<LoadedMatch> => ({
  kind: 'found',
  value: { fixture: fixtureWithoutPlayers(state, path), state },
});

/** Reads what must be there: any answer but 200 is a failure. */
async function read<T>(rest: Rest, path: string): Promise<Result<T>> {
  const answer = await rest.get<T>(path);
  if (answer.kind === 'unreachable') return { kind: 'offline' };
  return answer.status === 200 ? { kind: 'found', value: answer.body } : failureOf(answer);
}

const failureOf = (answer: Exclude<RestAnswer, { kind: 'unreachable' }>): Failure =>
  answer.status >= 500 || answer.status === 429
    ? { kind: 'offline' }
    : { kind: 'refused', message: [answer.problem.error, answer.problem.hint ?? ''].join(' ').trim() };
