// The clubs and tournaments that a connected app may access (`GET /resources`). Every request reads the database, so that the
// rights are current.
import { boundedMap } from '../../ops/bounded-map.ts';
import type { Resources } from '../../../protocol/rest/account.ts';
import { requireAccount } from '../../auth/access.ts';
import { unauthorized } from '../../auth/access-problems.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';
import { isStoreAway } from '../../ops/problem.ts';
import type { openCachedGet } from '../core/cached-get.ts';

export type AccountDeps = {
  /** Null if the user does not exist. Throws Problem 503. */
  readonly loadResources: (userId: number) => Promise<Resources | null>;
};

/** Maximum users whose last answer is kept for a time without the database (rule OPS-2). */
const KEPT_MAX = 10_000;

export function openAccount({ loadResources }: AccountDeps, serve: ReturnType<typeof openCachedGet>) {
  const kept = boundedMap<number, EncodedBody>(KEPT_MAX);

  async function resourcesOf(userId: number): Promise<EncodedBody> {
    const known = kept.get(userId);
    try {
      const resources = await loadResources(userId);
      if (resources === null) throw unauthorized('The user of this token no longer exists.');
      const body = encodeBody(JSON.stringify(resources));
      // Unchanged content keeps its compressed forms.
      if (known?.tag === body.tag) return known;
      kept.set(userId, body);
      return body;
    } catch (error) {
      if (known !== undefined && isStoreAway(error)) return known;
      throw error;
    }
  }

  return { getResources: serve((_request, caller) => resourcesOf(requireAccount(caller).userId)) };
}
