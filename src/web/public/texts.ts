// The texts of the public pages that screens do not have.
import type { Language } from '../../browser/shared/language.ts';
import { ar } from './texts/ar.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { pt } from './texts/pt.ts';
import type { Texts } from './texts/texts.ts';

const texts: Readonly<Record<Language, Texts>> = { en, pt, es, fr, de, ar };

export const textsOf = (lang: Language): Texts => texts[lang];
