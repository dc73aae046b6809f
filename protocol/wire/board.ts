// The live state of a match as subscribers see it (rule LIVE-2). A field without a value is left out on the wire: absent
// means null.
import { z } from 'zod';
import { fieldsOf } from './fields-of.ts';
import { markerTypeSchema } from './marker.ts';

export const STATUSES = ['scheduled', 'live', 'completed', 'postponed', 'cancelled', 'abandoned', 'awarded'] as const;
export const statusSchema = z.enum(STATUSES).meta({ id: 'MatchStatus' });
export type MatchStatus = z.infer<typeof statusSchema>;

export const PERIODS = [
  'not_started',
  'first_half',
  'half_time',
  'second_half',
  'extra_time_break',
  'extra_time_first_half',
  'extra_time_half_time',
  'extra_time_second_half',
  'penalty_shootout',
  'full_time',
] as const;
export const periodSchema = z.enum(PERIODS).meta({ id: 'Period' });
export type Period = z.infer<typeof periodSchema>;

export const SIDES = ['home', 'away'] as const;
export const sideSchema = z.enum(SIDES).meta({ id: 'Side' });
export type Side = z.infer<typeof sideSchema>;
export const opposite = (side: Side): Side => (side === 'home' ? 'away' : 'home');

const sides = <T extends z.ZodType>(of: T) => z.object({ home: of, away: of });

export const clockSchema = z
  .object({
    running: z.boolean(),
    /** Match clock at `as_of`, ms. Each half starts at its conventional time. */
    elapsed_ms: z.number().int(),
    /** Time of the marker that last changed the clock, ms since 1970; absent before Start. */
    as_of: z.number().int().optional(),
    /** Conventional end of the current or last playing period, ms; absent before Start and in a shootout. */
    period_ends_ms: z.number().int().optional(),
  })
  .meta({ id: 'Clock' });
export type Clock = z.infer<typeof clockSchema>;

export const scoreSchema = z
  .object(fieldsOf(z.number().int().optional(), 'home', 'away', 'home_penalties', 'away_penalties'))
  .meta({ id: 'LiveScore' });
export type Score = z.infer<typeof scoreSchema>;

export const cardCountSchema = z.object({ yellow: z.number().int(), red: z.number().int() }).meta({ id: 'CardCount' });
export type CardCount = z.infer<typeof cardCountSchema>;

export const statsSchema = z
  .object({
    ...fieldsOf(z.number().int(), 'shots_on_target', 'shots_off_target', 'missed_chances', 'chances_created'),
    ...fieldsOf(z.number().int(), 'gk_saves', 'defensive_contributions', 'fouls'),
  })
  .meta({ id: 'Stats' });
export type Stats = z.infer<typeof statsSchema>;

export const playerTypeSchema = z.enum(['user', 'junior']).meta({ id: 'PlayerType' });
export type PlayerType = z.infer<typeof playerTypeSchema>;

export const boardPlayerSchema = z
  .object({
    id: z.number().int().optional(),
    name: z.string().optional(),
    type: playerTypeSchema.optional(),
  })
  .meta({ id: 'BoardPlayer' });
export type BoardPlayer = z.infer<typeof boardPlayerSchema>;

export const keeperSchema = boardPlayerSchema.extend({ saves: z.number().int() }).meta({ id: 'Keeper' });
export type BoardKeeper = z.infer<typeof keeperSchema>;

export const boardEventSchema = z
  .object({
    type: markerTypeSchema,
    /** Time of the event, ISO 8601 with milliseconds, UTC. */
    at: z.string(),
    minute: z.string().optional(),
    team: sideSchema.optional(),
    player: boardPlayerSchema.optional(),
    second_player: boardPlayerSchema.optional(),
    own_goal: z.boolean(),
    second_yellow: z.literal(true).optional(),
    label: z.string().optional(),
  })
  .meta({ id: 'BoardEvent' });
export type BoardEvent = z.infer<typeof boardEventSchema>;

/** A side of a club game's pairing. `short_name`: 1 to 4 characters, where the data file has one. */
export const gameSideSchema = z
  .object({ name: z.string(), short_name: z.string().optional(), number: z.number().int(), color: z.string() })
  .meta({ id: 'GameSide' });
export type GameSide = z.infer<typeof gameSideSchema>;
/** A side of a tournament match. A placeholder has no `id` and no `slug`. */
export const matchSideSchema = z
  .object({
    id: z.number().int().optional(),
    slug: z.string().optional(),
    name: z.string(),
    short_name: z.string().optional(),
    badge_url: z.string().optional(),
    /** Of the shirts, `#1e40af`, where the team has one. */
    color: z.string().optional(),
  })
  .meta({ id: 'MatchSide' });
export type MatchSide = z.infer<typeof matchSideSchema>;

const boardFields = {
  status: statusSchema,
  period: periodSchema,
  clock: clockSchema,
  score: scoreSchema,
  cards: sides(cardCountSchema),
  stats: sides(statsSchema),
  keepers: sides(keeperSchema.optional()),
  shootout: sides(z.array(z.boolean())),
  /** By marker id, in the letter case in which it was first sent. */
  events: z.record(z.string(), boardEventSchema),
};
export const gameBoardSchema = z
  .object({ home: gameSideSchema, away: gameSideSchema.optional(), ...boardFields })
  .meta({ id: 'GameBoard' });
export const matchBoardSchema = z
  .object({ home: matchSideSchema, away: matchSideSchema, ...boardFields })
  .meta({ id: 'MatchBoard' });
export type GameBoard = z.infer<typeof gameBoardSchema>;
export type MatchBoard = z.infer<typeof matchBoardSchema>;
/** A board of either kind. */
export type Board = GameBoard | MatchBoard;

/** A goal of a club game as clients read it, without nulls. */
export const boardGoalSchema = z
  .object({
    team: z.string(),
    scorer: z.string(),
    user_id: z.number().int().optional(),
    minute: z.string().optional(),
    penalty: z.boolean(),
    own_goal: z.boolean(),
    assister: z.string().optional(),
    assister_user_id: z.number().int().optional(),
  })
  .meta({ id: 'BoardGoal' });
export type BoardGoal = z.infer<typeof boardGoalSchema>;

export const gameStateSchema = z
  .object({
    kind: z.literal('game'),
    id: z.number().int(),
    slug: z.string(),
    title: z.string(),
    team_scores: z.record(z.string(), z.number().int()),
    goals: z.array(boardGoalSchema),
    matches: z.record(z.string(), gameBoardSchema),
  })
  .meta({ id: 'GameState' });
export const matchStateSchema = z
  .object({
    kind: z.literal('match'),
    id: z.number().int(),
    tournament: z.string(),
    title: z.string(),
    matches: z.record(z.string(), matchBoardSchema),
  })
  .meta({ id: 'MatchState' });
export type GameState = z.infer<typeof gameStateSchema>;
export type MatchState = z.infer<typeof matchStateSchema>;

export const feedMatchSchema = z
  .object({
    channel: z.string(),
    title: z.string(),
    home: z.union([gameSideSchema, matchSideSchema]),
    away: z.union([gameSideSchema, matchSideSchema]).optional(),
    status: statusSchema,
    period: periodSchema,
    clock: clockSchema,
    score: scoreSchema,
  })
  .meta({ id: 'FeedMatch' });
export type FeedMatch = z.infer<typeof feedMatchSchema>;
export const feedStateSchema = z
  .object({
    kind: z.enum(['club', 'tournament']),
    slug: z.string(),
    matches: z.record(z.string(), feedMatchSchema),
  })
  .meta({ id: 'FeedState' });
export type FeedState = z.infer<typeof feedStateSchema>;

export const boardStateSchema = z.discriminatedUnion('kind', [gameStateSchema, matchStateSchema]);
/** The live state of one game or match. */
export type BoardState = z.infer<typeof boardStateSchema>;
export const channelStateSchema = z.union([boardStateSchema, feedStateSchema]);
/** The state of a game, a match or a feed. `AnyState` in air.ts is the state of any channel. */
export type ChannelState = z.infer<typeof channelStateSchema>;
