// Texts of another direction than the text around them, where no element can isolate them (rule PAGE-41).
import { directionOf, type Language } from '../../browser/shared/language.ts';

const hasArabic = (text: string): boolean => /[\u0590-\u08ff]/u.test(text);
const isolate = (text: string): string => `\u2068${text}\u2069`;

/** A name in Arabic letters would change places with the score beside it, and with the name before that. */
export const isolated = (name: string, after = ''): string => (hasArabic(name + after) ? isolate(name) : name);

/** The title of a window: what the page is about comes first, at the side where its language begins. */
export const windowTitle = (title: string, language: Language): string =>
  `${directionOf(language) === 'rtl' ? isolate(title) : isolated(title)} · Touchline`;
