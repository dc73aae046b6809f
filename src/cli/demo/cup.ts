// The demo's tournament: the last four of the 2018 World Cup, with the final still to play. The results are the real ones of
// 2018.
import type { DataFile } from '../../../protocol/data-file/data-file.ts';
import { CRESTS } from '../../web/own-pictures.ts';
import { type MatchScript, matchScriptSchema, type ScriptPlayer } from '../replay/script.ts';
import final from './final-2018.json' with { type: 'json' };

type Tournament = NonNullable<DataFile['tournaments']>[number];
type Match = NonNullable<Tournament['matches']>[number];
type Lineup = NonNullable<NonNullable<Match['lineups']>['home']>;

export const CUP = 'demo-cup';
export const FINAL_ID = 704;
const TEAM = { france: 71, croatia: 72, belgium: 73, england: 74 };

export const finalScript = (): MatchScript => matchScriptSchema.parse(final);

/** The cup, with its final scheduled for `now` (ms since 1970). */
export function demoCup(now: number): Tournament {
  const { home, away } = finalScript();
  return {
    id: 7,
    name: 'Demo Cup',
    slug: CUP,
    status: 'knockout_stage',
    format: 'knockout',
    tournament_type: 'inter_club',
    description: 'The last four of 2018, with the final played again for you.',
    start_date: '2018-07-10',
    end_date: new Date(now).toISOString().slice(0, 10),
    host_club: 'lakeside',
    organizer_ids: [1],
    teams: [
      { id: TEAM.france, name: 'France', badge_url: CRESTS.france, jersey_color: '#1e3a8a' },
      { id: TEAM.croatia, name: 'Croatia', badge_url: CRESTS.croatia, jersey_color: '#dc2626' },
      { id: TEAM.belgium, name: 'Belgium', badge_url: CRESTS.belgium, jersey_color: '#991b1b' },
      { id: TEAM.england, name: 'England', badge_url: CRESTS.england, jersey_color: '#f8fafc' },
    ],
    players: [...squad(home.lineup, TEAM.france), ...squad(away.lineup, TEAM.croatia)],
    matches: [
      match(701, 'semi_final', '2018-07-10T18:00:00Z', TEAM.france, TEAM.belgium, [1, 0]),
      match(702, 'semi_final', '2018-07-11T18:00:00Z', TEAM.croatia, TEAM.england, [2, 1]),
      match(703, 'third_place', '2018-07-14T14:00:00Z', TEAM.belgium, TEAM.england, [2, 0]),
      {
        ...match(FINAL_ID, 'final', new Date(now).toISOString(), TEAM.france, TEAM.croatia),
        authorized_clubs: ['lakeside'],
        lineups: { home: lineup(home.lineup), away: lineup(away.lineup) },
      },
    ],
  };
}

const LABELS: Readonly<Record<string, string>> = {
  semi_final: 'Semi-final',
  third_place: 'Third place',
  final: 'Final',
};

function match(
  id: number,
  round: string,
  scheduled_at: string,
  home_team_id: number,
  away_team_id: number,
  score?: readonly [number, number],
): Match {
  return {
    id,
    stage: 'knockout',
    knockout_round: round,
    knockout_round_label: LABELS[round],
    scheduled_at,
    home_team_id,
    away_team_id,
    ...(score ? { status: 'completed', score: { home: score[0], away: score[1] }, played_at: scheduled_at } : {}),
  };
}

type ScriptLineup = MatchScript['home']['lineup'];

const squad = ({ starters, substitutes }: ScriptLineup, team_id: number): NonNullable<Tournament['players']> =>
  [...starters, ...substitutes].map((player) => ({
    user: { id: player.id, slug: `player-${player.id}`, name: player.name },
    team_id,
    jersey_number: player.jersey_number,
    team_position: player.position,
    captain: player.captain ?? false,
    registration_status: 'registered',
  }));

/** Position of each role on the pitch, seen from its own side: x from left to right, y from the own goal. */
const SPOTS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  GK: [[50, 5]],
  RB: [[85, 25]],
  CB: [
    [62, 20],
    [38, 20],
  ],
  LB: [[15, 25]],
  CM: [
    [60, 45],
    [40, 45],
  ],
  RW: [[82, 65]],
  AM: [[50, 65]],
  LW: [[18, 65]],
  ST: [[50, 85]],
};

function lineup({ starters, substitutes }: ScriptLineup): Lineup {
  const taken = new Map<string, number>();
  const placed = starters.map((player) => {
    const role = player.role ?? '';
    const nth = taken.get(role) ?? 0;
    taken.set(role, nth + 1);
    const [pitch_x, pitch_y] = SPOTS[role]?.[nth] ?? [null, null];
    return { ...entry(player), position: player.role, pitch_x, pitch_y };
  });
  return { starters: placed, substitutes: substitutes.map(entry) };
}

const entry = (player: ScriptPlayer) => ({
  user_id: player.id,
  jersey_number: player.jersey_number,
  captain: player.captain ?? false,
});
