// Request bodies and answers of the endpoints that write: markers, scores, goals, view tokens.
import { z } from 'zod';
import { playerTypeSchema, statusSchema } from '../wire/board.ts';
import { channelSchema } from '../wire/ids.ts';
import { CLUB_MARKER_TYPES, MATCH_MARKER_TYPES, type Marker, markerTypeSchema } from './marker.ts';
import { conventionalMinute } from '../wire/minute.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isMarkerId = (text: string): boolean => uuid.test(text);

/** A timestamp with a time of day. Without a zone it is UTC. Precision: milliseconds (rule TIME-2). */
const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Parses an ISO 8601 date-time to ms since 1970; null if it is malformed, or if the day or time does not exist. */
export function parseTime(text: string): number | null {
  const part = isoTime.exec(text.trim());
  if (!part) return null;
  const [year, month, day, hour, minute, second] = part
    .slice(1, 7)
    .map((digits) => Number((digits as string | undefined) ?? 0)) as [number, number, number, number, number, number];
  const ms = Number((part[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const back = new Date(utc);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const zone = /^([+-])(\d{2}):?(\d{2})?$/.exec(part[8] ?? '');
  if (!zone) return utc;
  const offset = (Number(zone[2]) * 60 + Number(zone[3] ?? 0)) * 60_000;
  return zone[1] === '+' ? utc - offset : utc + offset;
}

export const timeSchema = z
  .string()
  .refine((text) => parseTime(text) !== null, {
    message: 'Must be an ISO 8601 date and time, for example 2026-11-22T10:12:00Z.',
  })
  .transform((text) => parseTime(text) ?? 0)
  .meta({ format: 'date-time' });

/** A positive whole number, as number or string. Both members of the union have the same message. */
const numberOrText = (number: z.ZodNumber, text: RegExp, message: string) =>
  z.union([number.int({ error: message }).positive({ error: message }), z.string().regex(text, { error: message })], {
    error: message,
  });

const playerId = numberOrText(
  z.number().max(Number.MAX_SAFE_INTEGER),
  /^0*[1-9]\d{0,14}$/,
  'Must be a positive whole number, as number or string.',
).transform(Number);

export const minuteSchema = z
  .union([z.string(), z.number().int()])
  .refine((value) => value === '' || conventionalMinute(value) !== null, {
    message: 'Must be a minute, for example 45 or 45+2.',
  })
  .transform((value) => (value === '' ? undefined : (conventionalMinute(value) ?? undefined)));

/** PostgreSQL cannot store NUL or half a surrogate pair, which truncated text may end in: both are replaced, not rejected. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((value) => (/[\0\p{Surrogate}]/u.test(value) ? mended(value) : value));
const mended = (value: string): string => value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
export const LABEL_MAX = 2_000;
export const NAME_MAX = 200;

const gameTeam = numberOrText(
  z.number().max(9_999, { error: 'Must be home, away or a team number.' }),
  /^(home|away|[1-9]\d{0,3})$/,
  'Must be home, away or a team number.',
).transform(String);
const matchTeam = z.enum(['home', 'away']);

/** The fields of a marker, in a request body and in a data file. */
export const markerFields = (of: 'game' | 'match') => ({
  id: z.string().regex(uuid, { message: 'Must be a UUID.' }).meta({ format: 'uuid' }),
  timestamp: timeSchema,
  type: z.enum(of === 'game' ? CLUB_MARKER_TYPES : MATCH_MARKER_TYPES),
  match_id: of === 'game' ? z.string().nullish() : z.unknown().optional(),
  primary_player_pc_id: playerId.nullish(),
  primary_player_type: playerTypeSchema.nullish(),
  secondary_player_pc_id: playerId.nullish(),
  secondary_player_type: playerTypeSchema.nullish(),
  label: text(LABEL_MAX).nullish(),
  team: (of === 'game' ? gameTeam : matchTeam).nullish(),
  scorer: text(NAME_MAX).nullish(),
  minute: minuteSchema.nullish(),
  own_goal: z.boolean().nullish(),
});

type MarkerFields = z.output<z.ZodObject<ReturnType<typeof markerFields>>>;

/** Builds the Marker from its parsed fields. */
export function toMarker(of: 'game' | 'match', body: MarkerFields): Marker {
  const player = (id: number | null | undefined, type: 'user' | 'junior' | null | undefined) =>
    typeof id === 'number' ? withoutUndefined({ id, type: type ?? undefined }) : undefined;
  const marker: Marker = {
    id: body.id,
    key: body.id.toLowerCase(),
    at: body.timestamp,
    type: body.type,
    matchId: typeof body.match_id === 'string' && of === 'game' ? body.match_id : undefined,
    primary: player(body.primary_player_pc_id, body.primary_player_type),
    secondary: player(body.secondary_player_pc_id, body.secondary_player_type),
    label: body.label ?? undefined,
    team: body.team ?? undefined,
    scorer: body.scorer ?? undefined,
    minute: body.minute ?? undefined,
    ownGoal: body.own_goal ?? undefined,
  };
  return withoutUndefined(marker);
}

/** The body of a marker, parsed into a Marker. Unknown keys are ignored (rule REQ-3). */
export const markerBody = (of: 'game' | 'match') =>
  z.object(markerFields(of)).transform((body): Marker => toMarker(of, body));

/** Drops undefined members, so that equal markers compare as equal and are stored alike. */
export function withoutUndefined<T extends object>(value: T): T {
  const kept: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key];
  return kept as T;
}

export const markerAnswer = z.object({
  status: z.literal('success'),
  marker_id: z.string(),
  /** Facts about the marker that could not be determined (rules SIDE-3, SIDE-4). Absent if there are none. */
  warnings: z.array(z.string()).optional(),
});

const teamNumber = z.string().regex(/^[1-9]\d{0,3}$/, { message: 'Must be a team number.' });

/** Body of `PATCH …/scores`. */
export const scoresBody = z.object({
  scores: z
    .record(teamNumber, z.number().int().min(0).max(999))
    .refine((scores) => Object.keys(scores).length > 0, { message: 'Must name at least one team.' }),
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
/** Body of `PATCH …/goals`. */
export const goalsBody = z.object({ goals: z.array(goalInput).max(1_000) });

/** The Goal that a client reads. */
export const goalResource = z.object({
  team: z.string(),
  scorer: z.string(),
  user_id: z.number().int().nullable(),
  minute: z.string().nullable(),
  penalty: z.boolean(),
  own_goal: z.boolean(),
  assister: z.string().nullable(),
  assister_user_id: z.number().int().nullable(),
});

export const gameResult = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  team_scores: z.record(z.string(), z.number().int()),
  score: z.string().nullable(),
  goals: z.array(goalResource),
});
export const gameUpdateAnswer = z.object({ message: z.string(), game: gameResult });

const markerPlayer = z.object({ id: z.number().int(), name: z.string().nullable(), type: playerTypeSchema.optional() });

/** The Marker in a list (rule READ-14). */
export const markerResource = z.object({
  id: z.string(),
  timestamp: z.string(),
  type: markerTypeSchema,
  primary_player_pc_id: z.string().nullable(),
  primary_player_type: playerTypeSchema.nullable().optional(),
  secondary_player_pc_id: z.string().nullable(),
  secondary_player_type: playerTypeSchema.nullable().optional(),
  label: z.string().nullable(),
  primary_player: markerPlayer.nullable(),
  secondary_player: markerPlayer.nullable(),
  match_id: z.string().optional(),
  team: z.string().optional(),
  minute: z.string().optional(),
  scorer: z.string().optional(),
  own_goal: z.boolean().optional(),
});
export type MarkerResource = z.infer<typeof markerResource>;

export const gameMarkersAnswer = z.object({
  game: z.object({ id: z.number().int(), slug: z.string() }),
  game_mode: z.boolean(),
  markers: z.array(markerResource),
});

const matchHead = z.object({
  id: z.number().int(),
  status: statusSchema,
  home_team_name: z.string(),
  away_team_name: z.string(),
});
export const matchMarkersAnswer = z.object({
  tournament: z.object({ id: z.number().int(), slug: z.string(), name: z.string() }),
  match: matchHead,
  markers: z.array(markerResource),
});
export const markerDeletedAnswer = z.object({ status: z.literal('success'), message: z.string() });
export const matchMarkerDeletedAnswer = markerDeletedAnswer.extend({ match: matchHead });

/** Body of `POST view_tokens` (P48); `expires_in` in seconds. */
export const viewTokenBody = z.object({
  channels: z.array(channelSchema).min(1).max(100),
  expires_in: z.number().int().min(60).max(31_536_000).default(86_400),
});
export const viewTokenAnswer = z.object({ token: z.string(), expires_at: z.string(), channels: z.array(z.string()) });
