// The line-up of one game or match with what staff changed in it: `PATCH …/participants` and `…/lineups` (rules LINE-1 to LINE-4).
import { z } from 'zod';
import { playerTypeSchema } from '../wire/board.ts';
import { boundedList } from './bounds.ts';
import { NAME_MAX, numberOrText, playerId, text } from './fields.ts';
import { jerseyNumberSchema } from './player.ts';

/** Fill-in players of one game or match at most. */
export const FILL_INS_MAX = 30;
/** Shirt numbers in one request at most. */
const NUMBERS_MAX = 100;

const fillInId = z
  .uuid()
  .meta({ maxLength: 36 })
  .overwrite((id) => id.toLowerCase());
const noTeam = 'Must be a team number.';
const gameTeam = numberOrText(z.number().max(9_999, { error: noTeam }), /^[1-9]\d{0,3}$/, noTeam).transform(String);

/** Body of `PATCH`. What it does not name stays. */
const bodyOf = <T extends z.ZodType<string>>(team: T) =>
  z.object({
    /** `jersey_number` null: the number of the data file again. Without `player_type` a user. */
    players: boundedList(
      z.object({
        id: playerId,
        player_type: playerTypeSchema.nullish(),
        jersey_number: jerseyNumberSchema.nullable(),
      }),
      NUMBERS_MAX,
    ).nullish(),
    /** Added or replaced by `id`, which the client makes. `name` null removes the fill-in. */
    fill_ins: boundedList(
      z.object({
        id: fillInId,
        team,
        name: text(NAME_MAX)
          .refine((name) => name.trim() !== '', { message: 'Must not be empty. null removes the fill-in.' })
          .nullable(),
        jersey_number: jerseyNumberSchema.nullish(),
        is_substitute: z.boolean().nullish(),
      }),
      FILL_INS_MAX,
    ).nullish(),
  });

export const lineupsBody = bodyOf(z.enum(['home', 'away']));
export const participantsBody = bodyOf(gameTeam);
/** `team`: `home` or `away`; of a game the team number. */
export type LineupChange = z.output<typeof lineupsBody> | z.output<typeof participantsBody>;
/** The body as a client sends it. */
export type LineupPatch = z.input<typeof lineupsBody> | z.input<typeof participantsBody>;

const fillIn = {
  id: z.string(),
  name: z.string(),
  jersey_number: jerseyNumberSchema.nullable(),
  is_substitute: z.boolean(),
};
const matchPlayer = z
  .object({
    id: z.int(),
    name: z.string(),
    jersey_number: jerseyNumberSchema.nullable(),
    captain: z.boolean(),
    position: z.string().nullable(),
  })
  .meta({ id: 'MatchPlayer' });
const side = z
  .object({
    starters: z.array(matchPlayer),
    substitutes: z.array(matchPlayer),
    /** Players of the team who are not in the line-up. */
    squad: z.array(matchPlayer),
    fill_ins: z.array(z.object(fillIn)),
  })
  .meta({ id: 'MatchSideLineup' });

/** How the match is played; live states do not say it. */
const format = z
  .object({ halves: z.literal([1, 2]), half_minutes: z.number(), extra_half_minutes: z.number() })
  .meta({ id: 'PlayedFormat' });
export type PlayedFormat = z.infer<typeof format>;

export const lineupsAnswer = z
  .object({ match: z.object({ id: z.int(), format }), lineups: z.object({ home: side, away: side }) })
  .meta({ id: 'MatchLineups' });
export type MatchLineups = z.infer<typeof lineupsAnswer>;

export const participantsAnswer = z
  .object({
    game: z.object({ id: z.int(), slug: z.string(), format }),
    /** The confirmed ones. `id`: null for a guest. */
    participants: z.array(
      z.object({
        player_type: z.enum(['user', 'junior', 'guest']),
        id: z.int().nullable(),
        name: z.string(),
        team: z.int().nullable(),
        jersey_number: jerseyNumberSchema.nullable(),
        is_captain: z.boolean(),
        is_substitute: z.boolean(),
        pitch_role: z.string().nullable(),
      }),
    ),
    fill_ins: z.array(z.object({ ...fillIn, team: z.int() })),
  })
  .meta({ id: 'GameParticipants' });
export type GameParticipants = z.infer<typeof participantsAnswer>;
