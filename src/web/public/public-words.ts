import type { Language } from '../../browser/shared/language.ts';
import { wordsOf } from '../../browser/shared/languages.ts';
import type { Words } from '../../browser/shared/words.ts';
import { textsOf } from './texts.ts';
import type { Texts } from './texts/texts.ts';

/** The texts of a public page: those of the screens and its own. */
export type PublicWords = { readonly lang: Language; readonly screen: Words; readonly texts: Texts };

export const publicWords = (lang: Language): PublicWords => ({ lang, screen: wordsOf(lang), texts: textsOf(lang) });
