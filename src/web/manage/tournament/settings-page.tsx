// `/manage/tournaments/{slug}/settings`: name, length of the matches, time zone, and what separates level teams.
import { z } from 'zod';
import { TIE_BREAKS } from '../../../../protocol/data-file/fields.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Button, Choice, Field, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { TIME_ZONES } from '../local-time.ts';
import { type Fault, faultAt, otherFaults } from '../save-row.ts';
import { type Values, valuesIn, wholeNumber } from './form-values.ts';
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
      const { file } = await deps.fixtures.settings(tournament.staff.resource.id);
      return visit.html(200, <SettingsPage {...tournament} values={valuesOf(file)} faults={[]} />);
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const { staff } = tournament;
      const values = valuesIn(form, FIELDS);
      const done = await orFaults(visit.words, async () => {
        const faults = faultsIn(values, visit.words.tournament.faults);
        if (faults.length > 0) return { faults };
        deps.managed.countChange({ kind: 'match', ...targetOf(staff) });
        await deps.fixtures.change(targetOf(staff), fieldsOf(values));
        return null;
      });
      if (done === null) return seeOther(`${staff.address}/settings?done=saved`);
      return visit.html(422, <SettingsPage {...tournament} values={values} faults={done.faults} />);
    },
  });

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

type Props = TournamentStaff & { readonly values: SettingsValues; readonly faults: readonly Fault[] };

function SettingsPage({ staff, values, faults }: Props) {
  const { tournament: words } = useWords();
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
      <Form action={`${staff.address}/settings`} csrf={staff.visit.csrf}>
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
