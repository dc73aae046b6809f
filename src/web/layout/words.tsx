// The language of the page that is being made, for every part of it.
import { type ComponentChildren, createContext, Fragment, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../browser/shared/language.ts';
import { pageLanguages } from '../../browser/shared/page-languages.ts';
import type { PageWords } from '../../browser/shared/words.ts';

export type PageLanguage = {
  readonly language: Language;
  readonly words: PageWords;
  /** The path and query of the page, to which the links to other languages lead. */
  readonly address: string;
  /** Scripts that the page runs besides its own. */
  readonly scripts: readonly string[];
  /** Scripts that change the text of the page: they run before it is painted, so that nothing moves. */
  readonly scriptsBeforePaint: readonly string[];
};

/** The language of a page at `address`, a path with its query. */
export const pageLanguage = (language: Language, address: string): PageLanguage => ({
  language,
  address,
  scripts: [],
  scriptsBeforePaint: [],
  words: pageLanguages[language],
});

const LanguageContext = createContext<PageLanguage>(pageLanguage('en', '/'));
export const usePageLanguage = (): PageLanguage => useContext(LanguageContext);
export const useWords = (): PageWords => usePageLanguage().words;

/** The page in a language. */
export const inLanguage = (language: PageLanguage, page: VNode): VNode => (
  <LanguageContext.Provider value={language}>{page}</LanguageContext.Provider>
);

/** A text with elements: `{name}` in it stands for the part of that name. */
export const Fill = ({ text, parts }: { text: string; parts: Readonly<Record<string, ComponentChildren>> }) => (
  <>
    {text.split(/\{(\w{1,20})\}/).map((piece, place) => (
      <Fragment key={place}>{place % 2 === 0 ? piece : parts[piece]}</Fragment>
    ))}
  </>
);
