// The first management page of a tournament: who you are here, and where to go.
import type { RouteSpec } from '../../http/core/router.ts';
import { useWords } from '../layout/words.tsx';
import type { Site } from '../site.ts';
import { ManagePage } from './frame.tsx';
import { admitStaff, type Staff, type StaffDeps } from './staff.ts';

export const overviewRoutes = (site: Site, deps: StaffDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_tournament',
    path: '/manage/tournaments/{slug}',
    async show(visit) {
      const staff = await admitStaff(deps, 'tournament', visit);
      return visit.html(200, <OverviewPage staff={staff} />);
    },
  });

function OverviewPage({ staff }: { readonly staff: Staff }) {
  const { staff: words, roles, integrations } = useWords();
  return (
    <ManagePage staff={staff} section="overview" title={staff.resource.name}>
      <p>
        {words.about} {integrations.youAre(roles[staff.role])}
      </p>
    </ManagePage>
  );
}
