// The themes and crests that pages name in their addresses. A theme belongs to the club of a game, and to the tournament of a match.
import { LRUCache } from 'lru-cache';
import type { ParsedChannel } from '../../protocol/wire/ids.ts';
import { type Font, FONTS } from '../browser/shared/fonts.ts';
import { CREST_KEY, type Look, THEME_NAME, type ThemeSettings } from '../browser/shared/theme.ts';
import { isStoreAway } from '../ops/problem.ts';
import type { MatchScope } from '../store/match-scopes.ts';
import type { ThemeOwner } from '../store/themes.ts';

/** What a club or a tournament has under a name; null for an unknown one. */
type Find<T> = (owner: ThemeOwner, name: string) => Promise<T | null>;
/** The settings of a theme. */
type FindTheme = Find<ThemeSettings>;
/** The address of a crest's picture. */
type FindCrest = Find<string>;

type Found<T> = { readonly value: T | null };
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

/** Finds each theme at most once a second, for any number of pages. `clock`: ms. */
export const cachedThemes = (find: FindTheme, clock?: Clock): FindTheme => cached(find, THEME_NAME, clock);

/** The same for the pictures of crests. */
export const cachedCrests = (find: FindCrest): FindCrest => cached(find, CREST_KEY);

type Clock = { now(): number };

/** While the database is away, what was found last stays; without any the page has its usual look. */
function cached<T>(find: Find<T>, names: RegExp, clock: Clock = performance): Find<T> {
  const cache = new LRUCache<string, Found<T>, Asked>({
    max: KEPT_MAX,
    ttl: TRUSTED_MS,
    perf: clock,
    ttlResolution: 0,
    // A name that the cache drops while it is looked up is an answer too: other pages may ask for a thousand meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(_key, last, { context: { owner, name } }) {
      try {
        return { value: await find(owner, name) };
      } catch (error) {
        if (isStoreAway(error)) return last ?? { value: null };
        throw error;
      }
    },
  });
  return async (owner, name) => {
    if (!names.test(name)) return null;
    const found = await cache.fetch(`${owner.kind}:${owner.slug} ${name}`, { context: { owner, name } });
    return found?.value ?? null;
  };
}

/** Where the themes and the crests of pages are. */
export type LookSources = { readonly findTheme: FindTheme; readonly findCrest: FindCrest };

/** What the query of an address names, of this club or tournament: a theme, and a crest of its own or of its theme. */
export async function lookOf(sources: LookSources, owner: ThemeOwner, query: URLSearchParams): Promise<Look> {
  const theme = query.get('theme');
  const settings = theme === null ? null : await sources.findTheme(owner, theme);
  const key = query.get('crest') ?? settings?.['crest'];
  return { settings, crest: key === undefined ? null : await sources.findCrest(owner, key) };
}

/** The font that a page with this query and this look draws with. */
export function fontOf(query: URLSearchParams, { settings }: Look): Font {
  const named = query.get('font') ?? settings?.['font'];
  return FONTS.find((font) => font === named) ?? FONTS[0];
}
