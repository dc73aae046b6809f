// `/manage/tournaments/{slug}/teams`: the teams by group, many new ones at once, and the form of one team.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Button, Field, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { changeRow, type Fault, faultAt, otherFaults, readRow, removeRow, shownFields, shownIn } from '../save-row.ts';
import { StaleNotice } from '../stale-notice.tsx';
import type { Staff } from '../staff.ts';
import { differencesOf, type Values, valuesIn } from './form-values.ts';
import {
  admitTo,
  noticeIn,
  orFaults,
  targetOf,
  type TournamentPagesDeps,
  type TournamentStaff,
} from './tournament-pages.ts';

/** New teams in one form. */
const ADDED_MAX = 64;

export const teamRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] => [
  ...site.signedIn({
    name: 'manage_teams',
    path: '/manage/tournaments/{slug}/teams',
    async show(visit) {
      return visit.html(200, <TeamsPage {...await admitTo(deps, visit)} names="" group="" faults={[]} />);
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const { staff } = tournament;
      const names = form.get('names') ?? '';
      const group = (form.get('group') ?? '').trim();
      const listed = names.split('\n').flatMap((name) => name.trim() || []);
      const done = await orFaults(visit.words, async () => {
        const faults = addFaults(listed, group, visit.words.tournament);
        if (faults.length > 0) return { faults };
        deps.managed.countChange({ kind: 'team', ...targetOf(staff) });
        await deps.fixtures.addTeams(
          targetOf(staff),
          listed.map((name) => ({ name, group_name: group === '' ? null : group })),
        );
        return null;
      });
      if (done === null) return seeOther(`${staff.address}/teams?done=added`);
      return visit.html(422, <TeamsPage {...tournament} names={names} group={group} faults={done.faults} />);
    },
  }),
  ...site.signedIn({
    name: 'manage_team',
    path: '/manage/tournaments/{slug}/teams/{team}/edit',
    async show(visit) {
      const { staff } = await admitTo(deps, visit);
      const row = await readRow(deps, staff, 'team', visit.param('team'));
      return teamPage(staff, row, { values: valuesOf(row), faults: [], newer: null });
    },
    async submit(visit, form) {
      const { staff } = await admitTo(deps, visit);
      return form.get('action') === 'delete' ? remove(deps, staff, form) : change(deps, staff, form);
    },
  }),
];

function addFaults(names: readonly string[], group: string, words: { readonly faults: { readonly names: (most: number) => string; readonly tooLong: (most: number) => string } }): Fault[] {
  if (names.length === 0 || names.length > ADDED_MAX) return [{ path: 'names', message: words.faults.names(ADDED_MAX) }];
  if (names.some((name) => name.length > NAME_MAX)) return [{ path: 'names', message: words.faults.tooLong(NAME_MAX) }];
  return group.length > NAME_MAX ? [{ path: 'group', message: words.faults.tooLong(NAME_MAX) }] : [];
}

type TeamsProps = TournamentStaff & {
  readonly names: string;
  readonly group: string;
  readonly faults: readonly Fault[];
};

function TeamsPage({ staff, view, names, group, faults }: TeamsProps) {
  const { tournament: words } = useWords();
  const groups = [...new Set(view.teams.map((team) => team.group_name))];
  const fault = faultAt(faults, 'names');
  return (
    <ManagePage staff={staff} section="teams" title={words.teams} notice={noticeIn(staff.visit)}>
      {faults.length > 0 && <FaultNotice faults={otherFaults(faults, ['names', 'group'])} />}
      {groups.map((name) => (
        <section key={name ?? ''}>
          <h2>{name === null ? words.withoutGroup : words.group(name)}</h2>
          <ul class="rows">
            {view.teams
              .filter((team) => team.group_name === name)
              .map((team) => (
                <li key={team.id}>
                  <p class="row-title">
                    <bdi>{team.name}</bdi>
                    <a href={`${staff.address}/teams/${team.id}/edit`} aria-label={words.editOf(team.name)}>
                      {words.edit}
                    </a>
                  </p>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="add">
        <h2 id="add">{words.addTeams}</h2>
        <Form action={`${staff.address}/teams`} csrf={staff.visit.csrf}>
          <div class="field">
            <label for="names">{words.names}</label>
            <p id="names-hint" class="hint">
              {words.namesHint}
            </p>
            <textarea
              id="names"
              name="names"
              rows={5}
              autocomplete="off"
              required
              aria-describedby="names-hint names-error"
              aria-invalid={fault === null ? undefined : 'true'}
            >
              {names}
            </textarea>
            <p id="names-error" class="error" hidden={fault === null}>
              {fault}
            </p>
          </div>
          <Field
            name="group"
            label={words.groupOf}
            hint={words.groupHint}
            problem={faultAt(faults, 'group')}
            input={{ value: group, maxLength: NAME_MAX, autocomplete: 'off' }}
          />
          <Button>{words.addTeams}</Button>
        </Form>
      </section>
    </ManagePage>
  );
}

const FIELDS = ['name', 'short_name', 'group_name', 'badge_url'] as const;
type TeamValues = Values<(typeof FIELDS)[number]>;

const valuesOf = ({ file }: Row): TeamValues => {
  const text = (name: (typeof FIELDS)[number]): string => (typeof file[name] === 'string' ? file[name] : '');
  return { name: text('name'), short_name: text('short_name'), group_name: text('group_name'), badge_url: text('badge_url') };
};

async function change(deps: TournamentPagesDeps, staff: Staff, form: URLSearchParams): Promise<Answer> {
  const key = staff.visit.param('team');
  const values = valuesIn(form, FIELDS);
  const { name, ...others } = values;
  const fields = { name, ...Object.fromEntries(Object.entries(others).map(([field, text]) => [field, text || null])) };
  const saved = await changeRow(deps, staff, { kind: 'team', key, shown: shownIn(form) }, fields);
  if (saved.outcome === 'saved') return seeOther(`${staff.address}/teams?done=saved`);
  const newer = saved.outcome === 'stale' ? { by: saved.by } : null;
  const row = saved.outcome === 'stale' ? saved.row : await readRow(deps, staff, 'team', key);
  const faults = saved.outcome === 'refused' ? saved.faults : [];
  return teamPage(staff, row, { values, faults, newer, etag: saved.outcome === 'refused' ? shownIn(form).etag : row.etag });
}

async function remove(deps: TournamentPagesDeps, staff: Staff, form: URLSearchParams): Promise<Answer> {
  const key = staff.visit.param('team');
  const saved = await removeRow(deps, staff, { kind: 'team', key, shown: shownIn(form) });
  if (saved.outcome === 'saved') return seeOther(`${staff.address}/teams?done=deleted`);
  const row = saved.outcome === 'stale' ? saved.row : await readRow(deps, staff, 'team', key);
  const newer = saved.outcome === 'stale' ? { by: saved.by } : null;
  return teamPage(staff, row, { values: valuesOf(row), faults: saved.outcome === 'refused' ? saved.faults : [], newer });
}

type TeamForm = {
  readonly values: TeamValues;
  readonly faults: readonly Fault[];
  /** Another person changed the team meanwhile. */
  readonly newer: { readonly by: string | null } | null;
  readonly etag?: string;
};

const teamPage = (staff: Staff, row: Row, form: TeamForm): Answer =>
  staff.visit.html(form.faults.length > 0 || form.newer !== null ? 422 : 200, <TeamPage {...{ staff, row, ...form }} />);

function TeamPage({ staff, row, values, faults, newer, etag = row.etag }: TeamForm & { readonly staff: Staff; readonly row: Row }) {
  const { tournament: words } = useWords();
  const address = `${staff.address}/teams/${staff.visit.param('team')}/edit`;
  const labels = { name: words.name, short_name: words.shortName, group_name: words.groupOf, badge_url: words.badge };
  const hints = { name: undefined, short_name: words.shortNameHint, group_name: words.groupHint, badge_url: words.badgeHint };
  const hidden = Object.entries({ ...shownFields(row), etag });
  return (
    <ManagePage staff={staff} section="teams" title={valuesOf(row).name}>
      {faults.length > 0 && <FaultNotice faults={otherFaults(faults, FIELDS)} />}
      {newer !== null && (
        <StaleNotice by={newer.by} differences={differencesOf(labels, valuesOf(row), values)} address={address} />
      )}
      <Form action={address} csrf={staff.visit.csrf}>
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {FIELDS.map((name) => (
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
              ...(name === 'badge_url' ? { type: 'url', inputMode: 'url' } : {}),
              ...(name === 'name' ? { required: true } : {}),
            }}
          />
        ))}
        <div class="actions">
          <Button>{words.save}</Button>
          <a class="button quiet" href={`${staff.address}/teams`}>
            {words.back}
          </a>
        </div>
      </Form>
      <Form action={address} csrf={staff.visit.csrf}>
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p class="hint">{words.deleteTeamHint}</p>
        <Button kind="destructive" name="action" value="delete">
          {words.deleteTeam}
        </Button>
      </Form>
    </ManagePage>
  );
}
