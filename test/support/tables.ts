// The interface's resource tables as data, and a check of values against them: every field, no other field, the right
// type, and null only where the table allows it.

type Scalar = 'integer' | 'number' | 'string' | 'boolean' | 'date-time' | 'uri' | 'position' | 'list';
/** A `?` behind the type means nullable. */
type FieldType = Scalar | `${Scalar}?`;
export type Table = Readonly<Record<string, FieldType>>;

const fits: Readonly<Record<Scalar, (value: unknown) => boolean>> = {
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  'date-time': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  uri: (value) => typeof value === 'string' && URL.canParse(value),
  position: (value) => ['goalkeeper', 'defender', 'midfielder', 'forward'].includes(String(value)),
  list: (value) => Array.isArray(value),
};

/** The faults of a value, one line each. `nested`: members that have their own tables. */
export function faults(value: unknown, table: Table, nested: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [`is ${String(value)}`];
  const wanted = new Set([...Object.keys(table), ...nested]);
  const missing = [...wanted].filter((key) => !(key in value)).map((key) => `${key} is missing`);
  const wrong = Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const type = table[key];
    if (!wanted.has(key)) return [`${key} is not in the table`];
    if (type === undefined || (member === null && type.endsWith('?'))) return [];
    const is = fits[type.replace('?', '') as Scalar];
    return is(member) ? [] : [`${key} is ${JSON.stringify(member)}, not ${type}`];
  });
  return [...missing, ...wrong];
}

/** The nullable fields of a table that are null in none of the values: the test has not seen them empty. */
export const neverNull = (values: readonly object[], table: Table): string[] =>
  Object.entries(table)
    .filter(([, type]) => type.endsWith('?'))
    .map(([key]) => key)
    .filter((key) => !values.some((value) => (value as Record<string, unknown>)[key] === null));

/** The fields of a table that are null in all of the values: the test has not seen them filled. */
export const alwaysNull = (values: readonly object[], table: Table): string[] =>
  Object.keys(table).filter((key) => values.every((value) => (value as Record<string, unknown>)[key] === null));

export const CLUB: Table = {
  id: 'integer',
  name: 'string',
  slug: 'string',
  city: 'string?',
  location: 'string?',
  description: 'string?',
  member_count: 'integer',
  is_private: 'boolean',
  created_at: 'date-time',
  badge_url: 'string?',
  cover_photo_url: 'string?',
};
export const CLUB_PLAYER: Table = {
  id: 'integer',
  slug: 'string',
  name: 'string',
  avatar_url: 'string?',
  jersey_number: 'integer?',
  club_position: 'position?',
  effective_position: 'position?',
  preferred_position: 'position?',
  secondary_positions: 'list',
  skill_level: 'string',
  role: 'string',
  joined_at: 'date-time',
  profile_url: 'uri',
};
export const GAME: Table = {
  id: 'integer',
  slug: 'string',
  title: 'string',
  matchup: 'string',
  date_time: 'date-time',
  timezone: 'string',
  location: 'string?',
  field: 'string?',
  pitch: 'string?',
  description: 'string?',
  notes: 'string?',
  max_players: 'integer',
  players_joined: 'integer',
  spots_left: 'integer',
  skill_level: 'string?',
  cost_per_player: 'number?',
  is_public: 'boolean',
  teams: 'list',
  matchups: 'list',
  unassigned_players: 'list',
  maybe_unassigned_players: 'list',
  score: 'string?',
  url: 'uri',
};
export const GAME_TEAM: Table = {
  number: 'integer',
  name: 'string',
  jersey_color: 'string',
  players: 'list',
  maybe_players: 'list',
};
export const MATCHUP: Table = {
  match_id: 'string',
  match_index: 'integer',
  home_team: 'integer',
  home_name: 'string',
  away_team: 'integer?',
  away_name: 'string?',
};
export const PLAYER_IN_GAME: Table = {
  id: 'integer?',
  name: 'string',
  is_guest: 'boolean',
  player_type: 'string',
  is_captain: 'boolean',
  is_substitute: 'boolean',
  pitch_role: 'string?',
  checked_in: 'boolean',
};
export const RESULT_GOAL: Table = { scorer: 'string?', assister: 'string?', team: 'string?', own_goal: 'boolean' };

export const TOURNAMENT_HEAD: Table = {
  id: 'integer',
  name: 'string',
  slug: 'string',
  status: 'string',
  format: 'string',
  tournament_type: 'string',
};
export const TOURNAMENT: Table = {
  ...TOURNAMENT_HEAD,
  description: 'string?',
  start_date: 'string?',
  end_date: 'string?',
  location: 'string?',
};
export const TOURNAMENT_TEAM: Table = {
  id: 'integer',
  name: 'string',
  club_id: 'integer?',
  club_slug: 'string?',
  group_name: 'string?',
  points: 'integer',
  matches_played: 'integer',
  wins: 'integer',
  draws: 'integer',
  losses: 'integer',
  goals_for: 'integer',
  goals_against: 'integer',
  goal_difference: 'integer',
};
export const TOURNAMENT_MATCH: Table = {
  id: 'integer',
  stage: 'string',
  group_name: 'string?',
  round: 'integer?',
  knockout_round: 'string?',
  knockout_round_label: 'string?',
  status: 'string',
  scheduled_at: 'date-time?',
  played_at: 'date-time?',
  started_at: 'date-time?',
  ended_at: 'date-time?',
  period: 'string?',
  field: 'string?',
  pitch: 'string?',
  winner_club_id: 'integer?',
  goals: 'list',
  cards: 'list',
  commentary: 'list',
  stream_url: 'string?',
  notes: 'string?',
};
export const MATCH_TEAM: Table = { id: 'integer?', slug: 'string?', name: 'string', placeholder: 'string?' };
export const MATCH_SCORE: Table = {
  home: 'integer?',
  away: 'integer?',
  home_penalties: 'integer?',
  away_penalties: 'integer?',
};
export const LINEUP_PLAYER: Table = {
  id: 'integer',
  slug: 'string',
  name: 'string',
  avatar_url: 'string?',
  jersey_number: 'integer?',
  captain: 'boolean',
  position: 'string?',
  pitch_x: 'number?',
  pitch_y: 'number?',
};
const TOURNAMENT_PERSON: Table = {
  id: 'integer',
  slug: 'string',
  name: 'string',
  avatar_url: 'string?',
  jersey_number: 'integer?',
  team_position: 'string?',
  preferred_position: 'position?',
  secondary_positions: 'list',
  skill_level: 'string',
  team_id: 'integer?',
  team_name: 'string?',
  club_id: 'integer?',
  club_slug: 'string?',
  profile_url: 'uri',
};
export const INTER_CLUB_PLAYER: Table = { ...TOURNAMENT_PERSON, captain: 'boolean' };
export const INTRA_CLUB_PLAYER: Table = {
  ...TOURNAMENT_PERSON,
  registration_status: 'string',
  jersey_size: 'string?',
  jersey_name: 'string?',
  jersey_number_preferences: 'list',
  waiver_accepted_at: 'date-time?',
};
