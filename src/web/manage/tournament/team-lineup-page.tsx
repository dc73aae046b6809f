// `/manage/clubs/{slug}/matches/{match}/lineup`: who of the club's own team starts in a tournament match (rule LINE-6).
import { readId } from '../../../../protocol/wire/ids.ts';
import type { OwnLineups } from '../../../http/api/fixtures.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { notFound } from '../../../ops/not-found.ts';
import { Problem } from '../../../ops/problem.ts';
import type { MatchPerson } from '../../../store/match-people.ts';
import { placeNamesIn } from '../../../browser/shared/place-languages.ts';
import { seeOther } from '../../layout/html-answer.ts';
import { usePageLanguage } from '../../layout/words.tsx';
import { When } from '../../public/when.tsx';
import type { Site } from '../../site.ts';
import { FaultNotice } from '../fault-notice.tsx';
import { ManagePage } from '../frame.tsx';
import { type Fault, keptFields, shownFields, shownIn } from '../save-row.ts';
import { admitStaff, type Staff } from '../staff.ts';
import { StaleNotice } from '../stale-notice.tsx';
import { entriesOf, lineupDifferences, lineupFields, numberFaults, readEntries } from './lineup-entries.ts';
import { LineupForm, type LineupState } from './lineups-page.tsx';
import type { TournamentPagesDeps } from './tournament-pages.ts';

export const teamLineupRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_team_lineup',
    path: '/manage/clubs/{slug}/matches/{match}/lineup',
    keepsForm: true,
    async show(visit) {
      const staff = await admitStaff(deps, 'club', visit);
      const own = await ownLineups(deps, staff);
      const people = await peopleOf(deps, own);
      return answer(staff, own, { people, entries: entriesOf(rowOf(own)), hidden: shownFields(own), faults: [] });
    },
    async submit(visit, form) {
      const staff = await admitStaff(deps, 'club', visit);
      return change(deps, staff, form);
    },
  });

/** Throws Problem 404. */
function ownLineups({ fixtures }: TournamentPagesDeps, { resource, visit }: Staff): Promise<OwnLineups> {
  const match = readId(visit.param('match'));
  if (match === null) throw notFound('Match');
  return fixtures.teamLineups({ club: resource.slug, match });
}

async function peopleOf({ integrations }: TournamentPagesDeps, { match }: OwnLineups): Promise<readonly MatchPerson[]> {
  const people = await integrations.readMatchPeople(match.tournamentId, match.id);
  return people.filter(({ side }) => match.sides.includes(side));
}

const EMPTY_LINEUP = { starters: [], substitutes: [] };
const rowOf = ({ lineups }: OwnLineups) => ({
  file: { lineups: { home: lineups.home ?? EMPTY_LINEUP, away: lineups.away ?? EMPTY_LINEUP } },
});

async function change(deps: TournamentPagesDeps, staff: Staff, form: URLSearchParams): Promise<Answer> {
  const { visit, resource } = staff;
  const { tournament: words } = visit.words;
  const own = await ownLineups(deps, staff);
  const people = await peopleOf(deps, own);
  const entries = readEntries(form, people);
  const shown = shownIn(form);
  const refused = (faults: readonly Fault[]): Promise<Answer> =>
    answer(staff, own, { people, entries, hidden: keptFields(shown), faults });
  const faults = numberFaults(entries, people, words.faults.number);
  if (faults.length > 0) return refused(faults);
  const all = lineupFields(entries, people, rowOf(own)).lineups;
  const lineups = Object.fromEntries(own.match.sides.map((side) => [side, all[side]]));
  const by = visit.session.userId;
  try {
    deps.managed.countChange({ kind: 'game', owner: resource.slug, by });
    await deps.fixtures.changeTeamLineups({ club: resource.slug, match: own.match.id, by }, lineups, shown.etag);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 412) return stale(deps, staff, { people, entries, faults: [] });
    if (error.status === 409) return refused([{ path: '', message: words.matchOver }]);
    if (error.status === 422) return refused([{ path: '', message: words.keepNamed }]);
    if (error.status !== 429 && error.status !== 503) throw error;
    const { title, advice } = visit.words.problems[error.status];
    return refused([{ path: '', message: `${title}. ${advice}` }]);
  }
  return seeOther(`${staff.address}/tournaments?done=saved`);
}

/** Another change came first. */
async function stale(deps: TournamentPagesDeps, staff: Staff, form: Omit<LineupState, 'hidden'>): Promise<Answer> {
  const own = await ownLineups(deps, staff);
  const { tournament: words } = staff.visit.words;
  const differences = lineupDifferences(entriesOf(rowOf(own)), form.entries, form.people, words);
  return answer(staff, own, { ...form, hidden: shownFields(own), newer: { by: null, differences } });
}

function answer(staff: Staff, own: OwnLineups, form: LineupState): Promise<Answer> {
  const status = form.faults.length > 0 || form.newer !== undefined ? 422 : 200;
  return staff.visit.html(status, <TeamLineupPage staff={staff} own={own} form={form} />);
}

type PageProps = { readonly staff: Staff; readonly own: OwnLineups; readonly form: LineupState };

export function TeamLineupPage({ staff, own: { match }, form }: PageProps) {
  const { language, words } = usePageLanguage();
  const address = `${staff.address}/matches/${match.id}/lineup`;
  const title = teamMatchTitle(match, language);
  return (
    <ManagePage staff={staff} section="tournaments" title={words.tournament.lineupsOf(title)}>
      <FaultNotice faults={form.faults} />
      {form.newer !== undefined && <StaleNotice {...form.newer} address={address} />}
      <p>
        <bdi>{match.tournamentName}</bdi>
        {match.at !== null && (
          <>
            {' · '}
            <When at={match.at} lang={language} zone={match.zone ?? 'UTC'} />
          </>
        )}
      </p>
      <LineupForm
        staff={staff}
        address={address}
        form={form}
        sides={match.sides}
        names={match}
        back={`${staff.address}/tournaments`}
      />
    </ManagePage>
  );
}

/** Both sides; a side without a team by the name of its place. */
export function teamMatchTitle(
  { home, away, open }: OwnLineups['match'],
  language: Parameters<typeof placeNamesIn>[0],
): string {
  const { place } = placeNamesIn(language);
  return `${open.includes('home') ? place(home) : home} – ${open.includes('away') ? place(away) : away}`;
}
