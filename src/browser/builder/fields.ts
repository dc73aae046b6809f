// The fields of the form that builds addresses, as data. The page draws them; the server and the script build the
// address from them.
import { DELAY_MAX, POSITIONS, readOverlay, WIDGETS } from '../overlay/options.ts';
import { languages, LANGUAGES } from '../shared/languages.ts';
import { DELAY_MAX_S, readSettings, THEMES } from '../screen/options.ts';

export type BuildKind = 'screen' | 'overlay';

type Choice = readonly [value: string, words: string];
export type BuildField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
} & (
  | { readonly kind: 'text' | 'color' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number }
  /** The first choice is the default without the parameter. */
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'flag' }
  /** Several choices, joined by commas. */
  | { readonly kind: 'many'; readonly choices: readonly Choice[]; readonly chosen: readonly string[] }
);

const words = (values: readonly string[]): readonly Choice[] => values.map((value) => [value, value] as const);
const language: BuildField = {
  name: 'lang',
  label: 'Language',
  kind: 'choice',
  choices: LANGUAGES.map((code) => [code, languages[code].language] as const),
};
const colors: readonly BuildField[] = [
  {
    name: 'home_color',
    label: 'Colour of the home side',
    kind: 'color',
    hint: 'As ff8800; the match’s own when empty.',
  },
  { name: 'away_color', label: 'Colour of the away side', kind: 'color' },
];
const delay = (max: number): BuildField => ({
  name: 'delay',
  label: 'Delay in seconds',
  kind: 'number',
  ...{ min: 0, max, step: 0.5 },
  hint: 'Match your stream’s delay. A goal cancelled within it is never shown.',
});

const screenFields: readonly BuildField[] = [
  { name: 'theme', label: 'Theme', kind: 'choice', choices: words(THEMES) },
  language,
  ...colors,
  delay(DELAY_MAX_S),
  {
    name: 'sponsors',
    label: 'Images of sponsors',
    kind: 'text',
    hint: 'Addresses that begin with https://, separated by commas; shown in breaks.',
  },
];

const overlayFields: readonly BuildField[] = [
  {
    name: 'widgets',
    label: 'What is shown',
    kind: 'many',
    choices: WIDGETS.map((widget) => [widget, widget.replace('-', ' ')] as const),
    chosen: ['scorebug', 'goal', 'card', 'substitution', 'shootout'],
  },
  {
    name: 'position',
    label: 'Position of the first of them',
    kind: 'choice',
    choices: [['', 'its usual place'], ...POSITIONS.map((place) => [place, place.replace('-', ' ')] as const)],
  },
  { name: 'scale', label: 'Scale', kind: 'number', min: 0.25, max: 4, step: 0.05, hint: '1 when empty.' },
  delay(DELAY_MAX),
  ...colors,
  { name: 'accent', label: 'Accent colour', kind: 'color' },
  { name: 'panel', label: 'Colour of the panels', kind: 'color' },
  { name: 'home_name', label: 'Name of the home side', kind: 'text', hint: 'The match’s own when empty.' },
  { name: 'away_name', label: 'Name of the away side', kind: 'text' },
  {
    name: 'names',
    label: 'Names in the scorebug',
    kind: 'choice',
    choices: [
      ['auto', 'short when they are long'],
      ['short', 'three letters'],
      ['full', 'in full'],
    ],
  },
  {
    name: 'team',
    label: 'Line-up of',
    kind: 'choice',
    choices: [
      ['both', 'both sides'],
      ['home', 'the home side'],
      ['away', 'the away side'],
    ],
  },
  { name: 'group', label: 'Group of the table', kind: 'text', hint: 'All groups of a tournament when empty.' },
  { name: 'match', label: 'Pairing of a club game', kind: 'text', hint: 'As 100_1; the one being played when empty.' },
  {
    name: 'hold',
    label: 'Seconds that a banner stays',
    kind: 'number',
    min: 2,
    max: 60,
    step: 1,
    hint: '8 when empty.',
  },
  {
    name: 'animation',
    label: 'Animation',
    kind: 'choice',
    choices: [
      ['on', 'on'],
      ['off', 'off'],
    ],
  },
  language,
  { name: 'hide_clock', label: 'Without the clock', kind: 'flag' },
  { name: 'monitor', label: 'With a monitor of the connection (not for the air)', kind: 'flag' },
];

export const buildFields: Readonly<Record<BuildKind, readonly BuildField[]>> = {
  screen: screenFields,
  overlay: overlayFields,
};

/** The values of a field, by its name: none, one or several. */
export type Given = (name: string) => readonly string[];

/** The parameters for the field values. Fields at their default are omitted; the token is not included. */
export function addressQuery(kind: BuildKind, given: Given): URLSearchParams {
  const query = new URLSearchParams();
  for (const field of buildFields[kind]) {
    const values = given(field.name)
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (values.length === 0 || isUsual(field, values)) continue;
    query.set(field.name, field.kind === 'color' ? values.join('').replace('#', '') : values.join(','));
  }
  return query;
}

function isUsual(field: BuildField, values: readonly string[]): boolean {
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
