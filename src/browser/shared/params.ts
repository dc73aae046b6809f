// The query parameters of an address. A page on a wall cannot ask its user, so an invalid parameter keeps its default
// and is listed as a problem, which the page may show.
import * as z from 'zod/mini';
import { readColor } from './colors.ts';
import { LANGUAGES } from './language.ts';

/** A text, converted by `read`. */
export const textParam = <T>(read: (text: string) => T) => z.pipe(z.string(), z.transform(read));

/** A number from `min` to `max`; `fallback` when absent. */
export const numberParam = (min: number, max: number, fallback: number) =>
  z._default(z.coerce.number(`a number from ${min} to ${max}`).check(z.minimum(min), z.maximum(max)), fallback);

/** `1`, `true`, `on`, `yes` and an empty value (`?monitor`) mean yes; no when absent. */
export const flagParam = () =>
  z._default(
    z.pipe(
      z.enum(['', '1', 'true', 'on', 'yes', '0', 'false', 'off', 'no'], 'on or off'),
      z.transform((word) => ['', '1', 'true', 'on', 'yes'].includes(word)),
    ),
    false,
  );

/** One of `choices`; `fallback` when absent. */
export const choiceParam = <const T extends readonly [string, ...string[]]>(choices: T, fallback: T[number]) =>
  z._default(z.enum(choices, `one of ${choices.join(', ')}`), fallback);

/** A supported language, as `pt` or `pt-BR`; English when absent. */
export const languageParam = () =>
  z._default(
    z.pipe(
      textParam((text) => text.toLowerCase().split(/[-_]/)[0]),
      z.enum(LANGUAGES, `one of ${LANGUAGES.join(', ')}`),
    ),
    'en',
  );

/** A colour as `ff8800` or `#f80`; undefined when absent. */
export const colorParam = () =>
  z.optional(
    z.pipe(
      z.string().check(z.refine((text) => readColor(text) !== null, 'a colour as ff8800')),
      z.transform((text) => readColor(text) ?? undefined),
    ),
  );

/** Parts separated by commas, without empty ones. */
export const listParam = () =>
  z._default(
    textParam((text): readonly string[] =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
    [],
  );

/** Whether the text is an address that begins with `https://`. */
export function isHttps(text: string): boolean {
  try {
    return new URL(text).protocol === 'https:';
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

type Params<T> = {
  readonly values: T;
  /** As `theme=drak: one of dark, light`. */
  readonly problems: readonly string[];
  /** The names of the parameters with a problem. */
  readonly invalid: readonly string[];
};

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Values<S extends Shape> = { readonly [K in keyof S]: z.output<S[K]> };

/** Reads the parameters that `shape` names; each schema must accept `undefined`. Other parameters are ignored. */
export function readParams<S extends Shape>(search: string, shape: S): Params<Values<S>> {
  const given = new URLSearchParams(search);
  const problems: string[] = [];
  const invalid: string[] = [];
  const entries = Object.entries(shape).map(([name, schema]) => {
    const text = given.get(name) ?? undefined;
    const read = schema.safeParse(text);
    if (read.success) return [name, read.data] as const;
    invalid.push(name);
    problems.push(`${name}=${text ?? ''}: ${read.error.issues[0]?.message ?? 'invalid'}`);
    return [name, schema.parse(undefined)] as const;
  });
  // The schema of the same name made each entry.
  return { values: Object.fromEntries(entries) as Values<S>, problems, invalid };
}
