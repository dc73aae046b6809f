// What the access matrix cannot know.
import { clubForbidden, tournamentForbidden } from '../../auth/access-problems.ts';
import type { Caller } from '../../auth/caller.ts';

/**
 * Only administrators pass the check of the right for a club or tournament that does not exist: then they get the same 403 (rule
 * ACCESS-5). Throws Problem 403.
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
