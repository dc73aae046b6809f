// The fixtures of a tournament: made from its teams, all or none, and what is wrong with their times (rules PLAN-1 to PLAN-6).
import { z } from 'zod';
import { id, name } from '../data-file/fields.ts';
import { placeSchema } from '../data-file/place.ts';
import { fieldsOf } from '../wire/fields-of.ts';
import { boundedList } from './bounds.ts';
import { cannotBeStored, timeSchema, UNSTORABLE } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { momentSchema } from './player.ts';

export const PITCHES_MAX = 50;

const minutes = (min: number) => z.int().min(min).max(1_440);

/** Refused here: the matches that get the name are not in the body. */
const pitch = name.refine((given) => !UNSTORABLE.test(given), { message: cannotBeStored });

export const fixturesBody = z.strictObject({
  /** A round robin in each group; `legs`: how often two teams meet. */
  groups: z
    .strictObject({ legs: z.union([z.literal(1), z.literal(2)], { error: 'Must be 1 or 2.' }).default(1) })
    .nullish(),
  knockout: z
    .strictObject({
      /** How many of each group go on; null: the teams themselves play. */
      per_group: z.int().min(1).max(16).nullish(),
      /** How many of the next place go on too, the best of all groups: with `per_group` 2 the best thirds. */
      best_next: z.int().min(0).max(31).default(0),
      third_place: z.boolean().default(false),
      /** Without groups: ids of the teams, the strongest first. The default is all, in the order in which they were added. */
      seeds: boundedList(id, 64).nullish(),
    })
    .nullish(),
  /** Without it the matches have no times. */
  schedule: z
    .strictObject({
      start: timeSchema,
      pitches: boundedList(pitch, PITCHES_MAX, 1),
      /** The default is the time that the format of the tournament takes. */
      match_minutes: minutes(1).nullish(),
      /** Between two matches on a pitch. */
      break_minutes: minutes(0).default(5),
      /** Between two matches of a team. */
      rest_minutes: minutes(0).default(15),
      /** From the first kick-off of a day to the end of its last match. The next day begins at the same time in the tournament's zone. */
      day_minutes: minutes(1).nullish(),
    })
    .nullish(),
  /** Of the names of rounds and places. */
  language: z.enum(LANGUAGES).default('en'),
  /** Deletes the matches that the tournament has. None of them may have results. */
  replace: z.boolean().default(false),
  /** Answers the matches and stores none. */
  preview: z.boolean().default(false),
});
export type FixturesBody = z.infer<typeof fixturesBody>;

const plannedSide = {
  /** The team's name, or the text of its place. */
  name: z.string(),
  team_id: z.int().nullable(),
};

export const fixturesAnswer = z.object({
  created: z.boolean(),
  /** In the order in which they were made. */
  matches: z.array(
    z.object({
      /** Null in a preview. */
      id: z.int().nullable(),
      ...fieldsOf(z.string().nullable(), 'group_name', 'knockout_round', 'knockout_round_label', 'pitch'),
      round: z.int().nullable(),
      scheduled_at: momentSchema.nullable(),
      ...fieldsOf(z.object(plannedSide), 'home', 'away'),
    }),
  ),
});
export type FixturesAnswer = z.infer<typeof fixturesAnswer>;

const CLASH_KINDS = ['pitch', 'team', 'order'] as const;

export const scheduleAnswer = z.object({
  /** `pitch` and `team`: two matches at one time. `order`: `with_match_id` decides a side of the match and ends after its kick-off. */
  clashes: z.array(z.object({ kind: z.enum(CLASH_KINDS), match_id: z.int(), with_match_id: z.int() })),
  /** Sides whose match began before a result was corrected: `team_id` is the team of the place now, null while undecided. */
  late: z.array(
    z.object({
      match_id: z.int(),
      side: z.enum(['home', 'away']),
      place: placeSchema,
      ...fieldsOf(z.int().nullable(), 'team_id', 'playing_team_id'),
    }),
  ),
  /**
   * Places among the best of all groups that results cannot decide: `team_ids` are level, or played different numbers of matches.
   * Draw lots, and set the team by hand.
   */
  undecided: z.array(
    z.object({ match_id: z.int(), side: z.enum(['home', 'away']), place: placeSchema, team_ids: z.array(z.int()) }),
  ),
});
export type ScheduleAnswer = z.infer<typeof scheduleAnswer>;
