// The settings in a screen's address, and the texts for them.
import { readPictures } from '../shared/address-pictures.ts';
import { FONTS } from '../shared/fonts.ts';
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
import { crestParam } from '../shared/theme.ts';

export const THEMES = ['dark', 'light', 'high-contrast'] as const;
/** Whether a page shows what the director brings on air. */
export const DIRECTOR = ['on', 'off'] as const;
/** Streams run seconds late, not minutes. */
export const DELAY_MAX_S = 120;

const shape = {
  /** `withTheme` puts the settings of a saved theme in place of its name, so any other name is unknown. */
  theme: choiceParam(THEMES, 'dark'),
  lang: languageParam(),
  font: choiceParam(FONTS, FONTS[0]),
  /** The crest of a club or a team beside the heading, by its key. */
  crest: crestParam(),
  /** Seconds. */
  delay: numberParam(0, DELAY_MAX_S, 0),
  home_color: colorParam(),
  away_color: colorParam(),
  director: choiceParam(DIRECTOR, 'on'),
  /** Addresses of images shown in breaks. */
  sponsors: listParam(),
  /** Whether these images also stand in a band at the foot, during the match too. */
  band: flagParam(),
} as const;

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/**
 * Reads the settings. `search` is the address from its `?` on. `crest`: the address of the picture that the server has for the
 * crest; null for none.
 */
export function readSettings(search: string, crest: string | null = null) {
  const { values, problems, invalid } = readParams(search, shape);
  const { theme, lang, font, director, band } = values;
  const pictures = readPictures(values, crest);
  return {
    theme,
    lang,
    font,
    director,
    band,
    crest: pictures.crest,
    sponsors: pictures.sponsors,
    problems: [...problems, ...pictures.problems],
    invalid: [...invalid, ...pictures.invalid],
    words: wordsOf(lang),
    delayMs: values.delay * 1_000,
    /** Colours from the address; undefined means the match's own colour. */
    colors: { home: values.home_color, away: values.away_color },
  };
}
