// `/manage/tournaments/{slug}/teams/{team}/edit`: one team, and its new players.
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Button, Field, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { ColorChoice } from '../color-choice.tsx';
import { FieldProblem } from '../field-problem.tsx';
import { creationKey, formKeyIn, keyField, newFormKey } from '../form-key.ts';
import { ManagePage } from '../frame.tsx';
import { changeRow, type Fault, faultAt, keptFields, readRow, removeRow, shownFields, shownIn } from '../save-row.ts';
import type { Staff } from '../staff.ts';
import { differencesOf, type Values, valuesIn } from '../form-values.ts';
import { nameFaults, NamesField, namesIn } from './names-field.tsx';
import { confirmDeletion, DeleteLink, isAskedToDelete, StoredForm } from './stored-row.tsx';
import { admitTo, orFaults, targetOf, type TournamentPagesDeps } from './tournament-pages.ts';

export const teamRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_team',
    path: '/manage/tournaments/{slug}/teams/{team}/edit',
    keepsForm: true,
    async show(visit) {
      const { staff } = await admitTo(deps, visit);
      const row = await readRow(deps, staff, 'team', visit.param('team'));
      if (isAskedToDelete(staff)) {
        const { deleteTeam: title, deleteTeamHint: consequence } = visit.words.tournament;
        return confirmDeletion(staff, row, { title, consequence, address: addressOf(staff) });
      }
      return teamPage(staff, row, { values: valuesOf(row), faults: [], newer: null });
    },
    async submit(visit, form) {
      const { staff } = await admitTo(deps, visit);
      switch (form.get('action')) {
        case 'delete':
          return remove(deps, staff, form);
        case 'players':
          return addPlayers(deps, staff, form);
        default:
          return change(deps, staff, form);
      }
    },
  });

const FIELDS = ['name', 'short_name', 'group_name', 'badge_url', 'jersey_color'] as const;
const TEXT_FIELDS = ['name', 'short_name', 'group_name', 'badge_url'] as const;
type TeamValues = Values<(typeof FIELDS)[number]>;

const valuesOf = ({ file }: Row): TeamValues => {
  const text = (name: (typeof FIELDS)[number]): string => (typeof file[name] === 'string' ? file[name] : '');
  return {
    name: text('name'),
    short_name: text('short_name'),
    group_name: text('group_name'),
    badge_url: text('badge_url'),
    jersey_color: text('jersey_color'),
  };
};

const addressOf = ({ address, visit }: Staff): string => `${address}/teams/${visit.param('team')}/edit`;

async function change(deps: TournamentPagesDeps, staff: Staff, form: URLSearchParams): Promise<Answer> {
  const key = staff.visit.param('team');
  const values = valuesIn(form, FIELDS);
  const { name, ...others } = values;
  const fields = { name, ...Object.fromEntries(Object.entries(others).map(([field, text]) => [field, text || null])) };
  const badge = await badgeFaults(deps, staff, values);
  const saved =
    badge.length > 0
      ? ({ outcome: 'refused', faults: badge } as const)
      : await changeRow(deps, staff, { kind: 'team', key, shown: shownIn(form) }, fields);
  if (saved.outcome === 'saved') return seeOther(`${staff.address}/teams?done=saved`);
  const newer = saved.outcome === 'stale' ? { by: saved.by } : null;
  const row = saved.outcome === 'stale' ? saved.row : await readRow(deps, staff, 'team', key);
  const faults = saved.outcome === 'refused' ? saved.faults : [];
  return teamPage(staff, row, {
    values,
    faults,
    newer,
    ...(saved.outcome === 'refused' ? { hidden: keptFields(shownIn(form)) } : {}),
  });
}

/** A new address of a crest must lead to a picture (rule PUBLIC-10); a data file may have stored another one. */
async function badgeFaults(
  deps: TournamentPagesDeps,
  staff: Staff,
  { badge_url: address }: TeamValues,
): Promise<Fault[]> {
  if (address === '' || /^(https?:\/\/|\/)[^/\s]/.test(address)) return [];
  const stored = valuesOf(await readRow(deps, staff, 'team', staff.visit.param('team')));
  if (stored.badge_url === address) return [];
  return [{ path: 'badge_url', message: staff.visit.words.tournament.faults.badge }];
}

async function addPlayers(deps: TournamentPagesDeps, staff: Staff, form: URLSearchParams): Promise<Answer> {
  const { words } = staff.visit;
  const key = staff.visit.param('team');
  const row = await readRow(deps, staff, 'team', key);
  const names = form.get('names') ?? '';
  const formKey = formKeyIn(form);
  const listed = namesIn(names);
  const done = await orFaults(words, async () => {
    const faults = nameFaults(listed, '', words);
    if (faults.length > 0) return { faults };
    deps.managed.countChange({ kind: 'player', ...targetOf(staff) });
    const rows = listed.map((name) => ({ name, team_id: Number(key) }));
    await deps.fixtures.addRows(targetOf(staff), 'player', rows, creationKey(form, 0, formKey));
    return null;
  });
  if (done === null) return seeOther(`${staff.address}/teams?done=saved`);
  return teamPage(staff, row, { values: valuesOf(row), faults: done.faults, newer: null, names, formKey });
}

async function remove(deps: TournamentPagesDeps, staff: Staff, form: URLSearchParams): Promise<Answer> {
  const key = staff.visit.param('team');
  const saved = await removeRow(deps, staff, { kind: 'team', key, shown: shownIn(form) });
  if (saved.outcome === 'saved') return seeOther(`${staff.address}/teams?done=deleted`);
  const row = saved.outcome === 'stale' ? saved.row : await readRow(deps, staff, 'team', key);
  const newer = saved.outcome === 'stale' ? { by: saved.by } : null;
  return teamPage(staff, row, {
    values: valuesOf(row),
    faults: saved.outcome === 'refused' ? saved.faults : [],
    newer,
  });
}

type TeamForm = {
  readonly values: TeamValues;
  readonly faults: readonly Fault[];
  /** Another person changed the team meanwhile. */
  readonly newer: { readonly by: string | null } | null;
  /** The mark of the version that the visitor has seen; without it, of the stored one. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Of new players. */
  readonly names?: string;
  readonly formKey?: string;
};

const teamPage = (staff: Staff, row: Row, form: TeamForm): Promise<Answer> =>
  staff.visit.html(
    form.faults.length > 0 || form.newer !== null ? 422 : 200,
    <TeamPage staff={staff} row={row} {...form} />,
  );

export function TeamPage({
  staff,
  row,
  values,
  faults,
  newer,
  hidden = shownFields(row),
  names = '',
  formKey = newFormKey(),
}: TeamForm & { readonly staff: Staff; readonly row: Row }) {
  const { tournament: words } = useWords();
  const address = addressOf(staff);
  const labels = {
    name: words.name,
    short_name: words.shortName,
    group_name: words.matchFields.group,
    badge_url: words.badge,
    jersey_color: words.shirtColor,
  };
  const hints = {
    name: undefined,
    short_name: words.shortNameHint,
    group_name: words.groupHint,
    badge_url: words.badgeHint,
  };
  return (
    <ManagePage staff={staff} section="teams" title={valuesOf(row).name}>
      <StoredForm
        staff={staff}
        row={row}
        address={address}
        hidden={hidden}
        faults={faults}
        places={[...FIELDS, 'names']}
        back={`${staff.address}/teams`}
        stale={newer && { by: newer.by, differences: differencesOf(labels, valuesOf(row), values) }}
      >
        {TEXT_FIELDS.map((name) => (
          <Field
            key={name}
            name={name}
            label={labels[name]}
            hint={hints[name]}
            problem={faultAt(faults, name)}
            input={{
              value: values[name],
              maxLength: name === 'short_name' ? 4 : 2_000,
              autocomplete: 'off',
              inputMode: name === 'badge_url' ? 'url' : 'text',
              required: name === 'name',
            }}
          />
        ))}
        <fieldset>
          <legend>{words.shirtColor}</legend>
          <p class="hint">{words.shirtColorHint}</p>
          <ColorChoice name="jersey_color" label={words.shirtColor} color={values.jersey_color} none={words.noColor} />
          <FieldProblem message={faultAt(faults, 'jersey_color')} />
        </fieldset>
      </StoredForm>
      <Form action={address} csrf={staff.visit.csrf} hidden={keyField(formKey)}>
        <NamesField label={words.players} hint={words.playersHint} names={names} fault={faultAt(faults, 'names')} />
        <Button name="action" value="players">
          {words.players}
        </Button>
      </Form>
      <p>
        <a href={`${staff.address}/players/import?team=${staff.visit.param('team')}`}>{words.import.title}</a>
      </p>
      <DeleteLink address={address} label={words.deleteTeam} />
    </ManagePage>
  );
}
