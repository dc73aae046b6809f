// `/manage/tournaments/{slug}/teams`: the teams by group, and many new ones at once.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Button, Field, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { Notice } from '../../layout/notice.tsx';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { creationKey, formKeyIn, keyField, newFormKey } from '../form-key.ts';
import { ManagePage } from '../frame.tsx';
import { type Fault, faultAt } from '../save-row.ts';
import { nameFaults, NamesField, namesIn } from './names-field.tsx';
import {
  admitTo,
  noticeIn,
  orFaults,
  targetOf,
  type TournamentPagesDeps,
  type TournamentStaff,
} from './tournament-pages.ts';

export const teamsRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_teams',
    path: '/manage/tournaments/{slug}/teams',
    keepsForm: true,
    async show(visit) {
      return visit.html(
        200,
        <TeamsPage {...await admitTo(deps, visit)} names="" group="" formKey={newFormKey()} faults={[]} />,
      );
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      const { staff } = tournament;
      const names = form.get('names') ?? '';
      const group = (form.get('group') ?? '').trim();
      const formKey = formKeyIn(form);
      const listed = namesIn(names);
      const done = await orFaults(visit.words, async () => {
        const faults = nameFaults(listed, group, visit.words);
        if (faults.length > 0) return { faults };
        deps.managed.countChange({ kind: 'team', ...targetOf(staff) });
        await deps.fixtures.addRows(
          targetOf(staff),
          'team',
          listed.map((name) => ({ name, group_name: group === '' ? null : group })),
          creationKey(form, 0, formKey),
        );
        return null;
      });
      if (done === null) return seeOther(`${staff.address}/teams?done=added`);
      return visit.html(
        422,
        <TeamsPage {...tournament} names={names} group={group} formKey={formKey} faults={done.faults} />,
      );
    },
  });

type TeamsProps = TournamentStaff & {
  readonly names: string;
  readonly group: string;
  readonly formKey: string;
  readonly faults: readonly Fault[];
};

function TeamsPage({ staff, view, names, group, formKey, faults }: TeamsProps) {
  const { tournament: words, staff: staffWords, frame } = useWords();
  const twice = namesTwice(view.teams.map((team) => team.name));
  const groups = [...new Set(view.teams.map((team) => team.group_name))];
  return (
    <ManagePage staff={staff} section="teams" notice={noticeIn(staff.visit)}>
      <FaultNotice faults={faults} places={['names', 'group']} />
      {twice.length > 0 && (
        <Notice kind="note" title={words.sameNames(twice.join(', '))}>
          <p>{words.sameNamesAdvice}</p>
        </Notice>
      )}
      {groups.map((name) => (
        <section key={name ?? ''}>
          <h2>{name === null ? words.withoutGroup : frame.group(name)}</h2>
          <ul class="game-list">
            {view.teams
              .filter((team) => team.group_name === name)
              .map((team) => (
                <li key={team.id}>
                  <p class="row-title">
                    <bdi>{team.name}</bdi>
                    <a href={`${staff.address}/teams/${team.id}/edit`} aria-label={words.editOf(team.name)}>
                      {staffWords.edit}
                    </a>
                  </p>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {view.teams.length > 0 && (
        <p>
          <a href={`${staff.address}/players`}>{words.allPlayers}</a>
        </p>
      )}
      <section aria-labelledby="add">
        <h2 id="add">{words.addTeams}</h2>
        <Form action={`${staff.address}/teams`} csrf={staff.visit.csrf} hidden={keyField(formKey)}>
          <NamesField label={words.names} hint={words.namesHint} names={names} fault={faultAt(faults, 'names')} />
          <Field
            name="group"
            label={words.matchFields.group}
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

/** The names that several teams have, without regard to letter case. */
function namesTwice(names: readonly string[]): readonly string[] {
  const plain = names.map((name) => name.toLowerCase());
  return names.filter((_, at) => plain.indexOf(plain[at] ?? '') === at && plain.lastIndexOf(plain[at] ?? '') > at);
}
