// The title of a match in the language of a page. The service makes it: both names with ` vs ` between them.
import type { Language } from '../../browser/shared/language.ts';
import { placeNamesIn } from '../../browser/shared/place-languages.ts';

/** A game has a title that its staff wrote, and a name may have the word too: these stay. */
export function matchTitle({ channel, title }: { channel: string; title: string }, language: Language): string {
  const names = channel.startsWith('match:') ? title.split(' vs ') : [];
  return names.length === 2 ? names.join(` ${placeNamesIn(language).versus} `) : title;
}
