// `/manage/clubs/{slug}/tournaments`: the tournaments that the club hosts, and a new one.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import type { HostedTournament } from '../../../store/hosted-tournaments.ts';
import type { TeamMatch } from '../../../store/team-matches.ts';
import { Button, Field, Form } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { usePageLanguage, useWords } from '../../layout/words.tsx';
import { When } from '../../public/when.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { creationKey, formKeyIn, keyField, newFormKey } from '../form-key.ts';
import { ManagePage } from '../frame.tsx';
import { type Fault, faultAt } from '../save-row.ts';
import { admitStaff, manageAddress, type Staff } from '../staff.ts';
import { teamMatchTitle } from './team-lineup-page.tsx';
import { noticeIn, orFaults, targetOf, type TournamentPagesDeps } from './tournament-pages.ts';

export const newTournamentRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_club_tournaments',
    path: '/manage/clubs/{slug}/tournaments',
    keepsForm: true,
    async show(visit) {
      const staff = await admitStaff(deps, 'club', visit);
      const hosted = await deps.integrations.readHostedTournaments(staff.resource.id);
      const own = await deps.fixtures.teamMatches(staff.resource.slug);
      const page = (
        <TournamentsPage staff={staff} hosted={hosted} own={own} name="" formKey={newFormKey()} faults={[]} />
      );
      return visit.html(200, page);
    },
    async submit(visit, form) {
      const staff = await admitStaff(deps, 'club', visit);
      const name = (form.get('name') ?? '').trim();
      const formKey = formKeyIn(form);
      const made = await orFaults(visit.words, async () => {
        if (name === '') return { faults: [{ path: 'name', message: visit.words.tournament.faults.name }] };
        deps.managed.countChange({ kind: 'game', ...targetOf(staff) });
        return deps.fixtures.create(targetOf(staff), { name }, creationKey(form, 0, formKey));
      });
      if ('file' in made)
        return seeOther(`${manageAddress({ kind: 'tournament', slug: String(made.file['slug']) })}/settings`);
      const hosted = await deps.integrations.readHostedTournaments(staff.resource.id);
      const own = await deps.fixtures.teamMatches(staff.resource.slug);
      return visit.html(
        422,
        <TournamentsPage staff={staff} hosted={hosted} own={own} name={name} formKey={formKey} faults={made.faults} />,
      );
    },
  });

type Props = {
  readonly staff: Staff;
  readonly hosted: readonly HostedTournament[];
  /** Matches of the club's own teams. */
  readonly own: readonly TeamMatch[];
  readonly name: string;
  readonly formKey: string;
  readonly faults: readonly Fault[];
};

export function TournamentsPage({ staff, hosted, own, name, formKey, faults }: Props) {
  const { tournament: words } = useWords();
  return (
    <ManagePage staff={staff} section="tournaments" notice={noticeIn(staff.visit)}>
      <FaultNotice faults={faults} places={['name']} />
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
      {own.length > 0 && <OwnMatches staff={staff} own={own} />}
      <section aria-labelledby="new">
        <h2 id="new">{words.newTournament}</h2>
        <Form action={`${staff.address}/tournaments`} csrf={staff.visit.csrf} hidden={keyField(formKey)}>
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

/** The matches whose line-up the staff of the club set (rule LINE-6). */
function OwnMatches({ staff, own }: Pick<Props, 'staff' | 'own'>) {
  const { language, words } = usePageLanguage();
  const { tournament: texts } = words;
  return (
    <section aria-labelledby="own">
      <h2 id="own">{texts.ownMatches}</h2>
      <ul class="game-list">
        {own.map((match) => {
          const title = teamMatchTitle(match, language);
          return (
            <li key={match.id}>
              <p class="row-title">
                <bdi>{title}</bdi>
                <a href={`${staff.address}/matches/${match.id}/lineup`} aria-label={texts.lineupsOf(title)}>
                  {texts.lineups}
                </a>
              </p>
              <p class="small">
                <bdi>{match.tournamentName}</bdi> ·{' '}
                {match.at === null ? texts.noTime : <When at={match.at} lang={language} zone={match.zone ?? 'UTC'} />}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
