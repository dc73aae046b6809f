// Themes: looks that a club or a tournament has saved. An address names one (`theme=sunday`), and the server writes its
// settings into the page. A crest is named too, by a key (`crest=team-81`), and the server writes the address that it has for it.
import * as z from 'zod/mini';

/** Parameters of an address, by name. */
export type ThemeSettings = Readonly<Record<string, string>>;
export type Theme = { readonly name: string; readonly settings: ThemeSettings };

/** Characters of a name. */
export const THEME_NAME_MAX = 32;
export const THEME_NAME = /^[a-z0-9-]{1,32}$/;

/** The parameters that a theme sets for a page. The colours of the sides, the font and the crest are the same for both kinds. */
export const THEME_PARAMS = {
  screen: ['theme', 'font', 'crest', 'home_color', 'away_color'],
  overlay: [
    'style',
    'names',
    'font',
    'crest',
    'home_color',
    'away_color',
    'accent',
    'panel',
    'animation',
    'position',
    'scale',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * The query of an address with the settings of its theme. The parameters of the address win. Without settings the query stays
 * as it is, and its parser reports an unknown name.
 */
export function withTheme(kind: keyof typeof THEME_PARAMS, search: string, settings: ThemeSettings | null): string {
  if (settings === null) return search;
  const query = new URLSearchParams(search);
  query.delete('theme');
  for (const name of THEME_PARAMS[kind]) {
    const value = settings[name];
    if (value !== undefined && !query.has(name)) query.set(name, value);
  }
  return query.toString();
}

/** A crest that a club or a tournament has for one of its themes. */
export type Crest = {
  /** `club-1`, `team-81` */
  readonly key: string;
  /** Of the club or the team. */
  readonly name: string;
};
export const CREST_KEY = /^(?:club|team)-\d{1,15}$/;
/** In an address: no crest, although the theme has one. */
const NO_CREST = 'none';
const UNKNOWN_CREST = 'a crest of this club or tournament';

/** The key of a crest; undefined when absent. */
export const crestParam = () =>
  z.optional(z.string().check(z.refine((text) => text === NO_CREST || CREST_KEY.test(text), UNKNOWN_CREST)));

/** A problem where the address or its theme names a crest that the server does not have: `picture` is null. */
export const crestProblems = (key: string | undefined, picture: string | null): readonly string[] =>
  key === undefined || key === NO_CREST || picture !== null ? [] : [`crest=${key}: ${UNKNOWN_CREST}`];

/** What the server wrote into the page. */
export type Look = {
  /** Null where the address names no theme, or an unknown one. */
  readonly settings: ThemeSettings | null;
  /** The address of the crest's picture; null without a crest. */
  readonly crest: string | null;
};

export const NO_LOOK: Look = { settings: null, crest: null };

/** Reads what the server wrote into the element that the page draws into. */
export function lookIn({ dataset: { settings, crest } }: HTMLElement): Look {
  return {
    // Our own server made it: src/web/layout/channel-document.ts.
    settings: settings === undefined ? null : (JSON.parse(settings) as ThemeSettings),
    crest: crest ?? null,
  };
}
