// `/manage/clubs/{slug}/tournaments`: the tournaments that the club hosts, and a new one.
import { randomUUID } from 'node:crypto';
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import type { HostedTournament } from '../../../store/hosted-tournaments.ts';
import { Button, Field, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { type Fault, faultAt, otherFaults } from '../save-row.ts';
import { admitStaff, manageAddress, type Staff } from '../staff.ts';
import { orFaults, targetOf, type TournamentPagesDeps } from './tournament-pages.ts';

export const newTournamentRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_club_tournaments',
    path: '/manage/clubs/{slug}/tournaments',
    keepsForm: true,
    async show(visit) {
      const staff = await admitStaff(deps, 'club', visit);
      const hosted = await deps.integrations.readHostedTournaments(staff.resource.id);
      return visit.html(200, <TournamentsPage {...{ staff, hosted, name: '', formKey: randomUUID(), faults: [] }} />);
    },
    async submit(visit, form) {
      const staff = await admitStaff(deps, 'club', visit);
      const name = (form.get('name') ?? '').trim();
      const formKey = (form.get('key') ?? '').slice(0, 100) || randomUUID();
      const made = await orFaults(visit.words, async () => {
        if (name === '') return { faults: [{ path: 'name', message: visit.words.tournament.faults.name }] };
        deps.managed.countChange({ kind: 'game', ...targetOf(staff) });
        return deps.fixtures.create(targetOf(staff), { name }, formKey);
      });
      if ('file' in made)
        return seeOther(`${manageAddress({ kind: 'tournament', slug: String(made.file['slug']) })}/settings`);
      const hosted = await deps.integrations.readHostedTournaments(staff.resource.id);
      return visit.html(422, <TournamentsPage {...{ staff, hosted, name, formKey, faults: made.faults }} />);
    },
  });

type Props = {
  readonly staff: Staff;
  readonly hosted: readonly HostedTournament[];
  readonly name: string;
  readonly formKey: string;
  readonly faults: readonly Fault[];
};

function TournamentsPage({ staff, hosted, name, formKey, faults }: Props) {
  const { tournament: words } = useWords();
  return (
    <ManagePage staff={staff} section="tournaments" title={words.tournaments}>
      {faults.length > 0 && <FaultNotice faults={otherFaults(faults, ['name'])} />}
      {hosted.length === 0 && <p>{words.noTournaments}</p>}
      <ul class="game-list">
        {hosted.map((one) => (
          <li key={one.slug}>
            <p class="row-title">
              <a href={manageAddress({ kind: 'tournament', slug: one.slug })}>{one.name}</a>
            </p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="new">
        <h2 id="new">{words.newTournament}</h2>
        <Form action={`${staff.address}/tournaments`} csrf={staff.visit.csrf}>
          <input type="hidden" name="key" value={formKey} />
          <Field
            name="name"
            label={words.name}
            problem={faultAt(faults, 'name')}
            input={{ value: name, maxLength: NAME_MAX, autocomplete: 'off', required: true }}
          />
          <Button>{words.createTournament}</Button>
        </Form>
      </section>
    </ManagePage>
  );
}
