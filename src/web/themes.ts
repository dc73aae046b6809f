// The themes that pages name in their addresses. A theme belongs to the club of a game, and to the tournament of a match.
import { LRUCache } from 'lru-cache';
import type { ParsedChannel } from '../../protocol/wire/ids.ts';
import { THEME_NAME, type ThemeSettings } from '../browser/shared/theme.ts';
import { isStoreAway } from '../ops/problem.ts';
import type { MatchScope } from '../store/match-scopes.ts';
import type { ThemeOwner } from '../store/themes.ts';

/** The settings of a theme; null for an unknown one. */
export type FindTheme = (owner: ThemeOwner, name: string) => Promise<ThemeSettings | null>;

type Found = { readonly settings: ThemeSettings | null };
type Asked = { readonly owner: ThemeOwner; readonly name: string };

/** A theme that was saved again shows within this time, ms. */
const TRUSTED_MS = 900;
/** Names that are kept, unknown ones too. */
const KEPT_MAX = 1_000;

/** The club or tournament whose themes the pages of a channel may name; null for an unknown match. */
export function themeOwnerOf(parsed: ParsedChannel, scope: MatchScope | null): ThemeOwner | null {
  if ('slug' in parsed) return { kind: parsed.kind, slug: parsed.slug };
  if (scope === null) return null;
  return scope.kind === 'game'
    ? { kind: 'club', slug: scope.clubSlug }
    : { kind: 'tournament', slug: scope.tournament.slug };
}

/**
 * Finds each theme at most once a second, for any number of pages. While the database is away, the settings that were found last
 * stay; without any the page has its usual look. `clock`: ms.
 */
export function cachedThemes(find: FindTheme, clock: { now(): number } = performance): FindTheme {
  const cache = new LRUCache<string, Found, Asked>({
    ...{ max: KEPT_MAX, ttl: TRUSTED_MS },
    ...{ perf: clock, ttlResolution: 0 },
    async fetchMethod(_key, last, { context: { owner, name } }) {
      try {
        return { settings: await find(owner, name) };
      } catch (error) {
        if (isStoreAway(error)) return last ?? { settings: null };
        throw error;
      }
    },
  });
  return async (owner, name) => {
    if (!THEME_NAME.test(name)) return null;
    const found = await cache.fetch(`${owner.kind}:${owner.slug} ${name}`, { context: { owner, name } });
    return found?.settings ?? null;
  };
}
