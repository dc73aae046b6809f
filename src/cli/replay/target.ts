// The target of a script: the paths of a tournament match or club game.
import { z } from 'zod';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { type Rest, RestFailure } from './rest.ts';

export type Target = {
  readonly kind: 'game' | 'match';
  readonly post: string;
  /** The path for GET, and with `/{id}` for DELETE. `post` is the one for POST. */
  readonly markers: string;
  /** `match_id` of the bodies, for a club game with several pairings. */
  readonly matchId: string | null;
  readonly name: string;
};

const part = encodeURIComponent;

/** A club game. Without `club` it uses the legacy path, where the token decides the club. */
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

/** Finds the tournament of a match from its live snapshot. */
export async function findTournament(rest: Rest, matchId: string): Promise<string> {
  const { body } = await rest.send('GET', `${API_ROOT}/live/match:${part(matchId)}`);
  const snapshot = tournamentOfMatch.safeParse(body);
  if (!snapshot.success) {
    throw new RestFailure(200, `The snapshot of match ${matchId} names no tournament. Name it with --tournament.`);
  }
  return snapshot.data.state.tournament;
}
