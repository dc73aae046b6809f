// Forms as texts, as the browser sends them and as the page shows them again.
import type { Difference } from './stale-notice.tsx';

/** A form by the names of its fields. */
export type Values<Name extends string> = Readonly<Record<Name, string>>;

/** The sent values of these fields; '' for a field that is missing. */
export const valuesIn = <Name extends string>(form: URLSearchParams, names: readonly Name[]): Values<Name> =>
  Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim()])) as Values<Name>;

/** A field of a stored row. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What differs between the stored row and the form, by the labels of the fields. */
export const differencesOf = <Name extends string>(
  labels: Values<Name>,
  stored: Values<Name>,
  typed: Values<Name>,
): readonly Difference[] =>
  (Object.keys(labels) as Name[]).flatMap((name) =>
    stored[name] === typed[name] ? [] : [{ label: labels[name], stored: stored[name], typed: typed[name] }],
  );

/** A whole number from 0 to 9,999; null for any other text. */
export const wholeNumber = (text: string): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null);
