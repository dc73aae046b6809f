// Whether the club or tournament of a path exists: the access matrix does not know it.
import { clubForbidden, tournamentForbidden } from '../../auth/access-problems.ts';
import type { Caller } from '../../auth/caller.ts';

/**
 * Throws Problem 403 when the club or tournament does not exist (rule ACCESS-5). It looks for administrators only: every other caller
 * of a club or tournament that does not exist was refused by the check of its right.
 */
export async function requireExisting(
  kind: 'club' | 'tournament',
  slug: string,
  caller: Caller,
  exists: (slug: string) => Promise<boolean>,
): Promise<void> {
  if (caller.kind !== 'connected_app' || !caller.isAdmin || (await exists(slug))) return;
  throw kind === 'club' ? clubForbidden() : tournamentForbidden();
}
