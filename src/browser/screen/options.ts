// The settings in a screen's address, and the texts for them.
import { LANGUAGES } from '../shared/language.ts';
import { wordsOf } from '../shared/languages.ts';
import {
  choiceParam,
  colorParam,
  isHttps,
  languageParam,
  listParam,
  numberParam,
  readParams,
} from '../shared/params.ts';

export const THEMES = ['dark', 'light', 'high-contrast'] as const;
/** Whether a page shows what the director brings on air. */
export const DIRECTOR = ['on', 'off'] as const;
/** Streams run seconds late, not minutes. */
export const DELAY_MAX_S = 120;
export const SPONSORS_MAX = 20;

const shape = {
  theme: choiceParam(THEMES, 'dark'),
  lang: languageParam(LANGUAGES, 'en'),
  /** Seconds. */
  delay: numberParam(0, DELAY_MAX_S, 0),
  home_color: colorParam(),
  away_color: colorParam(),
  director: choiceParam(DIRECTOR, 'on'),
  /** Addresses of images shown in breaks. */
  sponsors: listParam(),
} as const;

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/** Reads the settings. `search` is the address from its `?` on. */
export function readSettings(search: string) {
  const { values, problems, invalid } = readParams(search, shape);
  const { theme, lang, director } = values;
  // A bad address drops itself only.
  const secure = values.sponsors.filter(isHttps);
  const insecure = values.sponsors.filter((address) => !isHttps(address));
  return {
    ...{ theme, lang, director },
    sponsors: secure.slice(0, SPONSORS_MAX),
    problems: [
      ...problems,
      ...insecure.map((address) => `sponsors=${address}: an address that begins with https://`),
      ...(secure.length > SPONSORS_MAX ? [`sponsors: the first ${SPONSORS_MAX} addresses of ${secure.length}`] : []),
    ],
    invalid: insecure.length > 0 || secure.length > SPONSORS_MAX ? [...invalid, 'sponsors'] : invalid,
    words: wordsOf(lang),
    delayMs: values.delay * 1_000,
    /** Colours from the address; undefined means the match's own colour. */
    colors: { home: values.home_color, away: values.away_color },
  };
}
