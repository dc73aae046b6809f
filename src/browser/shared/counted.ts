// Texts that depend on a number, in the plural forms of their language.
import type { Language } from './language.ts';

/** The plural forms of each language that a page needs. Spanish, French and Portuguese have one more, for millions. */
type FormOf = {
  readonly en: 'one' | 'other';
  readonly pt: 'one' | 'other';
  readonly es: 'one' | 'other';
  readonly fr: 'one' | 'other';
  readonly de: 'one' | 'other';
  readonly ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
};

/** Makes texts of a language: `{n}` in a form stands for the number. The compiler asks for every form. */
export function countedIn<L extends Language>(language: L) {
  const rules = new Intl.PluralRules(language);
  return (forms: Readonly<Record<FormOf[L], string>>) => {
    const texts: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = forms;
    const { other } = forms as Readonly<Record<'other', string>>;
    return (count: number): string => (texts[rules.select(count)] ?? other).replace('{n}', String(count));
  };
}
