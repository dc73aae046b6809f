// What was done to a game or match, entry by entry, as `GET live/{channel}/log` answers it.
import { z } from 'zod';
import { boardGoalSchema, gameStateSchema, matchStateSchema, playerTypeSchema } from '../wire/board.ts';
import { causeSchema } from '../wire/down.ts';
import { wholeNumber } from './game.ts';
import { markerTypeSchema } from './marker.ts';

/** Entries of one answer, at most; with states fewer, because each of them is a whole board. */
export const LOG_LIMIT_MAX = 200;
export const LOG_STATES_MAX = 20;
const LOG_LIMIT = 50;

const limitError = `Must be a whole number from 1 to ${LOG_LIMIT_MAX}.`;

/** Query of the log. Which `limit` holds when none is named depends on `state`. */
export const logQuery = z
  .object({
    after: wholeNumber(z.int({ error: 'Must be a whole number, 0 or greater.' }).min(0))
      .default(0)
      .meta({ description: 'Entries after this `seq`; 0 for the beginning.', example: 0 }),
    limit: wholeNumber(z.int({ error: limitError }).min(1).max(LOG_LIMIT_MAX))
      .optional()
      .meta({ description: `Entries a page; with \`state=true\` ${LOG_STATES_MAX} at most.`, example: LOG_LIMIT }),
    state: z
      .enum(['true', 'false'], { error: 'Must be true or false.' })
      .default('false')
      .meta({ description: 'true: with the state before and after each entry.', example: 'false' }),
  })
  .superRefine(({ state, limit }, context) => {
    if (state === 'false' || limit === undefined || limit <= LOG_STATES_MAX) return;
    const message = `Must be ${LOG_STATES_MAX} at most with state=true.`;
    context.addIssue({ code: 'custom', path: ['limit'], message });
  });

export const logLimitOf = ({ state, limit }: z.infer<typeof logQuery>): number =>
  limit ?? (state === 'true' ? LOG_STATES_MAX : LOG_LIMIT);

/** Who did it. Never a secret. */
export const logToken = z.object({
  id: z.int(),
  kind: z.enum(['connected_app', 'club_static', 'club_app', 'tournament_static', 'tournament_app']),
  app_name: z.string().nullable(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Slug, of a club's token. */
  club: z.string().nullable(),
  /** Slug, of a tournament's token. */
  tournament: z.string().nullable(),
});
export type LogToken = z.infer<typeof logToken>;

/** A marker as it was stored by that entry: the fields that were sent. */
export const loggedMarker = z.object({
  id: z.string(),
  timestamp: z.string(),
  type: markerTypeSchema,
  match_id: z.string().optional(),
  primary_player_pc_id: z.string().optional(),
  primary_player_type: playerTypeSchema.optional(),
  secondary_player_pc_id: z.string().optional(),
  secondary_player_type: playerTypeSchema.optional(),
  label: z.string().optional(),
  team: z.string().optional(),
  scorer: z.string().optional(),
  minute: z.string().optional(),
  own_goal: z.boolean().optional(),
});
export type LoggedMarker = z.infer<typeof loggedMarker>;

const states = z.union([gameStateSchema, matchStateSchema]).nullable();

export const logEntry = z.object({
  seq: z.int(),
  /** When it was received. */
  at: z.string(),
  /** When it happened on the pitch: the marker's time; null where no marker was written. */
  happened_at: z.string().nullable(),
  cause: z.array(causeSchema),
  /** Markers written. Those deleted are named by `cause`. */
  markers: z.array(loggedMarker),
  /** Results set by hand, as they stood from then on; null where they did not move. */
  by_hand: z
    .object({
      /** By team number: what is added to the goals counted. */
      corrections: z.record(z.string(), z.int()),
      /** The goal list, when it was set. */
      goals: z.array(boardGoalSchema).nullable(),
    })
    .nullable(),
  /** null for an import. */
  token: logToken.nullable(),
  /** With `state=true`. null where it cannot be told, and `note` says why. */
  state: z.object({ before: states, after: states }).optional(),
  note: z.string().optional(),
});
export type LogEntryResource = z.infer<typeof logEntry>;

export const logAnswer = z.object({
  channel: z.string(),
  entries: z.array(logEntry),
  /** Address of the next page, from the root of this server; null on the last one. */
  next: z.string().nullable(),
});
