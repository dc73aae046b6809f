// Builds an example from its schema, so that the examples name only the values that are worth reading.
import { z } from 'zod';

/** Some of the fields, at any depth. Lists are given whole. */
type Given<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [K in keyof T]?: Given<T[K]> } : T;

/**
 * An example of the schema. A field that is not given is null or left out where the schema allows it, else 0, false, an empty
 * list or the first of its fixed values. Fields that the schema does not have are left out. Throws for a text that is missing.
 */
export const exampleOf = <T extends z.ZodObject>(schema: T, given: Given<z.output<T>>): z.output<T> =>
  schema.parse(fill(schema, given, 'example'));

function fill(schema: unknown, given: unknown, at: string): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = (given ?? {}) as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(schema.shape).map(([key, inner]) => [key, fill(inner, fields[key], `${at}.${key}`)]),
    );
  }
  if (given !== undefined || schema instanceof z.ZodOptional) return given;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodNumber) return 0;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  throw new Error(`${at} needs a value.`);
}
