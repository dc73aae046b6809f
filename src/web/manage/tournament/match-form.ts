// The form of a tournament match: its fields as texts, from a stored row and back to the fields of the data file.
import { z } from 'zod';
import type { Side } from '../../../../protocol/wire/board.ts';
import { placeSchema } from '../../../../protocol/data-file/place.ts';
import { pageLanguages } from '../../../browser/shared/page-languages.ts';
import { placeNamesIn } from '../../../browser/shared/place-languages.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import type { Fields, Row } from '../../../http/api/manage.ts';
import type { TournamentView } from '../../../resources/tournament-lists.ts';
import { isZone, localText, timeIn } from '../local-time.ts';
import type { Fault } from '../save-row.ts';
import { type Values, wholeNumber } from '../form-values.ts';
import { labelOf, placeText } from './tournament-pages.ts';

export const MATCH_FIELDS = [
  'home',
  'away',
  'at',
  'pitch',
  'group',
  'round_label',
  'status',
  'home_score',
  'away_score',
  'home_penalties',
  'away_penalties',
  'notes',
  'clubs',
] as const;
export type MatchValues = Values<(typeof MATCH_FIELDS)[number]>;

/** The statuses that staff set; `completed` with a score is a result without markers. */
export const STATUSES = ['scheduled', 'postponed', 'cancelled', 'abandoned', 'awarded', 'completed'] as const;

const GOALS_MAX = 999;

const goals = z.number().nullish();
const stored = z.looseObject({
  scheduled_at: z.string().nullish(),
  pitch: z.string().nullish(),
  notes: z.string().nullish(),
  status: z.string().nullish(),
  group_name: z.string().nullish(),
  knockout_round_label: z.string().nullish(),
  home_team_id: z.number().nullish(),
  away_team_id: z.number().nullish(),
  home_from: placeSchema.nullish(),
  away_from: placeSchema.nullish(),
  authorized_clubs: z.array(z.string()).nullish(),
  score: z.object({ home: goals, away: goals, home_penalties: goals, away_penalties: goals }).nullish(),
});

/** Throws TypeError for a row of another kind. */
export function valuesOfMatch({ file }: Pick<Row, 'file'>, zone: string, words: PageWords): MatchValues {
  const { round: roundIn } = placeNamesIn(words.tournament.language);
  const { data, error } = stored.safeParse(file);
  if (data === undefined) throw new TypeError(`The stored match cannot be shown: ${error.message}`);
  const number = (value: number | null | undefined): string => (typeof value === 'number' ? String(value) : '');
  const side = (name: Side): string => {
    const [from, team] = [data[`${name}_from`], data[`${name}_team_id`]];
    if (from) return JSON.stringify(from);
    return typeof team === 'number' ? String(team) : '';
  };
  return {
    home: side('home'),
    away: side('away'),
    at: data.scheduled_at ? localText(zone, Date.parse(data.scheduled_at)) : '',
    pitch: data.pitch ?? '',
    group: data.group_name ?? '',
    round_label: roundIn(data.knockout_round_label ?? ''),
    status: data.status ?? 'scheduled',
    notes: data.notes ?? '',
    home_score: number(data.score?.home),
    away_score: number(data.score?.away),
    home_penalties: number(data.score?.home_penalties),
    away_penalties: number(data.score?.away_penalties),
    clubs: (data.authorized_clubs ?? []).join(' '),
  };
}

export const NEW_MATCH: MatchValues = {
  home: '',
  away: '',
  at: '',
  pitch: '',
  group: '',
  round_label: '',
  status: 'scheduled',
  home_score: '',
  away_score: '',
  home_penalties: '',
  away_penalties: '',
  notes: '',
  clubs: '',
};

type SideChoice = readonly [value: string, text: string];

/** What a side may be: nothing yet, a team, a place in a group, or the winner or loser of another match. */
export function sideChoices(view: TournamentView, matchId: number | null, words: PageWords): readonly SideChoice[] {
  const groups = [...new Set(view.teams.flatMap(({ group_name: group }) => group ?? []))];
  const places = groups.flatMap((group) =>
    view.teams.filter((team) => team.group_name === group).map((_, index) => ({ group, place: index + 1 })),
  );
  const sizes = groups.map((group) => view.teams.filter((team) => team.group_name === group).length);
  const best = Array.from({ length: groups.length > 1 ? Math.min(...sizes) : 0 }, (_, index) =>
    groups.map((_group, rank) => ({ best_of_place: index + 1, rank: rank + 1 })),
  ).flat();
  const others = view.matches.filter(
    ({ match, details }) => match.fixture.id !== matchId && details.stage.group_name === null,
  );
  const results = others.flatMap(({ match: { fixture } }) => [{ winner_of: fixture.id }, { loser_of: fixture.id }]);
  return [
    ['', words.tournament.open],
    ...view.teams.map(({ id, name }): SideChoice => [String(id), name]),
    ...[...places, ...best, ...results].map((place): SideChoice => [
      JSON.stringify(place),
      placeText(place, view, words),
    ]),
  ];
}

/** The label of the match in a list; '' for a new one. */
export function labelOfId(view: TournamentView, id: number, words: PageWords): string {
  const match = view.matches.find((one) => one.match.fixture.id === id);
  return match === undefined ? '' : labelOf(match, view, words);
}

type FieldsOptions = {
  readonly zone: string;
  readonly view: TournamentView;
  readonly words: PageWords;
  /** The form before it was changed: a time that was not touched stays, with its seconds. */
  readonly before: MatchValues | null;
};

/** The fields of the data file, or what is wrong with the form. */
export function fieldsOfMatch(
  values: MatchValues,
  options: FieldsOptions,
): Fields | { readonly faults: readonly Fault[] } {
  const { zone, before, words } = options;
  const { faults: texts } = words.tournament;
  const faults: Fault[] = [];
  const at = values.at === '' || !isZone(zone) ? null : timeIn(zone, values.at);
  if (values.at !== '' && at === null) faults.push({ path: 'scheduled_at', message: texts.time });
  const goalsIn = (name: keyof MatchValues, path: string): number | null => {
    const number = wholeNumber(values[name]);
    if (values[name] !== '' && (number === null || number > GOALS_MAX)) {
      faults.push({ path: `score.${path}`, message: texts.goals(GOALS_MAX) });
    }
    return number;
  };
  const score = {
    home: goalsIn('home_score', 'home'),
    away: goalsIn('away_score', 'away'),
    home_penalties: goalsIn('home_penalties', 'home_penalties'),
    away_penalties: goalsIn('away_penalties', 'away_penalties'),
  };
  const decides = values.status === 'awarded' || values.status === 'completed';
  if (decides && (score.home === null || score.away === null)) {
    faults.push({ path: 'score.home', message: texts.score });
  }
  if ((values.status === 'awarded' || values.status === 'abandoned') && values.notes === '') {
    faults.push({ path: 'notes', message: texts.reason });
  }
  if (faults.length > 0) return { faults };
  const isEmpty = Object.values(score).every((goals) => goals === null);
  return {
    ...sideFields('home', values, options),
    ...sideFields('away', values, options),
    ...(before !== null && before.at === values.at
      ? {}
      : { scheduled_at: at === null ? null : new Date(at).toISOString() }),
    pitch: values.pitch || null,
    notes: values.notes || null,
    status: values.status,
    group_name: values.group || null,
    ...(before?.round_label === values.round_label ? {} : { knockout_round_label: values.round_label || null }),
    stage: values.group === '' ? 'knockout' : 'group',
    score: isEmpty ? null : score,
    authorized_clubs: values.clubs.split(/[\s,]+/).filter((slug) => slug !== ''),
  };
}

function sideFields(side: Side, values: MatchValues, { view, before }: FieldsOptions): Fields {
  const chosen = values[side];
  if (before !== null && before[side] === chosen) return {};
  if (/^\d+$/.test(chosen)) return { [`${side}_team_id`]: Number(chosen), [`${side}_from`]: null };
  const place = chosen === '' ? null : placeIn(chosen);
  if (place === null) return { [`${side}_team_id`]: null, [`${side}_from`]: null };
  // Stored in English: each reader's page says it in the reader's language.
  return { [`${side}_from`]: place, [`${side}_placeholder`]: placeText(place, view, pageLanguages.en) };
}

/** Null for a text that is no place. */
function placeIn(text: string) {
  try {
    return placeSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
