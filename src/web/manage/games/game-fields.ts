// A form of a club game as the fields of the data file, or what is wrong with it. The import checks the fields once more; these
// checks are those that a person runs into, in the visitor's language.
import { NAME_MAX, parseTime } from '../../../../protocol/rest/fields.ts';
import type { Fields } from '../../../http/api/manage.ts';
import { isZone, localText, timeIn } from '../local-time.ts';
import type { Fault } from '../save-row.ts';
import { type GameForm, hasFormTeams, type StoredGame, TEAMS_MAX, TEAMS_MIN, WEEKS_MAX } from './game-form.ts';
import { type GameFieldsOptions, playersOf } from './player-fields.ts';

export type GameFields =
  | {
      /** Without `date_time`. */
      readonly fields: Fields;
      /** ms since 1970; null keeps the stored one. */
      readonly kickOff: number | null;
      readonly weeks: number;
    }
  | { readonly faults: readonly Fault[] };

const PLACE_MAX = 2_000;
const MINUTES_MAX = 600;
const wholeNumber = /^\d{1,4}$/;
const color = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

export function gameFields(form: GameForm, options: GameFieldsOptions): GameFields {
  const { stored, words } = options;
  const faults: Fault[] = [];
  const refuse = (path: string, message: string): void => void faults.push({ path, message });
  const lineUp = stored === null || hasFormTeams(stored) ? lineUpOf(form, options, refuse) : {};
  if (form.title === '') refuse('title', words.title);
  for (const name of ['location', 'field', 'pitch'] as const)
    if (form[name].length > PLACE_MAX) refuse(name, words.tooLong(PLACE_MAX));
  if (form.title.length > NAME_MAX) refuse('title', words.tooLong(NAME_MAX));
  const halves = wholeIn(form.halves, 1, 2);
  const minutes = wholeIn(form.minutes, 1, MINUTES_MAX);
  const weeks = stored === null ? wholeIn(form.weeks, 1, WEEKS_MAX) : 1;
  if (halves === null) refuse('format.halves', words.halves);
  if (minutes === null) refuse('format.half_minutes', words.minutes(MINUTES_MAX));
  if (weeks === null) refuse('weeks', words.weeks(WEEKS_MAX));
  const kickOff = kickOffOf(form, options, refuse);
  if (faults.length > 0 || halves === null || minutes === null || weeks === null) return { faults };
  const fields = {
    title: form.title,
    timezone: form.zone,
    location: form.location || null,
    field: form.field || null,
    pitch: form.pitch || null,
    notes: form.notes || null,
    is_public: form.isPublic,
    format: { halves, half_minutes: minutes },
    ...lineUp,
  };
  return { fields, kickOff, weeks };
}

type Refuse = (path: string, message: string) => void;

function kickOffOf(
  { when, at, zone }: GameForm,
  { stored, now, words }: GameFieldsOptions,
  refuse: Refuse,
): number | null {
  if (!isZone(zone)) {
    refuse('timezone', words.zone);
    return null;
  }
  if (when === 'now') return now;
  // The field has no seconds: a time that was not touched stays as it is stored.
  if (stored !== null && zone === stored.timezone && at === localText(zone, Date.parse(stored.date_time))) return null;
  const found = timeIn(zone, at);
  const isKept = found !== null && parseTime(new Date(found).toISOString()) !== null;
  if (!isKept) refuse('date_time', words.time);
  return found;
}

/** Teams, pairings and players. */
function lineUpOf(form: GameForm, options: GameFieldsOptions, refuse: Refuse): Fields {
  const { stored, words } = options;
  const count = wholeIn(form.teamCount, TEAMS_MIN, TEAMS_MAX);
  if (count === null) {
    refuse('teams', words.teams);
    return {};
  }
  const teams = form.teams.slice(0, count).map(({ name, color: chosen }, index) => {
    if (name.length > NAME_MAX) refuse(`teams[${index}].name`, words.tooLong(NAME_MAX));
    if (!color.test(chosen)) refuse(`teams[${index}].jersey_color`, words.color);
    const before = stored?.teams.find(({ number }) => number === index + 1);
    return { ...before, number: index + 1, name: name || null, jersey_color: chosen };
  });
  const matchups = pairingsOf(form, count, stored);
  if (matchups.length === 0) refuse('matchups', words.pairings);
  return { teams, matchups, ...playersOf(form, count, options, refuse) };
}

const pairing = /^(\d{0,4}):(\d{1,4}):(\d{0,4})$/;

type Matchup = { readonly match_index: number; readonly home_team: number; readonly away_team: number | null };

/**
 * The chosen pairings of these teams. Stored ones keep their index, because markers name it. New ones get greater ones: the markers
 * of a pairing that is left out must not become theirs.
 */
function pairingsOf({ pairings }: GameForm, count: number, stored: StoredGame | null): readonly Matchup[] {
  const chosen = pairings.flatMap((text): readonly Chosen[] => {
    const [, index = '', home = '', away = ''] = pairing.exec(text) ?? [];
    const isShown = home !== '' && Number(home) <= count && Number(away) <= count;
    return isShown ? [{ index, home: Number(home), away: away === '' ? null : Number(away) }] : [];
  });
  const all = chosen.length === 0 && count === TEAMS_MIN ? [onlyPairing(stored)] : chosen;
  const known = (stored?.matchups ?? []).map(({ match_index: index }) => index);
  const sent = all.flatMap(({ index }) => (index === '' ? [] : [Number(index)]));
  let next = Math.max(-1, ...known, ...sent) + 1;
  return all.map(({ index, home, away }) => ({
    match_index: index === '' ? next++ : Number(index),
    home_team: home,
    away_team: away,
  }));
}

type Chosen = { readonly index: string; readonly home: number; readonly away: number | null };

/** The pairing of a game with two teams, for which the form shows none: the stored one, or a new one. */
function onlyPairing(stored: StoredGame | null): Chosen {
  for (const { match_index: index, home_team: home, away_team: away = null } of stored?.matchups ?? []) {
    if (away !== null && Math.max(home, away) <= TEAMS_MIN) return { index: String(index), home, away };
  }
  return { index: '', home: 1, away: 2 };
}

/** A whole number within bounds; null for any other text. */
function wholeIn(text: string, min: number, max: number): number | null {
  const number = wholeNumber.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : null;
}
