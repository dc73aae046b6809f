// The parameters of an overlay's address: one schema for the page, for the server that puts the past of a delayed match
// into it, and for the form that makes such addresses. What is not understood falls back and is told: a broadcast goes
// on.
import * as z from 'zod/mini';
import { LANGUAGES } from '../shared/languages.ts';
import {
  choiceParam,
  colorParam,
  flagParam,
  languageParam,
  numberParam,
  type Params,
  readParams,
} from '../shared/params.ts';

export const WIDGETS = [
  'scorebug',
  'lower-third',
  'lineup',
  'goal',
  'card',
  'substitution',
  'shootout',
  'stats',
  'standings',
  'countdown',
] as const;
export type Widget = (typeof WIDGETS)[number];
const DEFAULT_WIDGETS: readonly Widget[] = ['scorebug', 'goal', 'card', 'substitution', 'shootout'];

export const POSITIONS = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type Position = (typeof POSITIONS)[number];

/** Seconds; the server holds the states of five minutes. */
export const DELAY_MAX = 300;

const wordsParam = (max: number) =>
  z.optional(z.string().check(z.minLength(1, 'some letters'), z.maxLength(max, `at most ${max} letters`)));

export const overlayShape = {
  /** What is drawn. */
  widgets: z._default(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',').map((name) => name.trim().toLowerCase())),
    ),
    [...DEFAULT_WIDGETS],
  ),
  /** Where the first widget stands; each has a place of its own otherwise. */
  position: z.optional(z.enum(POSITIONS, `one of ${POSITIONS.join(', ')}`)),
  scale: numberParam(0.25, 4, 1),
  home_color: colorParam(),
  away_color: colorParam(),
  /** Of what stands out: added time, the bar of what belongs to no side. */
  accent: colorParam(),
  /** Behind the text. */
  panel: colorParam(),
  home_name: wordsParam(60),
  away_name: wordsParam(60),
  /** How the scorebug names the sides: `auto` takes the short form of names that are too long. */
  names: choiceParam(['auto', 'short', 'full'], 'auto'),
  animation: choiceParam(['on', 'off'], 'on'),
  hide_clock: flagParam(false),
  /** Seconds by which the whole state is shown late. */
  delay: numberParam(0, DELAY_MAX, 0),
  /** Seconds that a banner stays. */
  hold: numberParam(2, 60, 8),
  lang: languageParam(LANGUAGES, 'en'),
  /** The pairing of a club game, as `101_1`; the one being played when left out. */
  match: wordsParam(40),
  /** The group of a tournament whose table is shown; all when left out. */
  group: wordsParam(40),
  /** Whose line-up is shown. */
  team: choiceParam(['both', 'home', 'away'], 'both'),
  /** Shows what is wrong: the connection, refused parameters, missing data. Not for the air. */
  monitor: flagParam(false),
};

type Values = Params<{ readonly [K in keyof typeof overlayShape]: z.output<(typeof overlayShape)[K]> }>;
export type OverlayOptions = Omit<Values['values'], 'widgets'> & { readonly widgets: readonly Widget[] };
export type OverlayParams = Params<OverlayOptions>;

const isWidget = (name: string): name is Widget => (WIDGETS as readonly string[]).includes(name);

/**
 * Reads the query of an overlay's address; never fails. One widget that nobody knows does not take the others off the
 * air.
 */
export function readOverlay(search: string): OverlayParams {
  const { values, problems } = readParams(search, overlayShape);
  const widgets = [...new Set(values.widgets.filter(isWidget))];
  const unknown = values.widgets.filter((name) => !isWidget(name));
  const told = unknown.map((name) => `widgets=${name}: one of ${WIDGETS.join(', ')}`);
  return {
    values: { ...values, widgets: widgets.length === 0 ? DEFAULT_WIDGETS : widgets },
    problems: [...problems, ...told],
  };
}
