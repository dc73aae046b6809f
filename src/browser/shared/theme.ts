// Themes: looks that a club or a tournament has saved. An address names one (`theme=sunday`), and the server writes its
// settings into the page.

/** Parameters of an address, by name. */
export type ThemeSettings = Readonly<Record<string, string>>;
export type Theme = { readonly name: string; readonly settings: ThemeSettings };

/** Characters of a name. */
export const THEME_NAME_MAX = 32;
export const THEME_NAME = /^[a-z0-9-]{1,32}$/;

/** The parameters that a theme sets for a page. The colours of the sides are the same for both kinds. */
export const THEME_PARAMS = {
  screen: ['theme', 'home_color', 'away_color'],
  overlay: [
    ...['style', 'names', 'home_color', 'away_color', 'accent', 'panel'],
    ...['animation', 'position', 'scale'],
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

/** The settings that the server wrote into the page; null where the address names no theme, or an unknown one. */
export function settingsIn({ dataset: { settings } }: HTMLElement): ThemeSettings | null {
  // Our own server made it: src/web/layout/channel-document.ts.
  return settings === undefined ? null : (JSON.parse(settings) as ThemeSettings);
}
