// `/manage/tournaments/{slug}/matches/new` and `…/matches/{match}/edit`: sides, time, pitch, and a result that staff decide.
import { SIDES } from '../../../browser/shared/side.ts';
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Choice, Field } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { creationKey, formKeyIn, keyField, newFormKey } from '../form-key.ts';
import { ManagePage } from '../frame.tsx';
import {
  changeRow,
  createRow,
  type Fault,
  faultAt,
  keptFields,
  readRow,
  removeRow,
  type Saved,
  shownFields,
  shownIn,
} from '../save-row.ts';
import { differencesOf, valuesIn } from '../form-values.ts';
import {
  fieldsOfMatch,
  labelOfId,
  MATCH_FIELDS,
  type MatchValues,
  NEW_MATCH,
  sideChoices,
  STATUSES,
  valuesOfMatch,
} from './match-form.ts';
import { confirmDeletion, DeleteLink, isAskedToDelete, StoredForm } from './stored-row.tsx';
import { admitTo, titleOfId, type TournamentPagesDeps, type TournamentStaff } from './tournament-pages.ts';

export const matchRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] => [
  ...site.signedIn({
    name: 'manage_new_match',
    path: '/manage/tournaments/{slug}/matches/new',
    keepsForm: true,
    async show(visit) {
      return matchPage(await admitTo(deps, visit), null, {
        values: NEW_MATCH,
        faults: [],
        hidden: keyField(newFormKey()),
      });
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const { staff } = tournament;
      const values = valuesIn(form, MATCH_FIELDS);
      const fields = fieldsOfMatch(values, { ...tournament, words: visit.words, before: null });
      const formKey = formKeyIn(form);
      const saved: Saved = isRefused(fields)
        ? { outcome: 'refused', faults: fields.faults }
        : await createRow(deps, staff, 'match', fields, creationKey(form, 0, formKey));
      if (saved.outcome === 'saved') return seeOther(`${staff.address}?done=saved`);
      const faults = saved.outcome === 'refused' ? saved.faults : [];
      return matchPage(tournament, null, { values, faults, hidden: keyField(formKey) });
    },
  }),
  ...site.signedIn({
    name: 'manage_match',
    path: '/manage/tournaments/{slug}/matches/{match}/edit',
    keepsForm: true,
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      const row = await readRow(deps, tournament.staff, 'match', visit.param('match'));
      if (isAskedToDelete(tournament.staff)) {
        const { deleteMatch: title, deleteMatchHint: consequence } = visit.words.tournament;
        const address = `${tournament.staff.address}/matches/${visit.param('match')}/edit`;
        return confirmDeletion(tournament.staff, row, { title, consequence, address });
      }
      const values = valuesOfMatch(row, tournament.zone, visit.words);
      return matchPage(tournament, row, { values, faults: [], hidden: shownFields(row) });
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      return form.get('action') === 'delete' ? remove(deps, tournament, form) : change(deps, tournament, form);
    },
  }),
];

const isRefused = (made: ReturnType<typeof fieldsOfMatch>): made is { readonly faults: readonly Fault[] } =>
  Array.isArray(made['faults']);

async function change(deps: TournamentPagesDeps, tournament: TournamentStaff, form: URLSearchParams): Promise<Answer> {
  const { staff, zone } = tournament;
  const key = staff.visit.param('match');
  const values = valuesIn(form, MATCH_FIELDS);
  const row = await readRow(deps, staff, 'match', key);
  const fields = fieldsOfMatch(values, {
    ...tournament,
    words: staff.visit.words,
    before: valuesOfMatch(row, zone, staff.visit.words),
  });
  const saved: Saved = isRefused(fields)
    ? { outcome: 'refused', faults: fields.faults }
    : await changeRow(deps, staff, { kind: 'match', key, shown: shownIn(form) }, fields);
  if (saved.outcome === 'saved') return seeOther(`${staff.address}?done=saved#match-${key}`);
  if (saved.outcome === 'stale') {
    const newer = { by: saved.by, values: valuesOfMatch(saved.row, zone, staff.visit.words) };
    return matchPage(tournament, saved.row, { values, faults: [], hidden: shownFields(saved.row), newer });
  }
  return matchPage(tournament, row, { values, faults: saved.faults, hidden: keptFields(shownIn(form)) });
}

async function remove(deps: TournamentPagesDeps, tournament: TournamentStaff, form: URLSearchParams): Promise<Answer> {
  const { staff, zone } = tournament;
  const key = staff.visit.param('match');
  const saved = await removeRow(deps, staff, { kind: 'match', key, shown: shownIn(form) });
  if (saved.outcome === 'saved') return seeOther(`${staff.address}?done=deleted`);
  const row = saved.outcome === 'stale' ? saved.row : await readRow(deps, staff, 'match', key);
  const values = valuesOfMatch(row, zone, staff.visit.words);
  const newer = saved.outcome === 'stale' ? { newer: { by: saved.by, values } } : {};
  const faults = saved.outcome === 'refused' ? saved.faults : [];
  return matchPage(tournament, row, { values, faults, hidden: shownFields(row), ...newer });
}

type MatchFormProps = {
  readonly values: MatchValues;
  readonly faults: readonly Fault[];
  readonly hidden: Readonly<Record<string, string>>;
  /** What another person stored meanwhile. */
  readonly newer?: { readonly by: string | null; readonly values: MatchValues };
};

function matchPage(tournament: TournamentStaff, row: Row | null, form: MatchFormProps): Promise<Answer> {
  const status = form.faults.length > 0 || form.newer !== undefined ? 422 : 200;
  return tournament.staff.visit.html(status, <MatchPage {...tournament} row={row} {...form} />);
}

/** The places of faults by the names of the fields. */
const PATHS: Readonly<Record<keyof MatchValues, readonly string[]>> = {
  home: ['home_team_id', 'home_from'],
  away: ['away_team_id', 'away_from'],
  at: ['scheduled_at'],
  pitch: ['pitch'],
  group: ['group_name'],
  round_label: ['knockout_round_label'],
  status: ['status'],
  notes: ['notes'],
  home_score: ['score.home'],
  away_score: ['score.away'],
  clubs: ['authorized_clubs'],
  home_penalties: ['score.home_penalties'],
  away_penalties: ['score.away_penalties'],
};

export function MatchPage(props: TournamentStaff & MatchFormProps & { readonly row: Row | null }) {
  const { staff, view, zone, row, values, faults, hidden, newer } = props;
  const all = useWords();
  const { tournament: words } = all;
  const id = row === null ? null : Number(staff.visit.param('match'));
  const address = `${staff.address}/matches/${id === null ? 'new' : `${id}/edit`}`;
  const sides = sideChoices(view, id, all);
  const nameOf = (value: string): string => sides.find(([known]) => known === value)?.[1] ?? value;
  const labels = { ...words.matchFields, home: words.home, away: words.away };
  const texts = (of: MatchValues): MatchValues => ({ ...of, home: nameOf(of.home), away: nameOf(of.away) });
  const field = (name: Exclude<keyof MatchValues, 'home' | 'away' | 'status'>, input: object = {}, hint?: string) => (
    <Field
      name={name}
      label={labels[name]}
      hint={hint}
      problem={faultAt(faults, ...PATHS[name])}
      input={{ value: values[name], autocomplete: 'off', maxLength: 2_000, ...input }}
    />
  );
  const number = { inputMode: 'numeric', maxLength: 3 };
  return (
    <ManagePage
      staff={staff}
      section="overview"
      title={id === null ? words.newMatch : words.editOf(titleOfId(view, id, all))}
    >
      {id !== null && <p>{labelOfId(view, id, all)}</p>}
      <StoredForm
        staff={staff}
        row={row}
        address={address}
        hidden={hidden}
        faults={faults}
        back={staff.address}
        places={Object.values(PATHS).flat()}
        stale={newer && { by: newer.by, differences: differencesOf(labels, texts(newer.values), texts(values)) }}
      >
        <fieldset>
          <legend>{all.staff.who}</legend>
          {SIDES.map((side) => (
            <Choice key={side} name={side} label={words[side]} choices={sides} chosen={values[side]} />
          ))}
          <p class="error" hidden={faultAt(faults, ...PATHS.home, ...PATHS.away) === null}>
            {faultAt(faults, ...PATHS.home, ...PATHS.away)}
          </p>
          {field('group', {}, words.matchGroupHint)}
          {field('round_label')}
        </fieldset>
        <fieldset>
          <legend>{all.staff.whenAndWhere}</legend>
          {field('at', { type: 'datetime-local' }, words.zoneIs(zone))}
          {field('pitch')}
        </fieldset>
        <fieldset>
          <legend>{words.result}</legend>
          <p class="hint">{words.resultHint}</p>
          <Choice
            name="status"
            label={words.matchFields.status}
            choices={STATUSES.map((status): [string, string] => [status, words.statuses[status]])}
            chosen={values.status}
          />
          {field('home_score', number)}
          {field('away_score', number)}
          {field('home_penalties', number)}
          {field('away_penalties', number)}
          {field('notes', {}, words.reasonHint)}
        </fieldset>
        {field('clubs', {}, words.clubsHint)}
      </StoredForm>
      {id !== null && <DeleteLink address={address} label={words.deleteMatch} />}
    </ManagePage>
  );
}
