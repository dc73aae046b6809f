// The matches that the token may score: clubs with their games, tournaments with their matches.
import type { Resources } from '../../../protocol/rest/account.ts';
import type { BoardState } from '../../../protocol/wire/board.ts';
import type { Club, ClubPlayer } from '../../../protocol/rest/club.ts';
import type { CompletedGame, Game } from '../../../protocol/rest/game.ts';
import type { Tournament, TournamentMatch, TournamentPlayer } from '../../../protocol/rest/tournament.ts';
import { bareFixture, type Fixture, gameFixture, matchFixture, scorable } from './fixture.ts';
import type { Rest, RestAnswer } from './rest.ts';

export type Place = { readonly kind: 'club' | 'tournament'; readonly slug: string; readonly name: string };

export type Failure = { readonly kind: 'offline' } | { readonly kind: 'refused'; readonly message: string };
export type Found<T> = { readonly kind: 'found'; readonly value: T } | Failure;
/** `unauthorized`: the token is not valid. `wrong_kind`: the token is for another purpose. */
/** A match and its live state. */
export type FoundMatch = { readonly fixture: Fixture; readonly state: BoardState };
export type NoReach = { readonly kind: 'unauthorized' | 'wrong_kind'; readonly message: string };
export type Reach = Found<readonly Place[]> | NoReach;

type ClubProfile = Club & { readonly players: readonly ClubPlayer[]; readonly upcoming_games: readonly Game[] };
type TournamentProfile = Tournament & {
  readonly players: readonly TournamentPlayer[];
  readonly matches: readonly TournamentMatch[];
};

const FINISHED_GAMES = 10;

/** Finds the places that the token reaches. A static key has no list, only its own club or tournament. */
export async function findPlaces(rest: Rest): Promise<Reach> {
  const listed = await rest.get<Resources>('/resources');
  if (listed.kind === 'unreachable') return { kind: 'offline' };
  if (listed.status === 200) {
    const { clubs, tournaments } = listed.body;
    const value = [
      ...clubs.map(({ slug, name }): Place => ({ kind: 'club', slug, name })),
      ...tournaments.map(({ slug, name }): Place => ({ kind: 'tournament', slug, name })),
    ];
    return { kind: 'found', value };
  }
  if (listed.status === 401) return { kind: 'unauthorized', message: listed.problem.error };
  if (listed.status !== 403) return refusal(listed);
  for (const kind of ['club', 'tournament'] as const) {
    const own = await rest.get<ClubProfile | TournamentProfile>(`/${kind}`);
    if (own.kind === 'unreachable') return { kind: 'offline' };
    if (own.status === 200) return { kind: 'found', value: [{ kind, slug: own.body.slug, name: own.body.name }] };
    if (own.status !== 403) return refusal(own);
  }
  return { kind: 'wrong_kind', message: listed.problem.error };
}

/** Finds the matches of a place: live ones, then coming ones, then finished ones. */
export async function findFixtures(rest: Rest, place: Place): Promise<Found<readonly Fixture[]>> {
  if (place.kind === 'tournament') {
    const answer = await rest.get<TournamentProfile>(`/tournaments/${encodeURIComponent(place.slug)}`);
    if (answer.kind === 'unreachable') return { kind: 'offline' };
    if (answer.status !== 200) return refusal(answer);
    const { matches, players } = answer.body;
    return { kind: 'found', value: ordered(matches.map((match) => matchFixture(place.slug, match, players))) };
  }
  const club = `/clubs/${encodeURIComponent(place.slug)}`;
  const [profile, past] = await Promise.all([
    rest.get<ClubProfile>(club),
    rest.get<{ games: readonly CompletedGame[] }>(`${club}/past_games?limit=${FINISHED_GAMES}`),
  ]);
  if (profile.kind === 'unreachable' || past.kind === 'unreachable') return { kind: 'offline' };
  if (profile.status !== 200) return refusal(profile);
  const { upcoming_games: games, players } = profile.body;
  const over = past.status === 200 ? past.body.games : [];
  const value = [
    ...games.map((game) => gameFixture(place.slug, game, players, false)),
    ...over.map((game) => gameFixture(place.slug, game, players, true)),
  ];
  return { kind: 'found', value: ordered(value) };
}

const RANK = { live: 0, upcoming: 1, over: 2 } as const;
const ordered = (fixtures: readonly Fixture[]): readonly Fixture[] =>
  [...fixtures].sort(
    (a, b) =>
      RANK[a.status] - RANK[b.status] || (a.when ?? '').localeCompare(b.when ?? '') * (a.status === 'over' ? -1 : 1),
  );

/**
 * Finds the match of a channel. Players come from its squads if the token may read them; otherwise only the live state
 * is used.
 */
export async function findFixture(rest: Rest, channel: string): Promise<Found<FoundMatch> | NoReach> {
  const wanted = scorable(channel);
  if (wanted === null) return { kind: 'refused', message: 'The console scores game:ID or match:ID.' };
  const places = await findPlaces(rest);
  if (places.kind !== 'found') return places;
  const answer = await rest.get<{ state: BoardState }>(`/live/${channel}`);
  if (answer.kind === 'unreachable') return { kind: 'offline' };
  if (answer.status !== 200) return refusal(answer);
  const { state } = answer.body;
  const kind = state.kind === 'game' ? 'club' : 'tournament';
  const slug = state.kind === 'match' ? state.tournament : null;
  for (const place of places.value) {
    if (place.kind !== kind || (slug !== null && place.slug !== slug)) continue;
    const fixtures = await findFixtures(rest, place);
    if (fixtures.kind !== 'found') return fixtures;
    const found = fixtures.value.find((fixture) => fixture.channel === channel);
    if (found) return { kind: 'found', value: { fixture: found, state } };
    // An old game is on no list. When the token has one club only, the game belongs to that club.
    if (state.kind === 'game' && places.value.length === 1) {
      return bare(state, `/clubs/${encodeURIComponent(place.slug)}/games/${encodeURIComponent(state.slug)}`);
    }
  }
  if (state.kind === 'game') return { kind: 'refused', message: 'This game is too long ago to be scored here.' };
  return bare(state, `/tournaments/${encodeURIComponent(state.tournament)}/matches/${state.id}`);
}

const bare = (state: BoardState, path: string): Found<FoundMatch> => ({
  kind: 'found',
  value: { fixture: bareFixture(state, path), state },
});

const refusal = (answer: Exclude<RestAnswer, { kind: 'unreachable' }>): Failure =>
  answer.status >= 500 || answer.status === 429
    ? { kind: 'offline' }
    : { kind: 'refused', message: [answer.problem.error, answer.problem.hint ?? ''].join(' ').trim() };
