// What a connected app may reach (`GET /resources`): asked of the store every time, so that the rights are those of now.
import { LRUCache } from 'lru-cache';
import type { Resources } from '../../../protocol/rest/account.ts';
import { requireAccount } from '../../auth/access.ts';
import { unauthorized } from '../../auth/access-problems.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';
import { Problem } from '../../ops/problem.ts';
import type { CachedGet } from '../core/cached-get.ts';

export type AccountDeps = {
  /** Null when there is no such user. Throws Problem 503. */
  readonly loadResources: (userId: number) => Promise<Resources | null>;
};

/** Users whose last answer is kept for when the store is away (rule OPS-2). */
const KEPT_MAX = 10_000;

export function openAccount({ loadResources }: AccountDeps) {
  const kept = new LRUCache<number, EncodedBody>({ max: KEPT_MAX });

  async function resourcesOf(userId: number): Promise<EncodedBody> {
    const known = kept.get(userId);
    try {
      const resources = await loadResources(userId);
      if (resources === null) throw unauthorized('The user of this token is gone.');
      const body = encodeBody(JSON.stringify(resources));
      // The same bytes keep what was made of them.
      if (known?.tag === body.tag) return known;
      kept.set(userId, body);
      return body;
    } catch (error) {
      if (known !== undefined && error instanceof Problem && error.status === 503) return known;
      throw error;
    }
  }

  const resources: CachedGet = (_reading, caller) => resourcesOf(requireAccount(caller).userId);
  return { resources };
}
