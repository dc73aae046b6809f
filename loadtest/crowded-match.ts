// The data of the scenarios with one crowded match: matches with full line-ups. Each measurement has its own match, so that none grows beyond a real one.
import { randomUUID } from 'node:crypto';
import type { DataFile } from '../protocol/data-file/data-file.ts';
import { API_ROOT } from '../protocol/wire/version.ts';
import type { Fixture } from './fixture.ts';
import { postRequest } from './light-http.ts';
import { readerToken, readerTokens } from './reader-tokens.ts';

export const TOURNAMENT = 'load-cup';
export const TOKEN = 'load-test-tournament-key';
const TEAMS = [
  { id: 1, name: 'Riverside Athletic' },
  { id: 2, name: 'Hilltop Wanderers' },
];
const SQUAD = 18;
const ORGANIZER = 101;

/** Player ids: 101–118 and 201–218. */
export const crowdedData = (matches: number): DataFile => ({
  touchline_data: 1,
  users: TEAMS.flatMap(({ id: team }) =>
    Array.from({ length: SQUAD }, (_, index) => ({
      id: team * 100 + index + 1,
      slug: `player-${team}-${index + 1}`,
      name: `Player ${index + 1} of Team ${team}`,
    })),
  ),
  tournaments: [
    {
      id: 1,
      name: 'Load Cup',
      slug: TOURNAMENT,
      organizer_ids: [ORGANIZER],
      teams: TEAMS,
      players: TEAMS.flatMap(({ id: team_id }) =>
        Array.from({ length: SQUAD }, (_, index) => ({
          user_id: team_id * 100 + index + 1,
          team_id,
          jersey_number: index + 1,
        })),
      ),
      matches: Array.from({ length: matches }, (_, index) => ({ id: index + 1, home_team_id: 1, away_team_id: 2 })),
    },
  ],
  tokens: [{ kind: 'tournament_static', tournament: TOURNAMENT, token: TOKEN }, ...readerTokens(ORGANIZER)],
});

const TYPES = ['Foul', 'Shot', 'Save', 'Defense', 'ChanceCreated'] as const;

/** The body of the nth marker of a match that began at `began` (ms since 1970): kick-off, then a mix of all types. */
export function nthMarker(n: number, began: number): string {
  const home = n % 2;
  return JSON.stringify({
    id: randomUUID(),
    timestamp: new Date(began + n * 1_000).toISOString(),
    ...(n === 0
      ? { type: 'Start' }
      : {
          type: TYPES[n % TYPES.length],
          primary_player_pc_id: (home + 1) * 100 + 1 + (n % 11),
          primary_player_type: 'user',
        }),
  });
}

/** Matches with full line-ups. Their markers are as old as the match needs to be. */
export function crowdedFixture(matches: number): Fixture {
  const began = Date.now() - 3_600_000;
  return {
    data: crowdedData(matches),
    channel: (match) => `match:${match + 1}`,
    reader: readerToken,
    marker(host, match, nth) {
      const path = `${API_ROOT}/tournaments/${TOURNAMENT}/matches/${match + 1}/markers`;
      return postRequest(host, path, TOKEN, nthMarker(nth, began));
    },
  };
}
