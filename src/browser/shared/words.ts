import type { en } from './lang/en.ts';

/**
 * The texts of the pages, one table per language. To add a language, add a file in lang/ and a row in languages.ts; the
 * compiler lists the texts that English has and the new language lacks.
 */
export type Words = Readonly<typeof en>;
