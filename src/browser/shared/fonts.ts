// The fonts of screens and overlays. This server has all of them: board-face.css and wide-face.css.

/** The first one is the default. */
export const FONTS = ['sofia-sans-condensed', 'inter'] as const;
export type Font = (typeof FONTS)[number];

/** As a person reads them. */
export const FONT_NAMES: Readonly<Record<Font, string>> = {
  'sofia-sans-condensed': 'Sofia Sans Condensed',
  inter: 'Inter',
};

/** The families of the style sheets, with the one for Arabic. */
export const FAMILIES: Readonly<Record<Font, string>> = {
  'sofia-sans-condensed': `'Touchline Board', 'Touchline Board Arabic'`,
  inter: `'Touchline Wide', 'Touchline Board Arabic'`,
};

/** The files that have the Latin letters of a font, of all files that a page may need at once. */
export const latinFilesOf = (font: Font, files: readonly string[]): readonly string[] =>
  files.filter((file) => file.includes(`/${font}-latin-`));
