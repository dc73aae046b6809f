// Bounded lists and records of requests. A longer one is refused before its entries are looked at: each entry could be a fault
// to report (rule LIMIT-15).
import { z } from 'zod';

/** The greatest number that the database keeps as a position, an id of a token or a page. */
export const INTEGER_MAX = 2_147_483_647;

/** A list of at most `max` entries, and at least `min`. */
export const boundedList = <T extends z.ZodType>(of: T, max: number, min = 0) =>
  z.preprocess(
    (value: unknown, context) =>
      Array.isArray(value) && value.length > max ? refuse(value, context, max, 'entries') : value,
    min === 0 ? z.array(of).max(max) : z.array(of).min(min).max(max),
  ) as z.ZodType<z.output<T>[], z.input<T>[]>;

/** An object with at most `max` keys of this form. */
export const boundedRecord = <V extends z.ZodType>(key: z.ZodString, of: V, max: number) =>
  z.preprocess(
    (value: unknown, context) => {
      if (typeof value !== 'object' || value === null) return value;
      if (Object.keys(value).length > max) return refuse(value, context, max, 'keys');
      refuseProto(value, context, key);
      return value;
    },
    z.record(key, of).meta({ maxProperties: max }),
  ) as z.ZodType<Record<string, z.output<V>>, Record<string, z.input<V>>>;

function refuse(value: unknown, context: z.RefinementCtx, max: number, what: 'entries' | 'keys'): never {
  context.addIssue({ code: 'custom', input: value, message: `Must have at most ${String(max)} ${what}.` });
  return z.NEVER;
}

/** z.record leaves this key out before it looks at its form: a wrong key would be ignored. */
function refuseProto(value: object, context: z.RefinementCtx, key: z.ZodString): void {
  if (!Object.hasOwn(value, '__proto__')) return;
  const fault = key.safeParse('__proto__').error?.issues[0];
  if (fault) context.addIssue({ code: 'custom', input: value, path: ['__proto__'], message: fault.message });
}
