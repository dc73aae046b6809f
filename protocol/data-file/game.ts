// A club game in a data file.
import { z } from 'zod';
import { boardGoalSchema } from '../wire/board.ts';
import {
  flag,
  format,
  id,
  list,
  marker,
  name,
  seq,
  skillLevel,
  slug,
  teamKey,
  teamNumber,
  text,
  time,
} from './fields.ts';
import { goalInput, NAME_MAX } from '../rest/bodies.ts';

const teamSchema = z.strictObject({
  number: teamNumber,
  name: text(NAME_MAX),
  jersey_color: z
    .string()
    .regex(/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, { message: 'Must be a hex colour code, for example #1e40af.' })
    .nullish(),
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

const handGoal = z.strictObject({ ...boardGoalSchema.shape, marker: z.string().optional() });
/** export: the position in the sequence, and the manual result (ManualResult in src/match/command.ts). */
const gameLive = z.strictObject({
  seq,
  hand: z.strictObject({
    scores: z.record(teamKey, z.array(z.strictObject({ seq, offset: z.number().int() }))).optional(),
    goals: z.array(z.strictObject({ seq, list: z.array(handGoal), dropped: z.array(z.string()) })).optional(),
  }),
});

export const gameSchema = z.strictObject({
  id,
  slug,
  title: name,
  date_time: time,
  timezone: z.string().min(1).max(100).nullish(),
  location: text(2_000),
  field: text(2_000),
  pitch: text(2_000),
  description: text(20_000),
  notes: text(20_000),
  max_players: z.number().int().min(0).max(100_000).nullish(),
  skill_level: skillLevel,
  cost_per_player: z.number().min(0).max(1e9).nullish(),
  is_public: flag,
  organizer_id: id.nullish(),
  game_mode: flag,
  format,
  teams: list(teamSchema),
  matchups: list(matchupSchema),
  participants: list(participantSchema),
  scores: z.record(teamKey, z.number().int().min(0).max(999)).nullish(),
  goals: list(z.strictObject(goalInput.shape)),
  markers: list(marker('game')),
  live: gameLive.nullish(),
});
