// The visitor of a management page: signed in, and staff of the club or tournament in the address.
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import type { ManagedRows } from '../../http/api/manage.ts';
import type { Resource, ResourceRole } from '../../store/integrations.ts';
import type { IntegrationQueries } from '../../store/queries.ts';
import { PageProblem } from '../layout/page-problem.ts';
import type { Visit } from '../site.ts';

/** An admitted request for a management page. */
export type Staff = ResourceRole & {
  readonly visit: Visit<SignInSession>;
  /** The address of the first section, below which the others are: `/manage/clubs/riverside-fc`. */
  readonly address: string;
};

export type StaffDeps = {
  readonly integrations: Pick<IntegrationQueries, 'findResourceRole' | 'findChangers'>;
  readonly managed: ManagedRows;
};

/** Asks for the role with each request. Throws Problem 403, whether or not the club or tournament exists (rule MANAGE-2). */
export async function admitStaff(
  { integrations }: Pick<StaffDeps, 'integrations'>,
  kind: Resource['kind'],
  visit: Visit<SignInSession>,
): Promise<Staff> {
  const resourceRole = await integrations.findResourceRole(kind, visit.param('slug'), visit.session.userId);
  if (resourceRole === null) {
    const { title, advice } = visit.words.staff.notYours[kind];
    throw new PageProblem(403, title, { hint: advice });
  }
  return { ...resourceRole, visit, address: manageAddress(resourceRole.resource) };
}

export const manageAddress = ({ kind, slug }: Pick<Resource, 'kind' | 'slug'>): string =>
  `/manage/${kind}s/${encodeURIComponent(slug)}`;
