// The settings in a screen's address, and the texts for them.
import { LANGUAGES } from '../shared/language.ts';
import { wordsOf } from '../shared/languages.ts';
import {
  choiceParam,
  colorParam,
  flagParam,
  languageParam,
  listParam,
  numberParam,
  readParams,
} from '../shared/params.ts';
import { readSponsors } from '../shared/sponsors.ts';

export const THEMES = ['dark', 'light', 'high-contrast'] as const;
/** Whether a page shows what the director brings on air. */
export const DIRECTOR = ['on', 'off'] as const;
/** Streams run seconds late, not minutes. */
export const DELAY_MAX_S = 120;

const shape = {
  /** `withTheme` puts the settings of a saved theme in place of its name, so any other name is unknown. */
  theme: choiceParam(THEMES, 'dark'),
  lang: languageParam(LANGUAGES, 'en'),
  /** Seconds. */
  delay: numberParam(0, DELAY_MAX_S, 0),
  home_color: colorParam(),
  away_color: colorParam(),
  director: choiceParam(DIRECTOR, 'on'),
  /** Addresses of images shown in breaks. */
  sponsors: listParam(),
  /** Whether these images also stand in a band at the foot, during the match too. */
  band: flagParam(false),
} as const;

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/** Reads the settings. `search` is the address from its `?` on. */
export function readSettings(search: string) {
  const { values, problems, invalid } = readParams(search, shape);
  const { theme, lang, director, band } = values;
  const images = readSponsors(values.sponsors);
  return {
    ...{ theme, lang, director, band },
    sponsors: images.sponsors,
    problems: [...problems, ...images.problems],
    invalid: images.problems.length === 0 ? invalid : [...invalid, 'sponsors'],
    words: wordsOf(lang),
    delayMs: values.delay * 1_000,
    /** Colours from the address; undefined means the match's own colour. */
    colors: { home: values.home_color, away: values.away_color },
  };
}
