// The parameters of an overlay's address. One schema serves the page, the server (which writes the past of a delayed
// match into the page), and the form that builds addresses. An invalid parameter falls back to its default and is
// reported, because the broadcast must go on.
import * as z from 'zod/mini';
import { readPictures } from '../shared/address-pictures.ts';
import { FONTS } from '../shared/fonts.ts';
import {
  choiceParam,
  colorParam,
  flagParam,
  languageParam,
  listParam,
  numberParam,
  readParams,
  textParam,
} from '../shared/params.ts';
import { crestParam } from '../shared/theme.ts';

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
  'fixtures',
  'sponsor',
] as const;
export type Widget = (typeof WIDGETS)[number];
/** The large graphics. One is shown at a time; several take turns in the order of the address. */
export const PANEL_WIDGETS: readonly Widget[] = ['lineup', 'stats', 'standings', 'fixtures', 'countdown'];
export const DEFAULT_WIDGETS: readonly Widget[] = ['scorebug', 'goal', 'card', 'substitution', 'shootout'];

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

export const STYLES = ['bar', 'box', 'pill'] as const;

export const SCALE = { min: 0.25, max: 4 } as const;
/** Seconds that a banner stays. */
export const HOLD = { min: 2, max: 60 } as const;
/** Characters of a side's name, and of the name of a pairing or a group. */
export const NAME_MAX = 60;
export const LABEL_MAX = 40;
/** Seconds; the server keeps the states of the last five minutes. */
export const DELAY_MAX = 300;

const wordsParam = (max: number) =>
  z.optional(z.string().check(z.minLength(1, 'at least 1 character'), z.maxLength(max, `at most ${max} characters`)));

const overlayShape = {
  /** `withTheme` puts the settings of a theme in place of its name, so a name that is left is unknown. */
  theme: z.optional(z.string().check(z.refine(() => false, 'the name of a theme of this club or tournament'))),
  widgets: z._default(
    textParam((text) => text.split(',').map((name) => name.trim().toLowerCase())),
    [...DEFAULT_WIDGETS],
  ),
  /** Of the first widget. When absent, each widget has its own default position. */
  position: z.optional(z.enum(POSITIONS, `one of ${POSITIONS.join(', ')}`)),
  scale: numberParam(SCALE.min, SCALE.max, 1),
  home_color: colorParam(),
  away_color: colorParam(),
  /** The colour of highlights: added time, and bars that belong to no side. */
  accent: colorParam(),
  /** The colour behind the text. */
  panel: colorParam(),
  home_name: wordsParam(NAME_MAX),
  away_name: wordsParam(NAME_MAX),
  /** How the scorebug names the sides. `auto` shortens names that are too long. */
  names: choiceParam(['auto', 'short', 'full'], 'auto'),
  /** The form of the scorebug: one line, one row a side, or rounded plates in the colours of the shirts. */
  style: choiceParam(STYLES, 'bar'),
  font: choiceParam(FONTS, FONTS[0]),
  /** The crest of a club or a team beside the score and in the panels, by its key. */
  crest: crestParam(),
  animation: choiceParam(['on', 'off'], 'on'),
  hide_clock: flagParam(),
  /** Delay of the whole picture, in seconds. */
  delay: numberParam(0, DELAY_MAX, 0),
  /** How long a banner stays, in seconds. */
  hold: numberParam(HOLD.min, HOLD.max, 8),
  lang: languageParam(),
  /** The pairing of a club game, as `101_1`. When absent, the pairing that is being played. */
  match: wordsParam(LABEL_MAX),
  /** The group of a tournament whose table is shown. When absent, all groups. */
  group: wordsParam(LABEL_MAX),
  /** The side whose line-up is shown. */
  team: choiceParam(['both', 'home', 'away'], 'both'),
  /** Addresses of images for the sponsor bug. */
  sponsors: listParam(),
  /** Whether the page shows what the director brings on air. */
  director: choiceParam(['on', 'off'], 'on'),
  /** Shows problems: the connection, refused parameters, missing data. Not for broadcast. */
  monitor: flagParam(),
};

export type OverlayOptions = ReturnType<typeof readOverlay>['values'];

const isWidget = (name: string): name is Widget => (WIDGETS as readonly string[]).includes(name);

/**
 * Reads the query of an overlay's address; never fails. An unknown widget does not remove the other widgets. `crest`: the address
 * of the picture that the server has for the crest; null for none.
 */
export function readOverlay(search: string, crest: string | null = null) {
  const { values, problems, invalid } = readParams(search, overlayShape);
  const known = [...new Set(values.widgets.filter(isWidget))];
  const widgets: readonly Widget[] = known.length === 0 ? DEFAULT_WIDGETS : known;
  const unknown = values.widgets.filter((name) => !isWidget(name));
  const unknownProblems = unknown.map((name) => `widgets=${name}: one of ${WIDGETS.join(', ')}`);
  const pictures = readPictures(values, crest);
  return {
    values: { ...values, widgets, sponsors: pictures.sponsors, crest: pictures.crest },
    problems: [...problems, ...unknownProblems, ...pictures.problems],
    invalid: [...invalid, ...(unknown.length === 0 ? [] : ['widgets']), ...pictures.invalid],
  };
}
