// The fields that the parts of a data file share.
import { z } from 'zod';
import { markerFields, toMarker } from '../rest/marker.ts';
import { boundedList, boundedRecord } from '../rest/bounds.ts';
import { FILL_INS_MAX } from '../rest/lineups.ts';
import { NAME_MAX, parseTime, TIME_MAX, timeSchema } from '../rest/fields.ts';

export const id = z
  .number()
  .int()
  .positive()
  .max(999_999_999_999_999, { message: 'Must be an id: a positive whole number of at most 15 digits.' });
export const seq = z.number().int().min(0).max(2_000_000_000);
export const text = (max: number) => z.string().max(max).nullish();
/** A name that is shown where there is one: a blank one, as spreadsheets write it, counts as null. */
export const shownName = (max: number) => text(max).transform((value) => (value?.trim() === '' ? null : value));
export const name = z.string().regex(/\S/, { message: 'Must not be empty.' }).max(NAME_MAX);
/** Of shirts. */
export const color = z
  .string()
  .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, {
    message: 'Must be a hex colour code, for example #1e40af.',
  })
  .nullish();
/** 1 to 4 characters that a scorebug shows in place of the name. */
export const shortName = z
  .string()
  .regex(/^(?=.*\S).{1,4}$/u, { message: 'Must have 1 to 4 characters.' })
  .meta({ maxLength: 4 })
  .nullish();
/** Part of paths and of channel names. */
export const slug = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/, {
  message: 'Must be a slug: only letters, digits and . _ ~ -, starting with a letter or digit.',
});
export const url = z.string().max(2_000).nullish();
export const flag = z.boolean().nullish();
export const time = timeSchema.nullish();
/** Stored in the form in which it was given (rule READ-11). */
export const dayOrTime = z
  .string()
  .max(TIME_MAX)
  .refine((given) => parseTime(given) !== null || z.iso.date().safeParse(given).success, {
    message: 'Must be a date, for example 2026-11-22, or a date and time, for example 2026-11-22T10:12:00Z.',
  })
  .nullish();
export const jerseyNumber = z.number().int().min(1).max(99).nullish();
export const POSITIONS = ['goalkeeper', 'defender', 'midfielder', 'forward'] as const;
export const position = z.enum(POSITIONS);
export const skillLevel = z.enum(['beginner', 'intermediate', 'advanced']).nullish();
export const teamKey = z.string().regex(/^[1-9]\d{0,3}$/, { message: 'Must be a team number.' });
export const teamNumber = z.number().int().min(1).max(9_999);
/** How juniors are named for readers who are not staff (rule NAME-1). */
export const PUBLIC_NAMES = ['full', 'initials', 'none'] as const;
export type PublicNames = (typeof PUBLIC_NAMES)[number];
export const publicNames = z.enum(PUBLIC_NAMES).nullish();
/** Maximum number of rows of one kind in a file. They are parsed one by one. */
export const ROWS_MAX = 1_000_000;
/** Maximum number of entries in a list of one row: far more than any club or match has. They are parsed at once. */
export const LIST_MAX = 100_000;
export const list = <T extends z.ZodType>(of: T, max = LIST_MAX) => boundedList(of, max).nullish();

export const FORMAT_DEFAULTS = { halves: 2, half_minutes: 45, extra_half_minutes: 15 } as const;
export const TIE_BREAKS = [
  'goal_difference',
  'goals_for',
  'head_to_head_points',
  'head_to_head_goal_difference',
  'head_to_head_goals',
  'fair_play',
] as const;
export type TieBreak = (typeof TIE_BREAKS)[number];
export const TIE_BREAK_DEFAULTS: readonly TieBreak[] = ['goal_difference', 'goals_for'];

export const format = z
  .strictObject({
    halves: z.union([z.literal(1), z.literal(2)], { error: 'Must be 1 or 2.' }).nullish(),
    half_minutes: z.number().int().min(1).max(600).nullish(),
    extra_half_minutes: z.number().int().min(1).max(600).nullish(),
  })
  .nullish();

/** export: what staff changed in a line-up (LineupEdits in src/match/lineup-edits.ts). */
export const lineupEdits = z
  .strictObject({
    numbers: boundedRecord(
      z.string().regex(/^(user|junior):[1-9]\d{0,14}$/, { message: 'Must be a player, for example user:1.' }),
      z.number().int().min(1).max(99),
      LIST_MAX,
    ),
    fill_ins: boundedRecord(
      z.string().regex(/^[0-9a-f-]{36}$/, { message: 'Must be a UUID in lower case.' }),
      z.strictObject({
        team: z.string().regex(/^(home|away|[1-9]\d{0,3})$/, { message: 'Must be home, away or a team number.' }),
        name,
        jersey_number: z.number().int().min(1).max(99).nullable(),
        is_substitute: z.boolean(),
      }),
      FILL_INS_MAX,
    ),
  })
  .nullish();

/** A marker as a client posts it. `arrival` and `touched` (export) restore its place in the order. */
export const marker = (of: 'game' | 'match') =>
  z
    .strictObject({ ...markerFields(of), arrival: seq.optional(), touched: seq.optional() })
    .transform(({ arrival, touched, ...fields }) => ({ marker: toMarker(of, fields), arrival, touched }));
export type FileMarker = z.output<ReturnType<typeof marker>>;

/** Identifies an app together with its name (rule ACCESS-10). Only the origin of a longer address is used. */
export const origin = z
  .string()
  .max(2_000)
  .refine((address) => originOf(address) !== null, { message: 'Must be an origin, for example https://app.example.' })
  .transform((address) => originOf(address) ?? '');
function originOf(address: string): string | null {
  const found = URL.canParse(address) ? new URL(address).origin : 'null';
  return found === 'null' ? null : found;
}
