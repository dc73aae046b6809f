// The tables that a data file fills. The schema of the database has their columns and types (store/schema/); here stand the
// defaults of the data file.
import { FORMAT_DEFAULTS, TIE_BREAK_DEFAULTS } from '../../protocol/data-file/fields.ts';
import type { ListTable, Row, Table } from './rows.ts';

const table = (name: string, key: readonly string[], defaults: Row = {}, times: readonly string[] = []): Table => ({
  name,
  key,
  defaults,
  times,
});
const list = (name: string, parent: string, order: string, defaults?: Row): ListTable => ({
  ...table(name, [parent, order], defaults),
  parent,
  order,
});

/** By the name of the entity or list in the data file; `live` and `stored_markers` are the parts that markers change. */
export const TABLES = {
  users: table('app_user', ['id'], { secondary_positions: [], skill_level: 'beginner', is_admin: false }),
  juniors: table('junior', ['id']),
  clubs: table('club', ['id'], { is_private: false, public_names: 'full' }, ['created_at']),
  members: table('club_member', ['club_id', 'user_id'], { role: 'Member', status: 'active' }, ['joined_at']),
  club_juniors: table('club_junior', ['club_id', 'junior_id'], { status: 'active' }, ['joined_at']),
  games: table('game', ['id'], { timezone: 'UTC', is_public: true, game_mode: false, ...FORMAT_DEFAULTS }, [
    'date_time',
    'cancelled_at',
  ]),
  game_teams: list('game_team', 'game_id', 'number'),
  matchups: list('game_matchup', 'game_id', 'match_index'),
  participants: list('game_participant', 'game_id', 'place', {
    rsvp: 'confirmed',
    is_captain: false,
    is_substitute: false,
    checked_in: false,
  }),
  game_lineup_edits: list('game_lineup_edit', 'game_id', 'game_id'),
  tournaments: table('tournament', ['id'], {
    status: 'registration',
    format: 'groups_knockout',
    tournament_type: 'inter_club',
    timezone: 'UTC',
    ...FORMAT_DEFAULTS,
    tie_breaks: TIE_BREAK_DEFAULTS,
    is_private: false,
    public_names: 'full',
  }),
  organizers: list('tournament_organizer', 'tournament_id', 'place'),
  teams: table('tournament_team', ['id']),
  players: table(
    'tournament_player',
    ['tournament_id', 'user_id'],
    { captain: false, registration_status: 'registered', jersey_number_preferences: [] },
    ['waiver_accepted_at'],
  ),
  matches: table('tournament_match', ['id'], { stage: 'group', status: 'scheduled' }, ['scheduled_at', 'played_at']),
  lineups: list('match_lineup', 'match_id', 'place', { captain: false }),
  match_lineup_edits: list('match_lineup_edit', 'match_id', 'match_id'),
  authorized_clubs: list('match_authorized_club', 'match_id', 'place'),
  given_scores: table('match_given_score', ['match_id']),
  tokens: table('api_token', ['id'], { revoked: false, replaced: false }, ['created_at', 'last_used_at']),
  view_tokens: table('view_token', ['id'], { revoked: false }, ['created_at', 'expires_at', 'last_used_at']),
  live: table('live_match', ['ref']),
  stored_markers: table('marker', ['ref', 'key']),
};
