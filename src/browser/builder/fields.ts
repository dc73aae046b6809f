// The fields of the form that builds addresses, as data. The page draws them; the server and the script build the
// address from them.
import {
  DEFAULT_WIDGETS,
  DELAY_MAX,
  POSITIONS,
  readOverlay,
  STYLES,
  type Widget,
  WIDGETS,
} from '../overlay/options.ts';
import { LANGUAGES } from '../shared/language.ts';
import { DELAY_MAX_S, readSettings, THEMES } from '../screen/options.ts';

export type BuildKind = 'screen' | 'overlay';

/** A field by the name of its parameter; its texts are in the tables of the languages (`build`). */
export type BuildField =
  | { readonly name: 'home_color' | 'away_color' | 'accent' | 'panel'; readonly kind: 'color' }
  | { readonly name: 'sponsors' | 'home_name' | 'away_name' | 'group' | 'match'; readonly kind: 'text' }
  | {
      readonly name: 'delay' | 'scale' | 'hold';
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
    }
  /** The first choice is the default without the parameter. */
  | {
      readonly name: 'theme' | 'lang' | 'position' | 'names' | 'style' | 'team' | 'animation';
      readonly kind: 'choice';
      readonly choices: readonly string[];
    }
  | { readonly name: 'hide_clock' | 'monitor'; readonly kind: 'flag' }
  /** Several choices, joined by commas. */
  | {
      readonly name: 'widgets';
      readonly kind: 'many';
      readonly choices: readonly Widget[];
      readonly chosen: readonly Widget[];
    };

const language: BuildField = { name: 'lang', kind: 'choice', choices: LANGUAGES };
const colors: readonly BuildField[] = [
  { name: 'home_color', kind: 'color' },
  { name: 'away_color', kind: 'color' },
];

const screenFields: readonly BuildField[] = [
  { name: 'theme', kind: 'choice', choices: THEMES },
  language,
  ...colors,
  { name: 'delay', kind: 'number', min: 0, max: DELAY_MAX_S, step: 0.5 },
  { name: 'sponsors', kind: 'text' },
];

const overlayFields: readonly BuildField[] = [
  { name: 'widgets', kind: 'many', choices: WIDGETS, chosen: DEFAULT_WIDGETS },
  { name: 'position', kind: 'choice', choices: ['', ...POSITIONS] },
  { name: 'scale', kind: 'number', min: 0.25, max: 4, step: 0.05 },
  { name: 'delay', kind: 'number', min: 0, max: DELAY_MAX, step: 0.5 },
  ...colors,
  { name: 'accent', kind: 'color' },
  { name: 'panel', kind: 'color' },
  { name: 'home_name', kind: 'text' },
  { name: 'away_name', kind: 'text' },
  { name: 'names', kind: 'choice', choices: ['auto', 'short', 'full'] },
  { name: 'style', kind: 'choice', choices: STYLES },
  { name: 'team', kind: 'choice', choices: ['both', 'home', 'away'] },
  { name: 'group', kind: 'text' },
  { name: 'match', kind: 'text' },
  { name: 'hold', kind: 'number', min: 2, max: 60, step: 1 },
  { name: 'animation', kind: 'choice', choices: ['on', 'off'] },
  language,
  { name: 'hide_clock', kind: 'flag' },
  { name: 'monitor', kind: 'flag' },
];

export const buildFields: Readonly<Record<BuildKind, readonly BuildField[]>> = {
  screen: screenFields,
  overlay: overlayFields,
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
  if (field.kind === 'choice') return values[0] === field.choices[0];
  if (field.kind === 'number') return field.min === 0 && Number(values[0]) === 0;
  return field.kind === 'many' && values.join() === field.chosen.join();
}

/** The problems that the page would report for a query, one line each. */
export const queryProblems = (kind: BuildKind, query: URLSearchParams): readonly string[] =>
  kind === 'overlay' ? readOverlay(query.toString()).problems : readSettings(query.toString()).problems;

/** Path and query of a page, to append to the service's own address. */
export function pageAddress(kind: BuildKind, channel: string, token: string, query: URLSearchParams): string {
  const all = new URLSearchParams([...query, ['token', token]]);
  return `/${kind}/${channel}?${all.toString().replaceAll('%2C', ',')}`;
}
