// Fields of schemas that are alike.
import type { z } from 'zod';

/** A field of this schema for each name, in this order. */
export const fieldsOf = <S extends z.ZodType, K extends string>(schema: S, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>;
