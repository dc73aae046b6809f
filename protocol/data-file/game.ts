// A club game in a data file.
import { z } from 'zod';
import type { BoardGoal } from '../wire/board.ts';
import {
  color,
  flag,
  format,
  id,
  lineupEdits,
  list,
  LIST_MAX,
  marker,
  name,
  seq,
  shortName,
  shownName,
  skillLevel,
  slug,
  teamKey,
  teamNumber,
  text,
  time,
} from './fields.ts';
import { historyFields } from './history.ts';
import { fieldsOf } from '../wire/fields-of.ts';
import { MINUTE_MAX } from '../wire/minute.ts';
import { boundedList, boundedRecord } from '../rest/bounds.ts';
import { goalInput } from '../rest/game-result.ts';
import { NAME_MAX } from '../rest/fields.ts';

/** Characters of the reason why a game is cancelled. */
export const REASON_MAX = 500;
/** Team numbers have 4 digits at most. */
const TEAMS_MAX = 10_000;

const teamSchema = z.strictObject({
  number: teamNumber,
  name: shownName(NAME_MAX),
  short_name: shortName,
  jersey_color: color,
});
const matchupSchema = z.strictObject({
  match_index: z.number().int().min(0).max(9_999),
  home_team: teamNumber,
  away_team: teamNumber.nullish(),
});
const participantSchema = z
  .strictObject({
    player_type: z.enum(['user', 'junior', 'guest']),
    id: id.nullish(),
    name: text(NAME_MAX),
    rsvp: z.enum(['confirmed', 'maybe']).nullish(),
    team: teamNumber.nullish(),
    is_captain: flag,
    is_substitute: flag,
    pitch_role: text(NAME_MAX),
    checked_in: flag,
  })
  .check(({ value, issues }) => {
    const refuse = (key: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [key], message });
    const isGuest = value.player_type === 'guest';
    if (isGuest && typeof value.id === 'number') refuse('id', 'A guest has no id.');
    if (isGuest && !value.name) refuse('name', 'A guest needs a name.');
    if (!isGuest && typeof value.id !== 'number') refuse('id', `Must be the id of a ${value.player_type}.`);
  });

const manualGoal = z.strictObject({
  team: teamKey,
  scorer: z.string().max(NAME_MAX),
  user_id: id.optional(),
  minute: z.string().max(MINUTE_MAX).optional(),
  penalty: z.boolean(),
  own_goal: z.boolean(),
  assister: z.string().max(NAME_MAX).optional(),
  assister_user_id: id.optional(),
  marker: z.string().max(36).optional(),
}) satisfies z.ZodType<BoardGoal>;
const offset = z.number().int().min(-1_000_000).max(1_000_000);
/** export: the position in the sequence, and the manual result (ManualResult in src/match/command.ts). */
const manualResult = z.strictObject({
  scores: boundedRecord(teamKey, boundedList(z.strictObject({ seq, offset }), LIST_MAX), TEAMS_MAX).optional(),
  goals: boundedList(
    z.strictObject({
      seq,
      list: boundedList(manualGoal, LIST_MAX),
      dropped: boundedList(z.string().max(36), LIST_MAX),
    }),
    LIST_MAX,
  ).optional(),
});
const gameLive = z.strictObject({
  seq,
  hand: manualResult,
  ...historyFields('game', { hand: manualResult.optional() }),
});

export const gameSchema = z.strictObject({
  id,
  slug,
  title: name,
  date_time: time,
  timezone: z.string().min(1).max(100).nullish(),
  ...fieldsOf(text(2_000), 'location', 'field', 'pitch'),
  ...fieldsOf(text(20_000), 'description', 'notes'),
  max_players: z.number().int().min(0).max(100_000).nullish(),
  skill_level: skillLevel,
  cost_per_player: z.number().min(0).max(1e9).nullish(),
  is_public: flag,
  organizer_id: id.nullish(),
  game_mode: flag,
  /** When staff cancelled it; null: it takes place. */
  cancelled_at: time,
  cancellation_reason: text(REASON_MAX),
  /** The id of the first game of a weekly series; null for this first game, and for a game of no series. */
  series_id: id.nullish(),
  format,
  teams: list(teamSchema),
  matchups: list(matchupSchema),
  participants: list(participantSchema),
  lineup_edits: lineupEdits,
  scores: boundedRecord(teamKey, z.number().int().min(0).max(999), TEAMS_MAX).nullish(),
  goals: list(z.strictObject(goalInput.shape)),
  markers: list(marker('game')),
  live: gameLive.nullish(),
});
