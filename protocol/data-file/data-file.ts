// The data file: the format of imports and backups. Unknown keys are errors. A missing field keeps the stored value (or gets
// its default); null sets the default. Only an export writes the parts marked "export", to restore the same data (DATA-12).
import { z } from 'zod';
import { statusSchema } from '../wire/board.ts';
import {
  dayOrTime,
  flag,
  format,
  id,
  jerseyNumber,
  lineupEdits,
  list,
  marker,
  name,
  position,
  publicNames,
  seq,
  shortName,
  shownName,
  skillLevel,
  slug,
  text,
  ROWS_MAX,
  TIE_BREAKS,
  time,
  url,
} from './fields.ts';
import { fieldsOf } from '../wire/fields-of.ts';
import { gameSchema } from './game.ts';
import { placeSchema } from './place.ts';
import { tokenSchema, viewTokenSchema } from './tokens.ts';
import { tournamentTeamSchema } from './tournament-team.ts';
import { auditSchema, historyFields } from './history.ts';
import { EMAIL_MAX, NAME_MAX } from '../rest/fields.ts';

export const userSchema = z.strictObject({
  id,
  slug,
  name,
  email: z
    .string()
    .max(EMAIL_MAX)
    .regex(/^[^\s@]+@[^\s@]+$/, { message: 'Must be an e-mail address.' })
    .nullish(),
  password: z.string().min(1).max(1_000).nullish(),
  /** export */
  password_hash: z
    .string()
    .regex(/^scrypt:\d{1,8}:\d{1,3}:\d{1,3}:[A-Za-z0-9_-]{8,200}:[A-Za-z0-9_-]{16,200}$/, {
      message: 'Must be a password hash as an export contains it.',
    })
    .nullish(),
  avatar_url: url,
  preferred_position: position.nullish(),
  secondary_positions: list(position, 100),
  skill_level: skillLevel,
  is_admin: flag,
});

export const juniorSchema = z.strictObject({ id, name });

export const memberSchema = z.strictObject({
  user_id: id,
  role: z.enum(['Owner', 'Moderator', 'Member']).nullish(),
  status: z.enum(['active', 'pending', 'former']).nullish(),
  jersey_number: jerseyNumber,
  club_position: position.nullish(),
  joined_at: time,
});

/** A junior of a club's squad. */
export const clubJuniorSchema = z.strictObject({
  junior_id: id,
  status: z.enum(['active', 'former']).nullish(),
  jersey_number: jerseyNumber,
  club_position: position.nullish(),
  joined_at: time,
});

/** A match has no manual result. Logs of earlier versions name an empty one. */
const noResult = z.strictObject({});
const matchLive = z.strictObject({ seq, ...historyFields('match', { hand: noResult.optional() }) });

/** A club without its games: they are parsed one by one. */
export const clubSchema = z.strictObject({
  id,
  name,
  short_name: shortName,
  slug,
  city: text(NAME_MAX),
  location: text(2_000),
  description: text(20_000),
  is_private: flag,
  created_at: time,
  badge_url: url,
  cover_photo_url: url,
  public_names: publicNames,
  members: list(memberSchema),
  juniors: list(clubJuniorSchema),
});

/** The fields of a tournament player besides the person. */
export const playerFields = {
  team_id: id.nullish(),
  jersey_number: jerseyNumber,
  team_position: text(NAME_MAX),
  captain: flag,
  registration_status: text(NAME_MAX),
  ...fieldsOf(text(NAME_MAX), 'jersey_size', 'jersey_name'),
  jersey_number_preferences: list(z.number().int().min(1).max(99), 100),
  waiver_accepted_at: time,
};

export const tournamentPlayerSchema = z
  .strictObject({ user_id: id.nullish(), user: userSchema.nullish(), ...playerFields })
  .refine(({ user_id, user }) => typeof user_id !== 'number' || !user, {
    path: ['user'],
    message: 'Give user_id or user, not both.',
  })
  .refine(({ user_id, user }) => typeof user_id === 'number' || user, {
    path: ['user_id'],
    message: 'Give user_id, or user with its fields.',
  });

const pitchAt = z.number().min(0).max(100).nullish();
const lineupPlayer = z.strictObject({
  user_id: id,
  jersey_number: jerseyNumber,
  captain: flag,
  position: text(NAME_MAX),
  pitch_x: pitchAt,
  pitch_y: pitchAt,
});
export const lineupSchema = z.strictObject({
  starters: list(lineupPlayer, 10_000),
  substitutes: list(lineupPlayer, 10_000),
});
const lineup = lineupSchema.nullish();

const goalsOfSide = z.number().int().min(0).max(999).nullish();
const offset = z.number().int().min(-9_999).max(9_999).nullish();
const given = <T extends z.ZodType>(of: T) =>
  z.strictObject(fieldsOf(of, 'home', 'away', 'home_penalties', 'away_penalties'));

export const matchSchema = z.strictObject({
  id,
  stage: text(NAME_MAX),
  group_name: shownName(NAME_MAX),
  round: z.number().int().min(0).max(9_999).nullish(),
  ...fieldsOf(text(NAME_MAX), 'knockout_round', 'knockout_round_label'),
  status: statusSchema.nullish(),
  scheduled_at: time,
  ...fieldsOf(text(2_000), 'field', 'pitch'),
  home_team_id: id.nullish(),
  home_placeholder: shownName(NAME_MAX),
  /** The results put the team into its place (rule PLACE-1). */
  home_from: placeSchema.nullish(),
  away_team_id: id.nullish(),
  away_placeholder: shownName(NAME_MAX),
  away_from: placeSchema.nullish(),
  stream_url: url,
  notes: text(20_000),
  authorized_clubs: list(slug),
  played_at: time,
  score: given(goalsOfSide).nullish(),
  /** export, in place of `score` if there are markers: added to the goals of the markers. */
  score_offset: given(offset).nullish(),
  format,
  lineups: z.strictObject({ home: lineup, away: lineup }).nullish(),
  lineup_edits: lineupEdits,
  markers: list(marker('match')),
  live: matchLive.nullish(),
});

/** A tournament without its players and matches: they are parsed one by one. */
export const tournamentSchema = z.strictObject({
  id,
  name,
  slug,
  ...fieldsOf(text(NAME_MAX), 'status', 'format'),
  tournament_type: z.enum(['inter_club', 'intra_club']).nullish(),
  description: text(20_000),
  timezone: text(NAME_MAX),
  start_date: dayOrTime,
  end_date: dayOrTime,
  location: text(2_000),
  host_club: slug.nullish(),
  organizer_ids: list(id),
  match_format: format,
  tie_breaks: list(z.enum(TIE_BREAKS), 100),
  is_private: flag,
  public_names: publicNames,
  teams: list(tournamentTeamSchema),
});

/** The whole file. */
export const dataFileSchema = z.strictObject({
  touchline_data: z.literal(1, { error: 'Must be 1: this is not a Touchline data file, or it has a later version.' }),
  /** export: the file may create rows whose ids the service gave (rule MANAGE-4). */
  service_ids: flag,
  users: list(userSchema, ROWS_MAX),
  juniors: list(juniorSchema, ROWS_MAX),
  clubs: list(clubSchema.extend({ games: list(gameSchema, ROWS_MAX) }), ROWS_MAX),
  tournaments: list(
    tournamentSchema.extend({ players: list(tournamentPlayerSchema, ROWS_MAX), matches: list(matchSchema, ROWS_MAX) }),
    ROWS_MAX,
  ),
  tokens: list(tokenSchema, ROWS_MAX),
  view_tokens: list(viewTokenSchema, ROWS_MAX),
  /** export */
  audit: list(auditSchema, ROWS_MAX),
});

/** The file as a person or an export writes it. */
export type DataFile = z.input<typeof dataFileSchema>;
export type FileUser = z.output<typeof userSchema>;
export type FileGame = z.output<typeof gameSchema>;
type FileClub = z.output<typeof clubSchema> & { readonly games?: readonly FileGame[] | null | undefined };
type FilePlayer = z.output<typeof tournamentPlayerSchema>;
export type FileMatch = z.output<typeof matchSchema>;
type LogOf<Played extends { live?: { log?: unknown } | null | undefined }> = NonNullable<
  NonNullable<Played['live']>['log']
>;
/** A row of the log of a game or match. */
export type FileLogRow = LogOf<FileGame>[number] | LogOf<FileMatch>[number];
export type FileLineupPlayer = z.output<typeof lineupPlayer>;
type FileTournament = z.output<typeof tournamentSchema> & {
  readonly players?: readonly FilePlayer[] | null | undefined;
  readonly matches?: readonly FileMatch[] | null | undefined;
};
export type FileToken = z.output<typeof tokenSchema>;
export type FileViewToken = z.output<typeof viewTokenSchema>;
type FileAuditEntry = z.output<typeof auditSchema>;
/** The parsed file: times are ms since 1970, markers are parsed. */
export type ParsedFile = {
  readonly serviceIds: boolean;
  readonly users: readonly FileUser[];
  readonly juniors: readonly z.output<typeof juniorSchema>[];
  readonly clubs: readonly FileClub[];
  readonly tournaments: readonly FileTournament[];
  readonly tokens: readonly FileToken[];
  readonly viewTokens: readonly FileViewToken[];
  readonly audit: readonly FileAuditEntry[];
};
