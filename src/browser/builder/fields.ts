// The fields of the form that builds addresses, as data. The page draws them; the server and the script build the
// address from them.
import { DEFAULT_WIDGETS, DELAY_MAX, POSITIONS, readOverlay, WIDGETS } from '../overlay/options.ts';
import { languages, LANGUAGES } from '../shared/languages.ts';
import { DELAY_MAX_S, readSettings, THEMES } from '../screen/options.ts';

export type BuildKind = 'screen' | 'overlay';

type Choice = readonly [value: string, words: string];
export type BuildField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
} & (
  | { readonly kind: 'text' | 'color' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number }
  /** The first choice is the default without the parameter. */
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'flag' }
  /** Several choices, joined by commas. */
  | { readonly kind: 'many'; readonly choices: readonly Choice[]; readonly chosen: readonly string[] }
);

const text = (name: string, label: string, hint?: string): BuildField => ({ kind: 'text', name, label, hint });
const color = (name: string, label: string, hint?: string): BuildField => ({ kind: 'color', name, label, hint });
const flag = (name: string, label: string): BuildField => ({ kind: 'flag', name, label });
const choice = (name: string, label: string, choices: Readonly<Record<string, string>>): BuildField => ({
  ...{ kind: 'choice', name, label, choices: Object.entries(choices) },
});
type Range = { readonly min: number; readonly max: number; readonly step: number };
const number = (name: string, label: string, range: Range, hint: string): BuildField => ({
  ...{ kind: 'number', name, label, ...range, hint },
});

const delayHint = 'Match your stream’s delay. A goal cancelled within it is never shown.';
const language = choice(
  'lang',
  'Language',
  Object.fromEntries(LANGUAGES.map((code) => [code, languages[code].language])),
);
const colors: readonly BuildField[] = [
  color('home_color', 'Colour of the home side', 'For example ff8800. Empty: the colour of the match.'),
  color('away_color', 'Colour of the away side'),
];
/** `top-left` → `top left`. */
const spaced = (value: string): Choice => [value, value.replace('-', ' ')];

const screenFields: readonly BuildField[] = [
  choice('theme', 'Theme', Object.fromEntries(THEMES.map((theme) => [theme, theme]))),
  language,
  ...colors,
  number('delay', 'Delay in seconds', { min: 0, max: DELAY_MAX_S, step: 0.5 }, delayHint),
  text('sponsors', 'Sponsor images', 'Addresses that begin with https://, separated by commas. Shown in breaks.'),
];

const overlayFields: readonly BuildField[] = [
  { kind: 'many', name: 'widgets', label: 'Widgets', choices: WIDGETS.map(spaced), chosen: DEFAULT_WIDGETS },
  choice('position', 'Position of the first widget', { '': 'default', ...Object.fromEntries(POSITIONS.map(spaced)) }),
  number('scale', 'Scale', { min: 0.25, max: 4, step: 0.05 }, 'Default: 1.'),
  number('delay', 'Delay in seconds', { min: 0, max: DELAY_MAX, step: 0.5 }, delayHint),
  ...colors,
  color('accent', 'Accent colour'),
  color('panel', 'Colour of the panels'),
  text('home_name', 'Name of the home side', 'Empty: the name in the match.'),
  text('away_name', 'Name of the away side'),
  choice('names', 'Names in the scorebug', { auto: 'short if a name is long', short: 'three letters', full: 'full' }),
  choice('team', 'Line-up of', { both: 'both sides', home: 'the home side', away: 'the away side' }),
  text('group', 'Group of the table', 'Empty: all groups of the tournament.'),
  text('match', 'Pairing of a club game', 'For example 100_1. Empty: the current pairing.'),
  number('hold', 'Seconds that a banner is shown', { min: 2, max: 60, step: 1 }, 'Default: 8.'),
  choice('animation', 'Animation', { on: 'on', off: 'off' }),
  language,
  flag('hide_clock', 'Hide the clock'),
  flag('monitor', 'Show the connection monitor (not for broadcast)'),
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
  if (field.kind === 'choice') return values[0] === field.choices[0]?.[0];
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
