// The languages of the pages.
import { de } from './lang/de.ts';
import { en } from './lang/en.ts';
import { es } from './lang/es.ts';
import { fr } from './lang/fr.ts';
import { pt } from './lang/pt.ts';
import type { Words } from './words.ts';

export const languages = { en, pt, es, fr, de } as const satisfies Readonly<Record<string, Words>>;
export type Language = keyof typeof languages;
export const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de'] as const satisfies readonly Language[];

/** The words of a language; English when the language is not supported. */
export function wordsOf(language: string): Words {
  const code = language.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(languages, code) ? languages[code as Language] : en;
}
