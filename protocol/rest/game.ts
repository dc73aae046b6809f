// The answers about club games (`GET …/upcoming_games` and `…/past_games`).
import { z } from 'zod';
import { fieldsOf } from '../wire/fields-of.ts';
import { addressSchema, momentSchema, skillLevelSchema } from './player.ts';

export const playerInGame = z
  .object({
    /** Id of a user or a junior. `player_type` says which, because both count on their own. null for guests. */
    id: z.int().nullable(),
    name: z.string(),
    /** True for guests only, not for juniors (rule READ-6). */
    is_guest: z.boolean(),
    player_type: z.enum(['user', 'junior', 'guest']),
    is_captain: z.boolean(),
    is_substitute: z.boolean(),
    pitch_role: z.string().nullable(),
    checked_in: z.boolean(),
  })
  .meta({ id: 'PlayerInGame' });
export type PlayerInGame = z.infer<typeof playerInGame>;

const gameTeam = z
  .object({
    number: z.int(),
    name: z.string(),
    jersey_color: z.string(),
    players: z.array(playerInGame),
    maybe_players: z.array(playerInGame),
  })
  .meta({ id: 'GameTeam' });

const matchup = z
  .object({
    match_id: z.string(),
    match_index: z.int(),
    home_team: z.int(),
    home_name: z.string(),
    away_team: z.int().nullable(),
    away_name: z.string().nullable(),
  })
  .meta({ id: 'Matchup' });

export const game = z
  .object({
    id: z.int(),
    ...fieldsOf(z.string(), 'slug', 'title', 'matchup'),
    date_time: momentSchema,
    timezone: z.string(),
    ...fieldsOf(z.string().nullable(), 'location', 'field', 'pitch', 'description', 'notes'),
    ...fieldsOf(z.int(), 'max_players', 'players_joined', 'spots_left'),
    skill_level: skillLevelSchema.nullable(),
    cost_per_player: z.number().nullable(),
    is_public: z.boolean(),
    organizer: z.object({ id: z.int(), name: z.string() }),
    teams: z.array(gameTeam),
    matchups: z.array(matchup),
    unassigned_players: z.array(playerInGame),
    maybe_unassigned_players: z.array(playerInGame),
    score: z.string().nullable(),
    url: addressSchema,
  })
  .meta({ id: 'Game' });
export type Game = z.infer<typeof game>;

export const completedGame = game
  .extend({
    result: z.object({
      /** `team` is the team's name. */
      scores: z.array(z.object({ team: z.string(), score: z.int() })),
      /** Without own goals. */
      scorers: z.array(z.object({ name: z.string(), goals: z.int() })),
      /** `team` is the credited team's number. */
      goals: z.array(
        z.object({
          ...fieldsOf(z.string().nullable(), 'scorer', 'assister', 'team'),
          own_goal: z.boolean(),
        }),
      ),
    }),
  })
  .meta({ id: 'CompletedGame' });
export type CompletedGame = z.infer<typeof completedGame>;

export const upcomingGamesAnswer = z.object({ club: z.string(), games: z.array(game) });
export const pastGamesAnswer = z.object({
  club: z.string(),
  page: z.int(),
  limit: z.int(),
  games: z.array(completedGame),
});

/** A whole number in an address. Any other text stays text, and the schema rejects it. */
export const wholeNumber = (schema: z.ZodInt) =>
  z.preprocess((text) => (typeof text === 'string' && /^[+-]?\d+$/.test(text) ? Number(text) : text), schema);

/** Query of the past games (rule READ-4). */
export const pastGamesQuery = z.object({
  limit: wholeNumber(z.int({ error: 'Must be a whole number from 1 to 50.' }).min(1).max(50)).default(20),
  page: wholeNumber(z.int({ error: 'Must be a whole number, 1 or greater.' }).min(1)).default(1),
});
