// The log of a game or match: every change, as `GET live/{channel}/log` returns it.
import { z } from 'zod';
import { boardGoalSchema, gameStateSchema, matchStateSchema, playerTypeSchema } from '../wire/board.ts';
import { INTEGER_MAX } from './bounds.ts';
import { fieldsOf } from '../wire/fields-of.ts';
import { causeSchema } from '../wire/down.ts';
import { wholeNumber } from './game.ts';
import type { Marker } from './marker.ts';
import { isoTime } from '../wire/iso-time.ts';
import { markerTypeSchema } from '../wire/marker.ts';
import { withoutUndefined } from '../wire/without-undefined.ts';

/** Maximum entries of one answer. With states the maximum is lower, because each state is a whole board. */
const LOG_LIMIT_MAX = 200;
const LOG_STATES_MAX = 20;
const LOG_LIMIT = 50;

const limitError = `Must be a whole number from 1 to ${LOG_LIMIT_MAX}.`;

/** Query of the log. The default of `limit` depends on `state`. */
export const logQuery = z
  .object({
    after: wholeNumber(z.int({ error: 'Must be a whole number, 0 or greater.' }).min(0).max(INTEGER_MAX))
      .default(0)
      .meta({ description: 'Entries after this `seq`. 0 starts at the beginning.', example: 0 }),
    limit: wholeNumber(z.int({ error: limitError }).min(1).max(LOG_LIMIT_MAX))
      .optional()
      .meta({ description: `Entries per page; at most ${LOG_STATES_MAX} with \`state=true\`.`, example: LOG_LIMIT }),
    state: z
      .enum(['true', 'false'], { error: 'Must be true or false.' })
      .default('false')
      .meta({ description: 'true adds the state before and after each entry.', example: 'false' }),
  })
  .superRefine(({ state, limit }, context) => {
    if (state === 'false' || limit === undefined || limit <= LOG_STATES_MAX) return;
    const message = `Must be ${LOG_STATES_MAX} at most with state=true.`;
    context.addIssue({ code: 'custom', path: ['limit'], message });
  });

export const logLimitOf = ({ state, limit }: z.infer<typeof logQuery>): number =>
  limit ?? (state === 'true' ? LOG_STATES_MAX : LOG_LIMIT);

/** The token that made the change, without its secret. */
const logToken = z
  .object({
    id: z.int(),
    kind: z.enum(['connected_app', 'club_static', 'club_app', 'tournament_static', 'tournament_app']),
    app_name: z.string().nullable(),
    user: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** Slug of the club, for a club's token. */
    club: z.string().nullable(),
    /** Slug of the tournament, for a tournament's token. */
    tournament: z.string().nullable(),
  })
  .meta({ id: 'LogToken' });
export type LogToken = z.infer<typeof logToken>;

/** A marker as the entry stored it: the fields that the client sent. */
const loggedMarker = z
  .object({
    id: z.string(),
    timestamp: z.string(),
    type: markerTypeSchema,
    match_id: z.string().optional(),
    primary_player_pc_id: z.string().optional(),
    primary_player_type: playerTypeSchema.optional(),
    secondary_player_pc_id: z.string().optional(),
    secondary_player_type: playerTypeSchema.optional(),
    ...fieldsOf(z.string().optional(), 'label', 'team', 'scorer', 'minute'),
    own_goal: z.boolean().optional(),
  })
  .meta({ id: 'LoggedMarker' });
export type LoggedMarker = z.infer<typeof loggedMarker>;

/** The marker as a client posts it. */
export const toLoggedMarker = (marker: Marker): LoggedMarker =>
  withoutUndefined({
    id: marker.id,
    timestamp: isoTime(marker.at),
    type: marker.type,
    match_id: marker.matchId,
    primary_player_pc_id: marker.primary && String(marker.primary.id),
    primary_player_type: marker.primary?.type,
    secondary_player_pc_id: marker.secondary && String(marker.secondary.id),
    secondary_player_type: marker.secondary?.type,
    label: marker.label,
    team: marker.team,
    scorer: marker.scorer,
    minute: marker.minute,
    own_goal: marker.ownGoal,
  });

const states = z.union([gameStateSchema, matchStateSchema]).nullable();

const logEntry = z
  .object({
    seq: z.int(),
    /** When the server received it. */
    at: z.string(),
    /** When it happened on the pitch: the marker's time. null if the entry wrote no marker. */
    happened_at: z.string().nullable(),
    cause: z.array(causeSchema),
    /** The markers written. `cause` names the deleted ones. */
    markers: z.array(loggedMarker),
    /** The manual result after the entry; null if it did not change. */
    by_hand: z
      .object({
        /** By team number: added to the counted goals. */
        corrections: z.record(z.string(), z.int()),
        /** The goal list, if the entry set it. */
        goals: z.array(boardGoalSchema).nullable(),
      })
      .nullable(),
    /** null for an import. */
    token: logToken.nullable(),
    /** With `state=true`. null if the state is unknown; then `note` says why. */
    state: z.object({ before: states, after: states }).optional(),
    note: z.string().optional(),
  })
  .meta({ id: 'LogEntry' });
export type LogEntryResource = z.infer<typeof logEntry>;

export const logAnswer = z.object({
  channel: z.string(),
  entries: z.array(logEntry),
  /** Address of the next page, from the root of this server; null on the last one. */
  next: z.string().nullable(),
});
