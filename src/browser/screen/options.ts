// The settings in a screen's address, and the texts for them.
import { LANGUAGES, wordsOf } from '../shared/languages.ts';
import { choiceParam, colorParam, httpsListParam, languageParam, numberParam, readParams } from '../shared/params.ts';
import type { Words } from '../shared/words.ts';

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
  sponsors: httpsListParam(SPONSORS_MAX),
} as const;

export type Settings = {
  readonly theme: (typeof THEMES)[number];
  readonly lang: (typeof LANGUAGES)[number];
  readonly words: Words;
  readonly delayMs: number;
  /** Colours from the address; undefined means the match's own colour. */
  readonly colors: { readonly home: string | undefined; readonly away: string | undefined };
  /** Addresses of images shown in breaks. */
  readonly sponsors: readonly string[];
  /** Invalid parameters. */
  readonly problems: readonly string[];
};

/** Reads the settings. `search` is the address from its `?` on. */
export function readSettings(search: string): Settings {
  const { values, problems } = readParams(search, shape);
  return {
    theme: values.theme,
    lang: values.lang,
    words: wordsOf(values.lang),
    delayMs: values.delay * 1_000,
    colors: { home: values.home_color, away: values.away_color },
    sponsors: values.sponsors,
    problems,
  };
}
