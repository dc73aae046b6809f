// The names of places in all languages, for screens, overlays and the pages that the server makes.
import { ar } from './lang/places/ar.ts';
import { de } from './lang/places/de.ts';
import { en } from './lang/places/en.ts';
import { es } from './lang/places/es.ts';
import { fr } from './lang/places/fr.ts';
import { pt } from './lang/places/pt.ts';
import type { Language } from './language.ts';
import { openPlaceNames, type PlaceNames } from './place-names.ts';
import type { PlaceWords } from './words.ts';

export const placeLanguages: Readonly<Record<Language, PlaceWords>> = { en, pt, es, fr, de, ar };
const opened = new Map<Language, PlaceNames>();

/** The names in a language, of texts that are stored in any language. */
export function placeNamesIn(language: Language): PlaceNames {
  const known = opened.get(language);
  if (known !== undefined) return known;
  const names = openPlaceNames(placeLanguages[language], Object.values(placeLanguages));
  opened.set(language, names);
  return names;
}
