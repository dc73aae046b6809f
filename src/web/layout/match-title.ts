// The title of a match in the language of a page. The service makes it: both names with ` vs ` between them.
import type { Language } from '../../browser/shared/language.ts';
import { placeNamesIn } from '../../browser/shared/place-languages.ts';

type Titled = {
  readonly channel: string;
  readonly title: string;
  /** The name of the place of each side without a team. */
  readonly homePlace?: string | null;
  readonly awayPlace?: string | null;
};

/** A game has a title that its staff wrote, and a name may have the word too: these stay. */
export function matchTitle({ channel, title, homePlace = null, awayPlace = null }: Titled, language: Language): string {
  const { place, versus } = placeNamesIn(language);
  const after = homePlace === null ? title : place(homePlace) + title.slice(homePlace.length);
  const placed = awayPlace === null ? after : after.slice(0, after.length - awayPlace.length) + place(awayPlace);
  const names = channel.startsWith('match:') ? placed.split(' vs ') : [];
  return names.length === 2 ? names.join(` ${versus} `) : placed;
}
