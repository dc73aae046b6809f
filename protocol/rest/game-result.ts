// Scores and goals that are set by hand (`PATCH …/scores` and `…/goals`), and the result that they give.
import { z } from 'zod';
import { boundedList, boundedRecord } from './bounds.ts';
import type { BoardGoal } from '../wire/board.ts';
import { withoutUndefined } from '../wire/without-undefined.ts';
import { numberOrText, text, NAME_MAX, playerId, minuteSchema } from './fields.ts';

const teamNumber = z.string().regex(/^[1-9]\d{0,3}$/, { message: 'Must be a team number.' });

/** Body of `PATCH …/scores`. */
export const scoresBody = z.object({
  scores: boundedRecord(teamNumber, z.number().int().min(0).max(999), 100).refine(
    (scores) => Object.keys(scores).length > 0,
    { message: 'Must name at least one team.' },
  ),
});

/** The Goal that a client writes (`PATCH …/goals`). */
export const goalInput = z.object({
  team: numberOrText(
    z.number().max(9_999, { error: 'Must be a team number.' }),
    /^[1-9]\d{0,3}$/,
    'Must be a team number.',
  ).transform(String),
  scorer: text(NAME_MAX),
  user_id: playerId.nullish(),
  minute: minuteSchema.nullish(),
  penalty: z.boolean().nullish(),
  own_goal: z.boolean().nullish(),
  assister: text(NAME_MAX).nullish(),
  assister_user_id: playerId.nullish(),
});

/** A goal as it is stored: without the fields that have no value. */
export const toBoardGoal = ({ penalty, own_goal, ...goal }: z.output<typeof goalInput>): BoardGoal =>
  withoutUndefined({
    team: goal.team,
    scorer: goal.scorer,
    user_id: goal.user_id ?? undefined,
    minute: goal.minute ?? undefined,
    penalty: penalty ?? false,
    own_goal: own_goal ?? false,
    assister: goal.assister ?? undefined,
    assister_user_id: goal.assister_user_id ?? undefined,
  });

/** Entries of a goal list at most. */
const GOALS_MAX = 500;

/** Body of `PATCH …/goals`. */
export const goalsBody = z.object({ goals: boundedList(goalInput, GOALS_MAX) });

/** The Goal that a client reads. */
export const goalResource = z
  .object({
    team: z.string(),
    scorer: z.string(),
    user_id: z.number().int().nullable(),
    minute: z.string().nullable(),
    penalty: z.boolean(),
    own_goal: z.boolean(),
    assister: z.string().nullable(),
    assister_user_id: z.number().int().nullable(),
  })
  .meta({ id: 'Goal' });

export const gameResult = z
  .object({
    id: z.number().int(),
    slug: z.string(),
    title: z.string(),
    team_scores: z.record(z.string(), z.number().int()),
    score: z.string().nullable(),
    goals: z.array(goalResource),
  })
  .meta({ id: 'GameResult' });

export const gameUpdateAnswer = z.object({ message: z.string(), game: gameResult });
