// Names in lists for people: `Élan` stands beside `Elan`, not after `Zeta`, in the order of the page's language. Lists of REST keep the
// order of their query, which is the same everywhere.
import { type Language, localeOf } from '../../browser/shared/language.ts';

type Named = { readonly name: string };

/** Making a collator takes as long as using it many times. */
const collators = new Map<Language, Intl.Collator>();

/** Compares by name. Of equal names the order stays. */
export function byNameIn(language: Language): (a: Named, b: Named) => number {
  const known = collators.get(language) ?? new Intl.Collator(localeOf(language));
  collators.set(language, known);
  return (a, b) => known.compare(a.name, b.name);
}
