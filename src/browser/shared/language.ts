// The languages of screens, overlays, the console and the pages. Their texts are in lang/.

import { LANGUAGES } from '../../../protocol/rest/languages.ts';

export { LANGUAGES };
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  pt: 'Português',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ar: 'العربية',
};

/** The cookie with the language that a visitor chose. */
export const LANGUAGE_COOKIE = 'touchline_lang';

/** The supported language of `pt` or `pt-BR`; null for any other text. */
export function readLanguage(text: string): Language | null {
  const code = text.toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language === code) ?? null;
}

/** The direction that the language is written in: the `dir` of a page. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The locale for dates and times. Scores and minutes have Latin digits in every language, and so have times. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : language);
