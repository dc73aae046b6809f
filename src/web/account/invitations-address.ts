// The address of the invitations of a club or tournament, for the pages that lead there.
import type { Resource } from '../../store/integrations.ts';
import { manageAddress } from '../manage/staff.ts';

/** The page of a club or tournament. `personId`: the person that is chosen in its form. */
export const invitationsAddress = (resource: Pick<Resource, 'kind' | 'slug'>, personId?: number): string =>
  `${manageAddress(resource)}/invitations${personId === undefined ? '' : `?person=${personId}`}`;
