// The tables that a data file fills, with the data file's columns and defaults.

import { FORMAT_DEFAULTS, TIE_BREAK_DEFAULTS } from '../../protocol/data-file/fields.ts';

/** `time`: ms since 1970 in the store, ISO 8601 in a file. */
export type ColumnType = 'bigint' | 'time' | 'integer' | 'text' | 'boolean' | 'double precision' | 'jsonb' | 'uuid';
/** `null`: the column may be empty. Any other value: the default of a new row. */
type Default = string | number | boolean | null | readonly (string | number)[];
export type Column = readonly [type: ColumnType, fallback?: Default];

export const sqlType = (type: ColumnType): string => (type === 'time' ? 'bigint' : type);

export type Table = {
  readonly name: string;
  /** The primary key. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Column>>;
  /** The columns as a list: merging iterates over it for every row. */
  readonly list: readonly (readonly [name: string, column: Column])[];
};
/** Rows without ids: a list that belongs to a row of another table. */
export type ListTable = Table & { readonly parent: string; readonly order: string };

const table = (name: string, key: readonly string[], columns: Table['columns']): Table => ({
  name,
  key,
  columns,
  list: Object.entries(columns),
});
const list = (name: string, parent: string, order: string, columns: Table['columns']): ListTable => ({
  ...table(name, [parent, order], { [parent]: ['bigint'], ...columns }),
  parent,
  order,
});

/** By the name of the entity or list in the data file. */
export const TABLES = {
  users: table('app_user', ['id'], {
    id: ['bigint'],
    slug: ['text'],
    name: ['text'],
    email: ['text', null],
    password_hash: ['text', null],
    avatar_url: ['text', null],
    preferred_position: ['text', null],
    secondary_positions: ['jsonb', []],
    skill_level: ['text', 'beginner'],
    is_admin: ['boolean', false],
  }),

  juniors: table('junior', ['id'], { id: ['bigint'], name: ['text'] }),

  clubs: table('club', ['id'], {
    id: ['bigint'],
    slug: ['text'],
    name: ['text'],
    city: ['text', null],
    location: ['text', null],
    description: ['text', null],
    is_private: ['boolean', false],
    created_at: ['time'],
    badge_url: ['text', null],
    cover_photo_url: ['text', null],
  }),

  members: table('club_member', ['club_id', 'user_id'], {
    club_id: ['bigint'],
    user_id: ['bigint'],
    role: ['text', 'Member'],
    status: ['text', 'active'],
    jersey_number: ['integer', null],
    club_position: ['text', null],
    joined_at: ['time'],
  }),

  games: table('game', ['id'], {
    id: ['bigint'],
    club_id: ['bigint'],
    slug: ['text'],
    title: ['text'],
    date_time: ['time'],
    timezone: ['text', 'UTC'],
    location: ['text', null],
    field: ['text', null],
    pitch: ['text', null],
    description: ['text', null],
    notes: ['text', null],
    max_players: ['integer', null],
    skill_level: ['text', null],
    cost_per_player: ['double precision', null],
    is_public: ['boolean', true],
    organizer_id: ['bigint', null],
    game_mode: ['boolean', false],
    halves: ['integer', FORMAT_DEFAULTS.halves],
    half_minutes: ['integer', FORMAT_DEFAULTS.half_minutes],
    extra_half_minutes: ['integer', FORMAT_DEFAULTS.extra_half_minutes],
  }),

  game_teams: list('game_team', 'game_id', 'number', {
    number: ['integer'],
    name: ['text', null],
    jersey_color: ['text', null],
  }),

  matchups: list('game_matchup', 'game_id', 'match_index', {
    match_index: ['integer'],
    home_team: ['integer'],
    away_team: ['integer', null],
  }),

  participants: list('game_participant', 'game_id', 'place', {
    place: ['integer'],
    player_type: ['text'],
    player_id: ['bigint', null],
    name: ['text', null],
    rsvp: ['text', 'confirmed'],
    team: ['integer', null],
    is_captain: ['boolean', false],
    is_substitute: ['boolean', false],
    pitch_role: ['text', null],
    checked_in: ['boolean', false],
  }),

  tournaments: table('tournament', ['id'], {
    id: ['bigint'],
    slug: ['text'],
    name: ['text'],
    status: ['text', 'registration'],
    format: ['text', 'groups_knockout'],
    tournament_type: ['text', 'inter_club'],
    description: ['text', null],
    start_date: ['text', null],
    end_date: ['text', null],
    location: ['text', null],
    host_club_id: ['bigint', null],
    halves: ['integer', FORMAT_DEFAULTS.halves],
    half_minutes: ['integer', FORMAT_DEFAULTS.half_minutes],
    extra_half_minutes: ['integer', FORMAT_DEFAULTS.extra_half_minutes],
    tie_breaks: ['jsonb', TIE_BREAK_DEFAULTS],
  }),

  organizers: list('tournament_organizer', 'tournament_id', 'place', {
    place: ['integer'],
    user_id: ['bigint'],
  }),

  teams: table('tournament_team', ['id'], {
    id: ['bigint'],
    tournament_id: ['bigint'],
    name: ['text'],
    club_id: ['bigint', null],
    group_name: ['text', null],
  }),

  players: table('tournament_player', ['tournament_id', 'user_id'], {
    tournament_id: ['bigint'],
    user_id: ['bigint'],
    team_id: ['bigint', null],
    jersey_number: ['integer', null],
    team_position: ['text', null],
    captain: ['boolean', false],
    registration_status: ['text', 'registered'],
    jersey_size: ['text', null],
    jersey_name: ['text', null],
    jersey_number_preferences: ['jsonb', []],
    waiver_accepted_at: ['time', null],
  }),

  matches: table('tournament_match', ['id'], {
    id: ['bigint'],
    tournament_id: ['bigint'],
    stage: ['text', 'group'],
    group_name: ['text', null],
    round: ['integer', null],
    knockout_round: ['text', null],
    knockout_round_label: ['text', null],
    status: ['text', 'scheduled'],
    scheduled_at: ['time', null],
    played_at: ['time', null],
    field: ['text', null],
    pitch: ['text', null],
    home_team_id: ['bigint', null],
    home_placeholder: ['text', null],
    away_team_id: ['bigint', null],
    away_placeholder: ['text', null],
    stream_url: ['text', null],
    notes: ['text', null],
    halves: ['integer', null],
    half_minutes: ['integer', null],
    extra_half_minutes: ['integer', null],
  }),

  lineups: list('match_lineup', 'match_id', 'place', {
    place: ['integer'],
    side: ['text'],
    is_starter: ['boolean'],
    user_id: ['bigint'],
    jersey_number: ['integer', null],
    captain: ['boolean', false],
    position: ['text', null],
    pitch_x: ['double precision', null],
    pitch_y: ['double precision', null],
  }),

  authorized_clubs: list('match_authorized_club', 'match_id', 'place', {
    place: ['integer'],
    club_id: ['bigint'],
  }),

  given_scores: table('match_given_score', ['match_id'], {
    match_id: ['bigint'],
    home: ['integer', null],
    away: ['integer', null],
    home_penalties: ['integer', null],
    away_penalties: ['integer', null],
  }),

  tokens: table('api_token', ['id'], {
    id: ['integer'],
    kind: ['text'],
    token_hash: ['text'],
    club_id: ['bigint', null],
    tournament_id: ['bigint', null],
    user_id: ['bigint', null],
    app_name: ['text', null],
    redirect_origin: ['text', null],
    revoked: ['boolean', false],
    replaced: ['boolean', false],
    created_at: ['time'],
    last_used_at: ['time', null],
  }),

  view_tokens: table('view_token', ['id'], {
    id: ['uuid'],
    token_id: ['integer', null],
    user_id: ['bigint', null],
    channels: ['jsonb'],
    created_at: ['time'],
    expires_at: ['time'],
    revoked: ['boolean', false],
    last_used_at: ['time', null],
    last_used_from: ['text', null],
  }),
};
