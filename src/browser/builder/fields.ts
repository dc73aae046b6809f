// The fields of the form that builds addresses, as data. The page draws them; the server and the script build the
// address from them and check it with the parser of the page itself.
import {
  DEFAULT_WIDGETS,
  DELAY_MAX,
  HOLD,
  LABEL_MAX,
  NAME_MAX,
  PANEL_WIDGETS,
  POSITIONS,
  readOverlay,
  SCALE,
  STYLES,
  type Widget,
  WIDGETS,
} from '../overlay/options.ts';
import { FONTS } from '../shared/fonts.ts';
import { LANGUAGES } from '../shared/language.ts';
import { DELAY_MAX_S, DIRECTOR, readSettings, THEMES } from '../screen/options.ts';
import { type Crest, type Theme, THEME_NAME, THEME_PARAMS, type ThemeSettings, withTheme } from '../shared/theme.ts';

export const BUILD_KINDS = ['screen', 'overlay'] as const;
export type BuildKind = (typeof BUILD_KINDS)[number];

/** The parts of the form, in their order. */
export const SECTIONS = ['what', 'look', 'position', 'timing'] as const;
type Section = (typeof SECTIONS)[number];

type FieldKind =
  | { readonly name: 'home_color' | 'away_color' | 'accent' | 'panel'; readonly kind: 'color' }
  | {
      readonly name: 'home_name' | 'away_name' | 'group' | 'match';
      readonly kind: 'text';
      /** Characters. */
      readonly max: number;
    }
  /** Addresses of images, joined by commas. */
  | { readonly name: 'sponsors'; readonly kind: 'addresses' }
  | {
      readonly name: 'delay' | 'scale' | 'hold';
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
    }
  /** One of ours or a saved one; the first choice is the default without the parameter. */
  | { readonly name: 'theme'; readonly kind: 'theme'; readonly choices: readonly string[] }
  /** None, or a stored one. */
  | { readonly name: 'crest'; readonly kind: 'crest' }
  /** The first choice is the default without the parameter. */
  | {
      readonly name: 'lang' | 'font' | 'position' | 'names' | 'style' | 'team' | 'animation' | 'director';
      readonly kind: 'choice';
      readonly choices: readonly string[];
    }
  | { readonly name: 'hide_clock' | 'monitor' | 'band'; readonly kind: 'flag' }
  /** Several choices, joined by commas. */
  | {
      readonly name: 'widgets';
      readonly kind: 'many';
      readonly choices: readonly Widget[];
      readonly chosen: readonly Widget[];
    };

/** A field by the name of its parameter; its texts are in the tables of the languages (`build`). */
export type BuildField = FieldKind & { readonly section: Section };

const inSection = (section: Section, ...fields: readonly FieldKind[]): readonly BuildField[] =>
  fields.map((field) => ({ ...field, section }));

const language: FieldKind = { name: 'lang', kind: 'choice', choices: LANGUAGES };
const director: FieldKind = { name: 'director', kind: 'choice', choices: DIRECTOR };
const fontAndCrest: readonly FieldKind[] = [
  { name: 'font', kind: 'choice', choices: FONTS },
  { name: 'crest', kind: 'crest' },
];
const colors: readonly FieldKind[] = [
  { name: 'home_color', kind: 'color' },
  { name: 'away_color', kind: 'color' },
];

export const buildFields: Readonly<Record<BuildKind, readonly BuildField[]>> = {
  screen: [
    ...inSection('what', director, { name: 'sponsors', kind: 'addresses' }, { name: 'band', kind: 'flag' }),
    ...inSection('look', { name: 'theme', kind: 'theme', choices: THEMES }, language, ...fontAndCrest, ...colors),
    ...inSection('timing', { name: 'delay', kind: 'number', min: 0, max: DELAY_MAX_S, step: 0.5 }),
  ],
  overlay: [
    ...inSection(
      'what',
      { name: 'widgets', kind: 'many', choices: WIDGETS, chosen: DEFAULT_WIDGETS },
      { name: 'team', kind: 'choice', choices: ['both', 'home', 'away'] },
      { name: 'group', kind: 'text', max: LABEL_MAX },
      { name: 'match', kind: 'text', max: LABEL_MAX },
      { name: 'sponsors', kind: 'addresses' },
      director,
      { name: 'hide_clock', kind: 'flag' },
      { name: 'monitor', kind: 'flag' },
    ),
    ...inSection(
      'look',
      { name: 'theme', kind: 'theme', choices: [''] },
      { name: 'style', kind: 'choice', choices: STYLES },
      { name: 'names', kind: 'choice', choices: ['auto', 'short', 'full'] },
      ...fontAndCrest,
      ...colors,
      { name: 'accent', kind: 'color' },
      { name: 'panel', kind: 'color' },
      { name: 'home_name', kind: 'text', max: NAME_MAX },
      { name: 'away_name', kind: 'text', max: NAME_MAX },
      language,
      { name: 'animation', kind: 'choice', choices: ['on', 'off'] },
    ),
    ...inSection(
      'position',
      { name: 'position', kind: 'choice', choices: ['', ...POSITIONS] },
      { name: 'scale', kind: 'number', ...SCALE, step: 0.05 },
    ),
    ...inSection(
      'timing',
      { name: 'delay', kind: 'number', min: 0, max: DELAY_MAX, step: 0.5 },
      { name: 'hold', kind: 'number', ...HOLD, step: 1 },
    ),
  ],
};

/** The values of a field, by its name: none, one or several. */
export type FieldValues = (name: string) => readonly string[];

/** The parameters for the field values. Fields at their default are omitted; the token is not included. */
export function addressQuery(kind: BuildKind, given: FieldValues): URLSearchParams {
  const query = new URLSearchParams();
  for (const field of buildFields[kind]) {
    const values = given(field.name)
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (values.length === 0 || isDefault(field, values)) continue;
    query.set(field.name, field.kind === 'color' ? values.join('').replace('#', '') : values.join(','));
  }
  return query;
}

function isDefault(field: BuildField, values: readonly string[]): boolean {
  if (field.kind === 'choice' || field.kind === 'theme') return values[0] === field.choices[0];
  if (field.kind === 'number') return field.min === 0 && Number(values[0]) === 0;
  return field.kind === 'many' && values.join() === field.chosen.join();
}

/** What a club or a tournament has for the looks of its pages. */
export type Looks = { readonly themes: readonly Theme[]; readonly crests: readonly Crest[] };

/**
 * What the page would ignore in a query: `problems`, one line each as the page reports them, and `invalid`, the names of the
 * fields. A crest that only the theme names is no fault of the query.
 */
export const checkedQuery = (
  kind: BuildKind,
  query: URLSearchParams,
  { themes, crests }: Looks,
): { readonly problems: readonly string[]; readonly invalid: readonly string[] } => {
  const search = withTheme(kind, query.toString(), settingsOf(query.get('theme'), themes));
  const isKnown = !query.has('crest') || crests.some(({ key }) => key === query.get('crest'));
  const picture = isKnown ? '' : null;
  return kind === 'overlay' ? readOverlay(search, picture) : readSettings(search, picture);
};

/** The settings of the theme with this name; null for an unknown one. */
export const settingsOf = (name: string | null, themes: readonly Theme[]): ThemeSettings | null =>
  themes.find((theme) => theme.name === name)?.settings ?? null;

/** The settings of a theme that looks like a page with this query, which `checkedQuery` has accepted. */
export function themeFrom(kind: BuildKind, query: URLSearchParams, themes: readonly Theme[]): ThemeSettings {
  const whole = new URLSearchParams(withTheme(kind, query.toString(), settingsOf(query.get('theme'), themes)));
  return Object.fromEntries(
    THEME_PARAMS[kind].flatMap((name) => {
      const value = whole.get(name);
      if (value === null) return [];
      return [[name, name === 'scale' ? String(Number(value)) : value] as const];
    }),
  );
}

/** Whether a person may give this name to a theme. The names of our own themes are taken. */
export const isThemeName = (name: string): boolean =>
  THEME_NAME.test(name) && !(THEMES as readonly string[]).includes(name);

/** Whether the large graphics of a query take turns. */
export const doPanelsTakeTurns = (query: URLSearchParams): boolean =>
  readOverlay(query.toString()).values.widgets.filter((widget) => PANEL_WIDGETS.includes(widget)).length > 1;

/** Path and query of a page, to append to the service's own address. */
export const pageAddress = (kind: BuildKind, channel: string, token: string, query: URLSearchParams): string =>
  `/${kind}/${channel}?${textOf(query, ['token', token])}`;

/** Path and query of the example: the page without a token, in an invented moment of the match. */
export const exampleAddress = (kind: BuildKind, channel: string, moment: string, query: URLSearchParams): string =>
  `/build/${kind}/example?${textOf(query, ['channel', channel], ['moment', moment])}`;

const textOf = (query: URLSearchParams, ...more: readonly (readonly [string, string])[]): string =>
  new URLSearchParams([...query, ...more.map(([name, value]) => [name, value])]).toString().replaceAll('%2C', ',');
