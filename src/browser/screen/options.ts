// The settings in a screen's address, and the texts for them.
import { LANGUAGES, wordsOf } from '../shared/languages.ts';
import { choiceParam, colorParam, httpsListParam, languageParam, numberParam, readParams } from '../shared/params.ts';

export const THEMES = ['dark', 'light', 'high-contrast'] as const;
/** Streams run seconds late, not minutes. */
export const DELAY_MAX_S = 120;
const SPONSORS_MAX = 20;

const shape = {
  theme: choiceParam(THEMES, 'dark'),
  lang: languageParam(LANGUAGES, 'en'),
  /** Seconds. */
  delay: numberParam(0, DELAY_MAX_S, 0),
  home_color: colorParam(),
  away_color: colorParam(),
  /** Addresses of images shown in breaks. */
  sponsors: httpsListParam(SPONSORS_MAX),
} as const;

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/** Reads the settings. `search` is the address from its `?` on. */
export function readSettings(search: string) {
  const { values, problems } = readParams(search, shape);
  const { theme, lang, sponsors } = values;
  return {
    ...{ theme, lang, sponsors, problems },
    words: wordsOf(lang),
    delayMs: values.delay * 1_000,
    /** Colours from the address; undefined means the match's own colour. */
    colors: { home: values.home_color, away: values.away_color },
  };
}
