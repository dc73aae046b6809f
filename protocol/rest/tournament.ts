// The answers about tournaments (`GET /tournaments/{tournament_slug}`, `…/players`, `…/matches`).
import { z } from 'zod';
import { fieldsOf } from '../wire/fields-of.ts';
import { periodSchema, sideSchema, statusSchema } from '../wire/board.ts';
import { markerTypeSchema } from '../wire/marker.ts';
import {
  addressSchema,
  jerseyNumberSchema,
  momentSchema,
  personFields,
  positionSchema,
  skillLevelSchema,
} from './player.ts';

export const tournamentHead = z
  .object({
    id: z.int(),
    ...fieldsOf(z.string(), 'name', 'slug', 'status', 'format'),
    tournament_type: z.enum(['inter_club', 'intra_club']),
  })
  .meta({ id: 'TournamentHead' });
export type TournamentHead = z.infer<typeof tournamentHead>;

export const tournamentTeam = z
  .object({
    id: z.int(),
    name: z.string(),
    club_id: z.int().nullable(),
    ...fieldsOf(z.string().nullable(), 'club_slug', 'group_name'),
    ...fieldsOf(z.int(), 'points', 'matches_played', 'wins', 'draws', 'losses'),
    ...fieldsOf(z.int(), 'goals_for', 'goals_against', 'goal_difference'),
  })
  .meta({ id: 'TournamentTeam' });
export type TournamentTeam = z.infer<typeof tournamentTeam>;

const teamOfPlayer = {
  team_id: z.int().nullable(),
  team_name: z.string().nullable(),
  club_id: z.int().nullable(),
  club_slug: z.string().nullable(),
  profile_url: addressSchema,
};
const person = {
  ...personFields,
  preferred_position: positionSchema.nullable(),
  secondary_positions: z.array(positionSchema),
  skill_level: skillLevelSchema,
  jersey_number: jerseyNumberSchema.nullable(),
  team_position: z.string().nullable(),
};
/** A player of a tournament between clubs. */
export const interClubPlayer = z
  .object({ ...person, captain: z.boolean(), ...teamOfPlayer })
  .meta({ id: 'InterClubPlayer' });
/** A player of a tournament within one club, with the registration. */
const intraClubPlayer = z
  .object({
    ...person,
    registration_status: z.string(),
    ...fieldsOf(z.string().nullable(), 'jersey_size', 'jersey_name'),
    jersey_number_preferences: z.array(z.int()),
    waiver_accepted_at: momentSchema.nullable(),
    ...teamOfPlayer,
  })
  .meta({ id: 'IntraClubPlayer' });
export type InterClubPlayer = z.infer<typeof interClubPlayer>;
export type IntraClubPlayer = z.infer<typeof intraClubPlayer>;
const tournamentPlayer = z.union([interClubPlayer, intraClubPlayer]);
export type TournamentPlayer = z.infer<typeof tournamentPlayer>;

export const lineupPlayer = z
  .object({
    ...personFields,
    /** Shirt number in this team. */
    jersey_number: jerseyNumberSchema.nullable(),
    captain: z.boolean(),
    /** The role in this match, or else the usual position. */
    position: z.string().nullable(),
    pitch_x: z.number().min(0).max(100).nullable(),
    pitch_y: z.number().min(0).max(100).nullable(),
  })
  .meta({ id: 'LineupPlayer' });
export type LineupPlayer = z.infer<typeof lineupPlayer>;
const lineup = z.object({ starters: z.array(lineupPlayer), substitutes: z.array(lineupPlayer) }).meta({ id: 'Lineup' });

const matchTeam = z.object({
  /** Id of the tournament's team; null while the team is undecided. */
  id: z.int().nullable(),
  /** Slug of the team's club. */
  slug: z.string().nullable(),
  name: z.string(),
  placeholder: z.string().nullable(),
});

export const tournamentMatch = z
  .object({
    id: z.int(),
    stage: z.string(),
    group_name: z.string().nullable(),
    round: z.int().nullable(),
    ...fieldsOf(z.string().nullable(), 'knockout_round', 'knockout_round_label'),
    status: statusSchema,
    ...fieldsOf(momentSchema.nullable(), 'scheduled_at', 'played_at', 'started_at', 'ended_at'),
    period: periodSchema.nullable(),
    ...fieldsOf(z.string().nullable(), 'field', 'pitch'),
    home_team: matchTeam,
    away_team: matchTeam,
    lineups: z.object({ home: lineup, away: lineup }),
    score: z.object(fieldsOf(z.int().nullable(), 'home', 'away', 'home_penalties', 'away_penalties')),
    winner_club_id: z.int().nullable(),
    goals: z.array(
      z.object({
        team: sideSchema,
        scorer: z.string(),
        minute: z.string().nullable(),
        own_goal: z.boolean(),
        penalty: z.boolean(),
        assister: z.string().nullable(),
      }),
    ),
    cards: z.array(
      z.object({
        team: sideSchema,
        player: z.string().nullable(),
        minute: z.string().nullable(),
        type: z.enum(['yellow', 'red']),
        second_yellow: z.boolean(),
      }),
    ),
    /** Every `Event` marker and every marker with a label, in time order (rule READ-16). */
    commentary: z.array(
      z.object({
        type: markerTypeSchema,
        minute: z.string().nullable(),
        team: sideSchema.nullable(),
        player: z.string().nullable(),
        text: z.string().nullable(),
        timestamp: momentSchema,
      }),
    ),
    ...fieldsOf(z.string().nullable(), 'stream_url', 'notes'),
  })
  .meta({ id: 'TournamentMatch' });
export type TournamentMatch = z.infer<typeof tournamentMatch>;

export const tournament = tournamentHead
  .extend({
    description: z.string().nullable(),
    /** A date, or a date and time, in the form in which it was given (rule READ-11). */
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    location: z.string().nullable(),
    host_club: z.object({ id: z.int(), name: z.string(), slug: z.string() }).nullable(),
  })
  .meta({ id: 'Tournament' });
export type Tournament = z.infer<typeof tournament>;

export const tournamentProfileAnswer = tournament.extend({
  /** Sorted by group, and within a group by table position (rule READ-8). */
  teams: z.array(tournamentTeam),
  players: z.array(tournamentPlayer),
  upcoming_match_count: z.int(),
  completed_match_count: z.int(),
  matches: z.array(tournamentMatch),
  url: addressSchema,
});
export const tournamentPlayersAnswer = z.object({ tournament: tournamentHead, players: z.array(tournamentPlayer) });
/** Matches with the tournament of each. */
export const clubMatchesAnswer = z.object({
  matches: z.array(
    tournamentMatch.extend({
      /** `timezone`: IANA; null where it was not set. */
      tournament: z.object({ id: z.int(), slug: z.string(), name: z.string(), timezone: z.string().nullable() }),
    }),
  ),
});
export const tournamentMatchesAnswer = z.object({ tournament: tournamentHead, matches: z.array(tournamentMatch) });
