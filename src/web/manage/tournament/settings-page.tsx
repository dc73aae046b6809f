// `/manage/tournaments/{slug}/settings`: name, length of the matches, time zone, and what separates level teams.
import { z } from 'zod';
import { TIE_BREAKS } from '../../../../protocol/data-file/fields.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Problem } from '../../../ops/problem.ts';
import { Button, Choice, Field, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { TIME_ZONES } from '../local-time.ts';
import { type Fault, faultAt, otherFaults, type Shown, shownFields, shownIn } from '../save-row.ts';
import type { Staff } from '../staff.ts';
import { type Difference, StaleNotice } from '../stale-notice.tsx';
import { differencesOf, type Values, valuesIn, wholeNumber } from './form-values.ts';
import {
  admitTo,
  noticeIn,
  orFaults,
  targetOf,
  type TournamentPagesDeps,
  type TournamentStaff,
} from './tournament-pages.ts';

const TIES = ['tie1', 'tie2', 'tie3', 'tie4', 'tie5', 'tie6'] as const;
const FIELDS = ['name', 'start_date', 'location', 'halves', 'half_minutes', 'timezone', ...TIES] as const;
type SettingsValues = Values<(typeof FIELDS)[number]>;
const PLACES = ['name', 'start_date', 'location', 'match_format', 'timezone', 'tie_breaks'];

export const settingsRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_tournament_settings',
    path: '/manage/tournaments/{slug}/settings',
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      const { file, etag } = await deps.fixtures.settings(tournament.staff.resource.id);
      const shown = { etag, values: valuesOf(file), faults: [], newer: null };
      return visit.html(200, <SettingsPage {...tournament} {...shown} />);
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const { staff } = tournament;
      const values = valuesIn(form, FIELDS);
      const shown = shownIn(form);
      const done = await orFaults(visit.words, async () => {
        const faults = faultsIn(values, visit.words.tournament.faults);
        return faults.length > 0 ? { faults } : save(deps, staff, values, shown);
      });
      if (done === 'saved') return seeOther(`${staff.address}/settings?done=saved`);
      const stored = await deps.fixtures.settings(staff.resource.id);
      const refused =
        'faults' in done
          ? { etag: shown.etag, faults: done.faults, newer: null }
          : { etag: stored.etag, faults: [], newer: { by: done.by, values: valuesOf(stored.file) } };
      return visit.html(422, <SettingsPage {...tournament} {...refused} values={values} />);
    },
  });

/** `by`: the user who changed the settings since they were shown, if known. Throws Problem 404, 422, 429 or 503. */
async function save(
  deps: TournamentPagesDeps,
  staff: Staff,
  values: SettingsValues,
  shown: Shown,
): Promise<'saved' | { readonly by: string | null }> {
  deps.managed.countChange({ kind: 'match', ...targetOf(staff) });
  try {
    await deps.fixtures.change(targetOf(staff), fieldsOf(values), shown.etag);
    return 'saved';
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 412) throw error;
    const [by = null, another] = await deps.integrations.findChangers(staff.resource, 'tournament', shown.at);
    return { by: another === undefined ? by : null };
  }
}

const matchFormat = z.record(z.string(), z.unknown());

function valuesOf(file: Readonly<Record<string, unknown>>): SettingsValues {
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const format = matchFormat.safeParse(file['match_format']).data ?? {};
  const ties: readonly unknown[] = Array.isArray(file['tie_breaks']) ? file['tie_breaks'] : [];
  return {
    ...{
      name: text(file['name']),
      start_date: text(file['start_date']).slice(0, 10),
      location: text(file['location']),
    },
    ...{ halves: text(format['halves']), half_minutes: text(format['half_minutes']), timezone: text(file['timezone']) },
    ...(Object.fromEntries(TIES.map((name, index) => [name, text(ties[index])])) as Values<(typeof TIES)[number]>),
  };
}

type FaultWords = { readonly name: string; readonly minutes: string; readonly zone: string };

function faultsIn({ name, half_minutes: minutes, timezone }: SettingsValues, words: FaultWords): Fault[] {
  const length = wholeNumber(minutes);
  return [
    ...(name === '' ? [{ path: 'name', message: words.name }] : []),
    ...(length === null || length < 1 || length > 600 ? [{ path: 'match_format', message: words.minutes }] : []),
    ...(TIME_ZONES.includes(timezone) ? [] : [{ path: 'timezone', message: words.zone }]),
  ];
}

const fieldsOf = (values: SettingsValues) => ({
  ...{ name: values.name, start_date: values.start_date || null, location: values.location || null },
  timezone: values.timezone,
  match_format: { halves: values.halves === '1' ? 1 : 2, half_minutes: Number(values.half_minutes) },
  tie_breaks: [...new Set(TIES.flatMap((name) => TIE_BREAKS.find((known) => known === values[name]) ?? []))],
});

type Props = TournamentStaff & {
  readonly values: SettingsValues;
  /** Of the version that the form shows or replaces. */
  readonly etag: string;
  readonly faults: readonly Fault[];
  /** Another change came first. */
  readonly newer: { readonly by: string | null; readonly values: SettingsValues } | null;
};

type TournamentWords = ReturnType<typeof useWords>['tournament'];

/** What differs between the stored settings and the form. */
function differences(words: TournamentWords, stored: SettingsValues, typed: SettingsValues): readonly Difference[] {
  const ties = TIES.map((name, index) => [name, words.criterion(index + 1)]);
  const labels = {
    ...{ name: words.name, start_date: words.startDate, location: words.location, halves: words.halves },
    ...{ half_minutes: words.halfMinutes, timezone: words.zone },
    ...(Object.fromEntries(ties) as Values<(typeof TIES)[number]>),
  };
  const tieText = (value: string): string => {
    const tie = TIE_BREAKS.find((known) => known === value);
    return tie === undefined ? '' : words.ties[tie];
  };
  const texts = (values: SettingsValues): SettingsValues => ({
    ...values,
    ...(Object.fromEntries(TIES.map((name) => [name, tieText(values[name])])) as Values<(typeof TIES)[number]>),
  });
  return differencesOf(labels, texts(stored), texts(typed));
}

function SettingsPage({ staff, values, etag, faults, newer }: Props) {
  const { tournament: words } = useWords();
  const address = `${staff.address}/settings`;
  const zones = TIME_ZONES.includes(values.timezone) ? TIME_ZONES : [values.timezone, ...TIME_ZONES];
  const field = (
    name: 'name' | 'start_date' | 'location' | 'half_minutes',
    label: string,
    path: string,
    input: object,
  ) => (
    <Field
      name={name}
      label={label}
      problem={faultAt(faults, path)}
      input={{ value: values[name], autocomplete: 'off', ...input }}
    />
  );
  return (
    <ManagePage staff={staff} section="settings" title={words.settings} notice={noticeIn(staff.visit)}>
      {faults.length > 0 && <FaultNotice faults={otherFaults(faults, PLACES)} />}
      {newer !== null && (
        <StaleNotice by={newer.by} differences={differences(words, newer.values, values)} address={address} />
      )}
      <Form action={address} csrf={staff.visit.csrf}>
        {Object.entries(shownFields({ etag })).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {field('name', words.name, 'name', { required: true, maxLength: 200 })}
        {field('start_date', words.startDate, 'start_date', { type: 'date' })}
        {field('location', words.location, 'location', { maxLength: 2_000 })}
        <fieldset>
          <legend>{words.length}</legend>
          <Choice
            name="halves"
            label={words.halves}
            choices={[
              ['1', '1'],
              ['2', '2'],
            ]}
            chosen={values.halves}
          />
          {field('half_minutes', words.halfMinutes, 'match_format', { inputMode: 'numeric', maxLength: 3 })}
        </fieldset>
        <Choice
          name="timezone"
          label={words.zone}
          choices={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
          chosen={values.timezone}
        />
        <fieldset>
          <legend>{words.tieBreaks}</legend>
          <p class="hint">{words.tieBreaksHint}</p>
          {TIES.map((name, index) => (
            <Choice
              key={name}
              name={name}
              label={words.criterion(index + 1)}
              choices={[['', words.none], ...TIE_BREAKS.map((tie): [string, string] => [tie, words.ties[tie]])]}
              chosen={values[name]}
            />
          ))}
        </fieldset>
        <Button>{words.save}</Button>
      </Form>
    </ManagePage>
  );
}
