// The texts of screens and overlays in all languages.
import { ar } from './lang/ar.ts';
import { de } from './lang/de.ts';
import { en } from './lang/en.ts';
import { es } from './lang/es.ts';
import { fr } from './lang/fr.ts';
import { pt } from './lang/pt.ts';
import { type Language, readLanguage } from './language.ts';
import type { Words } from './words.ts';

export const languages: Readonly<Record<Language, Words>> = { en, pt, es, fr, de, ar };

/** The words of a language; English when the language is not supported. */
export const wordsOf = (language: string): Words => languages[readLanguage(language) ?? 'en'];
