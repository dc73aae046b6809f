// The fields that several request bodies share: times, texts, ids, minutes.
import { z } from 'zod';
import { conventionalMinute, MINUTE_MAX } from '../wire/minute.ts';

/** Characters of a timestamp at most. */
export const TIME_MAX = 64;

/** The years that are written with four digits in every zone, ms since 1970. */
const EARLIEST = Date.UTC(1000, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1);

/** A timestamp with a time of day. Without a zone it is UTC. Precision: milliseconds (rule TIME-2). */
const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/;

/** Parses an ISO 8601 date-time to ms since 1970; null if it is malformed, if the day or time does not exist, or before 1000. */
export function parseTime(text: string): number | null {
  if (text.length > TIME_MAX) return null;
  const at = usualTimeOf(text) ?? timeOf(text);
  return at !== null && at >= EARLIEST && at < LATEST ? at : null;
}

/** The form that JavaScript writes, such as 2026-11-22T10:12:00.000Z; null for any other. Much quicker than to read the parts. */
function usualTimeOf(text: string): number | null {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text ? at : null;
}

function timeOf(text: string): number | null {
  const part = isoTime.exec(text.trim());
  if (!part) return null;
  const [year, month, day, hour, minute, second] = part
    .slice(1, 7)
    .map((digits) => Number((digits as string | undefined) ?? 0)) as [number, number, number, number, number, number];
  const ms = Number((part[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const back = new Date(utc);
  if (back.getUTCFullYear() !== year || back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const zone = /^([+-])(\d{2}):?(\d{2})?$/.exec(part[8] ?? '');
  if (!zone) return utc;
  const offset = (Number(zone[2]) * 60 + Number(zone[3] ?? 0)) * 60_000;
  return zone[1] === '+' ? utc - offset : utc + offset;
}

export const timeSchema = z
  .string()
  .transform((text, { issues }) => {
    const at = parseTime(text);
    if (at !== null) return at;
    issues.push({
      code: 'custom',
      input: text,
      message: 'Must be an ISO 8601 date and time, for example 2026-11-22T10:12:00Z.',
    });
    return z.NEVER;
  })
  .meta({ format: 'date-time', maxLength: TIME_MAX });

/** A positive whole number, as number or string. Both members of the union have the same message. */
export const numberOrText = (number: z.ZodNumber, text: RegExp, message: string) =>
  z.union([number.int({ error: message }).positive({ error: message }), z.string().regex(text, { error: message })], {
    error: message,
  });

const noPlayerId = 'Must be a positive whole number of at most 15 digits, as number or string.';
/** The same ids as in a data file, so that an export can be imported (rule ID-9). */
export const playerId = numberOrText(
  z.number().max(999_999_999_999_999, { error: noPlayerId }),
  /^(?!0{1,15}$)\d{1,15}$/,
  noPlayerId,
).transform(Number);

/** PostgreSQL cannot store NUL or half a surrogate pair, which truncated text may end in. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;
export const cannotBeStored = 'Contains a character that cannot be stored (NUL, or half a surrogate pair).';

/** What cannot be stored is replaced, not rejected. */
export const text = (max: number, given = z.string()) =>
  given.max(max).overwrite((value) => (UNSTORABLE.test(value) ? mended(value) : value));

const mended = (value: string): string => value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

/** The longest whole number that is taken as a minute. */
const MINUTE_NUMBER_MAX = 999_999_999_999_999;

/** A minute. One that is not understood is kept as written; a blank one is none (rule MIN-7). */
export const minuteSchema = z
  .union([text(MINUTE_MAX), z.number().int().min(-MINUTE_NUMBER_MAX).max(MINUTE_NUMBER_MAX)])
  .transform((value) => {
    const written = String(value);
    return written.trim() === '' ? undefined : (conventionalMinute(written) ?? written);
  });

export const LABEL_MAX = 2_000;

export const NAME_MAX = 200;

/** Characters of the address of a mailbox at most. */
export const EMAIL_MAX = 320;
