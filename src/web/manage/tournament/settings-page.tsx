// `/manage/tournaments/{slug}/settings`: name, length of the matches, time zone, and what separates level teams.
import { z } from 'zod';
import { PUBLIC_NAMES, TIE_BREAKS } from '../../../../protocol/data-file/fields.ts';
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Choice, Field } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { ManagePage } from '../frame.tsx';
import { TIME_ZONES } from '../local-time.ts';
import { changeSettings, type Fault, faultAt, type Saved, shownAgain, shownFields, shownIn } from '../save-row.ts';
import { differencesOf, textOf, type Values, valuesIn, wholeNumber } from '../form-values.ts';
import { StoredForm } from './stored-row.tsx';
import { admitTo, noticeIn, type TournamentPagesDeps, type TournamentStaff } from './tournament-pages.ts';

const TIES = ['tie1', 'tie2', 'tie3', 'tie4', 'tie5', 'tie6'] as const;
const FIELDS = ['name', 'start_date', 'location', 'halves', 'half_minutes', 'timezone', 'names', ...TIES] as const;
type SettingsValues = Values<(typeof FIELDS)[number]>;
const PLACES = ['name', 'start_date', 'location', 'match_format', 'timezone', 'tie_breaks', 'public_names'];

export const settingsRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_tournament_settings',
    path: '/manage/tournaments/{slug}/settings',
    keepsForm: true,
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      const row = await deps.fixtures.settings(tournament.staff.resource.id);
      return settingsPage(tournament, { row, values: valuesOf(row), faults: [], hidden: shownFields(row) });
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const { staff } = tournament;
      const values = valuesIn(form, FIELDS);
      const row = await deps.fixtures.settings(staff.resource.id);
      const faults = faultsIn(values, visit.words.tournament.faults);
      const saved: Saved =
        faults.length > 0
          ? { outcome: 'refused', faults }
          : await changeSettings(deps, staff, shownIn(form), fieldsOf(values, row));
      if (saved.outcome === 'saved') return seeOther(`${staff.address}/settings?done=saved`);
      return settingsPage(tournament, { values, ...shownAgain(saved, row, form) });
    },
  });

const matchFormat = z.record(z.string(), z.unknown());
const formatOf = ({ file }: Pick<Row, 'file'>) => matchFormat.safeParse(file['match_format']).data ?? {};

/** The stored settings as the form has them. */
export function valuesOf({ file }: Pick<Row, 'file'>): SettingsValues {
  const format = formatOf({ file });
  const ties: readonly unknown[] = Array.isArray(file['tie_breaks']) ? file['tie_breaks'] : [];
  return {
    name: textOf(file['name']),
    start_date: textOf(file['start_date']).slice(0, 10),
    location: textOf(file['location']),
    halves: textOf(format['halves']),
    half_minutes: textOf(format['half_minutes']),
    timezone: textOf(file['timezone']),
    names: textOf(file['public_names']),
    ...(Object.fromEntries(TIES.map((name, index) => [name, textOf(ties[index])])) as Values<(typeof TIES)[number]>),
  };
}

type FaultWords = Pick<PageWords['tournament']['faults'], 'name' | 'minutes' | 'zone'>;
const HALF_MINUTES_MAX = 600;

function faultsIn({ name, half_minutes: minutes, timezone }: SettingsValues, words: FaultWords): Fault[] {
  const length = wholeNumber(minutes);
  return [
    ...(name === '' ? [{ path: 'name', message: words.name }] : []),
    ...(length === null || length < 1 || length > HALF_MINUTES_MAX
      ? [{ path: 'match_format', message: words.minutes(1, HALF_MINUTES_MAX) }]
      : []),
    ...(TIME_ZONES.includes(timezone) ? [] : [{ path: 'timezone', message: words.zone }]),
  ];
}

/** What the form does not show stays: the time of the first day, and the length of extra time. */
const fieldsOf = (values: SettingsValues, row: Row) => ({
  name: values.name,
  location: values.location || null,
  timezone: values.timezone,
  public_names: PUBLIC_NAMES.find((known) => known === values.names) ?? row.file['public_names'],
  ...(values.start_date === valuesOf(row).start_date ? {} : { start_date: values.start_date || null }),
  match_format: { ...formatOf(row), halves: values.halves === '1' ? 1 : 2, half_minutes: Number(values.half_minutes) },
  tie_breaks: [...new Set(TIES.flatMap((name) => TIE_BREAKS.find((known) => known === values[name]) ?? []))],
});

type SettingsForm = {
  /** As it is stored now. */
  readonly row: Row;
  readonly values: SettingsValues;
  readonly faults: readonly Fault[];
  readonly hidden: Readonly<Record<string, string>>;
  /** Another change came first. */
  readonly newer?: { readonly by: string | null };
};

function settingsPage(tournament: TournamentStaff, form: SettingsForm): Promise<Answer> {
  const status = form.faults.length > 0 || form.newer !== undefined ? 422 : 200;
  return tournament.staff.visit.html(status, <SettingsPage {...tournament} {...form} />);
}

/** The settings as the page names them. */
const shownTexts = (values: SettingsValues, { tournament: words, squad }: PageWords): SettingsValues => ({
  ...values,
  timezone: zoneText(values.timezone),
  names: policyText(values.names, squad),
  ...(Object.fromEntries(
    TIES.map((name) => {
      const tie = TIE_BREAKS.find((known) => known === values[name]);
      return [name, tie === undefined ? words.none : words.ties[tie]];
    }),
  ) as Values<(typeof TIES)[number]>),
});

function policyText(names: string, { publicNames }: PageWords['squad']): string {
  const policy = PUBLIC_NAMES.find((known) => known === names);
  return policy === undefined ? '' : publicNames[policy];
}

const zoneText = (zone: string): string => zone.replaceAll('_', ' ');

const labelsOf = ({ tournament: words, squad }: PageWords): SettingsValues => ({
  name: words.name,
  start_date: words.startDate,
  location: words.location,
  halves: words.halves,
  half_minutes: words.halfMinutes,
  timezone: words.zone,
  names: squad.names,
  ...(Object.fromEntries(TIES.map((name, index) => [name, words.criterion(index + 1)])) as Values<
    (typeof TIES)[number]
  >),
});

type SettingsPageProps = Pick<TournamentStaff, 'staff'> & SettingsForm;

export function SettingsPage({ staff, row, values, faults, hidden, newer }: SettingsPageProps) {
  const all = useWords();
  const { tournament: words, squad } = all;
  const labels = labelsOf(all);
  const address = `${staff.address}/settings`;
  const zones = TIME_ZONES.includes(values.timezone) ? TIME_ZONES : [values.timezone, ...TIME_ZONES];
  const field = (name: 'name' | 'start_date' | 'location' | 'half_minutes', path: string, input: object) => (
    <Field
      name={name}
      label={labels[name]}
      problem={faultAt(faults, path)}
      input={{ value: values[name], autocomplete: 'off', ...input }}
    />
  );
  return (
    <ManagePage staff={staff} section="settings" notice={noticeIn(staff.visit)}>
      <StoredForm
        staff={staff}
        row={row}
        address={address}
        hidden={hidden}
        faults={faults}
        places={PLACES}
        stale={
          newer && {
            by: newer.by,
            differences: differencesOf(labels, shownTexts(valuesOf(row), all), shownTexts(values, all)),
          }
        }
      >
        {field('name', 'name', { required: true, maxLength: NAME_MAX })}
        {field('start_date', 'start_date', { type: 'date' })}
        {field('location', 'location', { maxLength: 2_000 })}
        <fieldset>
          <legend>{words.length}</legend>
          <Choice
            name="halves"
            label={labels.halves}
            choices={[
              ['1', '1'],
              ['2', '2'],
            ]}
            chosen={values.halves}
          />
          {field('half_minutes', 'match_format', { inputMode: 'numeric', maxLength: 3 })}
        </fieldset>
        <Choice
          name="timezone"
          label={labels.timezone}
          choices={zones.map((zone) => [zone, zoneText(zone)])}
          chosen={values.timezone}
        />
        <Choice
          name="names"
          label={labels.names}
          hint={squad.namesAbout}
          choices={PUBLIC_NAMES.map((policy) => [policy, squad.publicNames[policy]])}
          chosen={values.names}
        />
        <fieldset>
          <legend>{words.tieBreaks}</legend>
          <p class="hint">{words.tieBreaksHint}</p>
          {TIES.map((name) => (
            <Choice
              key={name}
              name={name}
              label={labels[name]}
              choices={[['', words.none], ...TIE_BREAKS.map((tie): [string, string] => [tie, words.ties[tie]])]}
              chosen={values[name]}
            />
          ))}
        </fieldset>
      </StoredForm>
    </ManagePage>
  );
}
