// Where a script is played: the paths of one tournament match or one club game.
import { z } from 'zod';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { type Rest, RestFailure } from './rest.ts';

export type Target = {
  readonly kind: 'game' | 'match';
  /** Path for POST. */
  readonly post: string;
  /** Path for GET; with `/{id}` for DELETE. */
  readonly markers: string;
  /** `match_id` of the bodies, for a club game with several pairings. */
  readonly matchId: string | null;
  /** What is said to a person. */
  readonly name: string;
};

const part = encodeURIComponent;

/** A club game; without `club` the legacy path, on which the token says which club it is. */
export function gameTarget(game: string, club: string | null, matchId: string | null): Target {
  const root =
    club === null ? `${API_ROOT}/games/${part(game)}` : `${API_ROOT}/clubs/${part(club)}/games/${part(game)}`;
  return { kind: 'game', post: `${root}/marker`, markers: `${root}/markers`, matchId, name: `game ${game}` };
}

export function matchTarget(tournament: string, matchId: string): Target {
  const path = `${API_ROOT}/tournaments/${part(tournament)}/matches/${part(matchId)}/markers`;
  return { kind: 'match', post: path, markers: path, matchId: null, name: `match ${matchId} of ${tournament}` };
}

const tournamentOfMatch = z.object({ state: z.object({ tournament: z.string() }) });

/** Finds the tournament that a match belongs to: its live snapshot names it. */
export async function findTournament(rest: Rest, matchId: string): Promise<string> {
  const { body } = await rest.send('GET', `${API_ROOT}/live/match:${part(matchId)}`);
  const snapshot = tournamentOfMatch.safeParse(body);
  if (!snapshot.success) {
    throw new RestFailure(200, `The snapshot of match ${matchId} names no tournament; give it with --tournament.`);
  }
  return snapshot.data.state.tournament;
}
