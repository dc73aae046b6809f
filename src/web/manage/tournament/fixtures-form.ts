// The form of `/manage/tournaments/{slug}/fixtures`: its first values, and the request that its values make.
import { type FixturesBody, fixturesBody, PITCHES_MAX } from '../../../../protocol/rest/fixtures.ts';
import type { Language } from '../../../browser/shared/language.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import { detailsOf } from '../../../http/core/json-body.ts';
import { type Values, wholeNumber } from '../form-values.ts';
import { isZone, localText, timeIn } from '../local-time.ts';
import type { Fault } from '../save-row.ts';
import type { TournamentStaff } from './tournament-pages.ts';

export const FIELDS = [
  'groups',
  'knockout',
  'best_next',
  'third_place',
  'start',
  'ends',
  'pitches',
  'match_minutes',
  'break_minutes',
  'rest_minutes',
  'replace',
] as const;
export type PlanValues = Values<(typeof FIELDS)[number]>;

const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;

/** Groups when the teams have them; the first day of the tournament, else tomorrow, at 9 o'clock. */
export function firstValues({ view, zone }: TournamentStaff): PlanValues {
  const hasGroups = view.teams.some(({ group_name: group }) => group !== null);
  const day = view.tournament.start_date?.slice(0, 10) ?? localText(zone, Date.now() + DAY_MS).slice(0, 10);
  return {
    groups: hasGroups ? '1' : '',
    knockout: hasGroups ? '2' : 'teams',
    best_next: '0',
    third_place: 'on',
    start: `${day}T09:00`,
    ends: '',
    pitches: '',
    match_minutes: '',
    break_minutes: '5',
    rest_minutes: '15',
    replace: '',
  };
}

type BodyOptions = { readonly isPreview: boolean; readonly language: Language; readonly words: PageWords };

/** The request, or the faults of the values. A plan that is only shown is in the reader's language. */
export function bodyOf(
  values: PlanValues,
  zone: string,
  { isPreview, language, words: { tournament: words } }: BodyOptions,
): FixturesBody | { readonly faults: readonly Fault[] } {
  const start = isZone(zone) ? timeIn(zone, values.start) : null;
  const pitches = values.pitches.split('\n').flatMap((pitch) => pitch.trim() || []);
  const faults: Fault[] = [];
  const minutes = (name: 'match_minutes' | 'break_minutes' | 'rest_minutes'): number | null => {
    if (values[name] === '' && name === 'match_minutes') return null;
    const found = wholeNumber(values[name]);
    const least = name === 'match_minutes' ? 1 : 0;
    if (found === null || found < least || found > DAY_MINUTES)
      faults.push({ path: `schedule.${name}`, message: words.faults.minutes(least, DAY_MINUTES) });
    return found;
  };
  const schedule = {
    start: start === null ? '' : new Date(start).toISOString(),
    pitches,
    match_minutes: minutes('match_minutes'),
    break_minutes: minutes('break_minutes') ?? 0,
    rest_minutes: minutes('rest_minutes') ?? 0,
    day_minutes: dayMinutes(values),
  };
  if (values.ends !== '' && schedule.day_minutes === null) {
    faults.push({ path: 'schedule.day_minutes', message: words.faults.ends });
  }
  if (start === null) faults.push({ path: 'schedule.start', message: words.faults.time });
  if (pitches.length === 0 || pitches.length > PITCHES_MAX) {
    faults.push({ path: 'schedule.pitches', message: words.faults.pitches(PITCHES_MAX) });
  }
  if (faults.length > 0) return { faults };
  const { data, error } = fixturesBody.safeParse({
    groups: values.groups === '' ? null : { legs: Number(values.groups) },
    knockout: knockoutOf(values),
    schedule,
    language,
    replace: values.replace === 'on',
    preview: isPreview,
  });
  return data ?? { faults: detailsOf(error.issues) };
}

function knockoutOf({ knockout, best_next: best, third_place: third }: PlanValues): object | null {
  if (knockout === '') return null;
  const isOfGroups = knockout !== 'teams';
  return {
    per_group: isOfGroups ? Number(knockout) : null,
    best_next: isOfGroups ? Number(best) : 0,
    third_place: third === 'on',
  };
}

/** From the first kick-off to `ends` on the same day. */
function dayMinutes({ start, ends }: PlanValues): number | null {
  if (!/^\d\d:\d\d$/.test(ends)) return null;
  const of = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const length = of(ends) - of(start.slice(11, 16));
  return length > 0 ? length : null;
}
