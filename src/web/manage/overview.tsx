// The first management page of a club or tournament: who you are here, and where to go.
import type { RouteSpec } from '../../http/core/router.ts';
import { useWords } from '../layout/words.tsx';
import type { Site } from '../site.ts';
import { ManagePage } from './frame.tsx';
import { admitStaff, type Staff, type StaffDeps } from './staff.ts';

export const overviewRoutes = (site: Site, deps: StaffDeps): readonly RouteSpec[] =>
  (['club'] as const).flatMap((kind) =>
    site.signedIn({
      name: `manage_${kind}`,
      path: `/manage/${kind}s/{slug}`,
      async show(visit) {
        const staff = await admitStaff(deps, kind, visit);
        return visit.html(200, <OverviewPage staff={staff} />);
      },
    }),
  );

function OverviewPage({ staff }: { readonly staff: Staff }) {
  const { staff: words, roles, integrations } = useWords();
  const { kind, name } = staff.resource;
  return (
    <ManagePage staff={staff} section={kind === 'club' ? 'games' : 'overview'} title={name}>
      <p>
        {words.about[kind]} {integrations.youAre(roles[staff.role])}
      </p>
    </ManagePage>
  );
}
