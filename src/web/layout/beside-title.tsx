// A score beside the title of a match: the home side is first in both (rule PAGE-41).
import { directionOf } from '../../browser/shared/language.ts';
import { usePageLanguage } from './words.tsx';

/** The direction of a title where `dir="auto"` decides it: by its first letter. */
const directionOfTitle = (title: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(title) ? 'rtl' : 'ltr';

export function BesideTitle({ title, score }: { readonly title: string; readonly score: string }) {
  const { language } = usePageLanguage();
  const dir = directionOfTitle(title);
  return dir === directionOf(language) ? <>{score}</> : <bdi dir={dir}>{score}</bdi>;
}
