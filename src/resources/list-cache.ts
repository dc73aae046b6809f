// The lists that this node holds, by slug. A list is served while
//   - it was compared with the database within the last second (one check per slug, for any number of readers), and
//   - no write of this node has made it incomplete, and
//   - time alone has not changed it (a game becomes past with time), and the clock was not set back behind its load.
// Writes of this node update the list at once (`update`); writes of other nodes are found by the check. While the database is
// away, the list in memory is served (rule OPS-2).
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { type Match, refOf } from '../match/match.ts';
import { withDeadline } from '../ops/deadline.ts';
import { isStoreAway, Problem, storeAway } from '../ops/problem.ts';
import type { PositionsById } from '../store/log/positions.ts';

/** The lists of one club or tournament. */
export type CachedList = {
  /** Updates the list with a match after a write; older states are ignored. */
  update(match: Match): void;
  /** Whether a write changed data that must be loaded again. */
  isIncomplete(): boolean;
  /** Its load, ms since 1970. A clock that was set back shows that the list was made for a wrong time. */
  readonly holdsFrom: number;
  /** When time alone changes the list, ms since 1970. */
  readonly holdsUntil: () => number;
  /** Whether the database still has the same data. Throws Problem 503. */
  check(): Promise<boolean>;
};

type ListCacheDeps<T> = {
  /** Null for an unknown slug. `before`: the list in memory. Throws Problem 503. */
  readonly load: (slug: string, before: T | null) => Promise<T | null>;
  readonly evictMs: number;
};

/** Writes of other nodes show within this time, ms. */
const TRUSTED_MS = 900;
/** After this age the next check runs in the background, so that steady readers never wait for it, ms. */
const RECHECK_MS = 400;
/** Deadline of the database while there is a list to serve, ms. */
const DEADLINE_MS = 800;
/**
 * The same deadline when an acknowledged write of this node is missing in the list, or after an import, ms. The database answered a
 * moment ago, so it is slow, not away.
 */
const OWN_WRITE_DEADLINE_MS = 4_000;
/** Tries within that deadline: each may meet one connection that was lost during an outage that has ended. */
const OWN_WRITE_TRIES = 4;
/** A list that was not checked since an import or an edit. */
const FORGOTTEN = -Infinity;
/** A list that became incomplete while loading is loaded again, at most this often. */
const LOADS_MAX = 4;

type CacheEntry<T> = {
  readonly value: T;
  /** Start of the last successful check, on the clock of `performance.now()`. */
  checkedAt: number;
  /** The database did not answer the last check. */
  isAway: boolean;
  /** How often one of its matches was edited: a check that began before tells nothing. */
  edits: number;
  usedAt: number;
};
/** A load in progress. It may outlive the deadline of its reader. */
type Load = {
  readonly slug: string;
  /** Matches written during the load. */
  readonly moved: Map<MatchRef, Match>;
  /** How often one of its matches was edited since it began. */
  edits: number;
};

export type ListCache<T> = {
  /** The list if it can be served at once, else null. */
  peek(slug: string): T | null;
  /** The list, checked or loaded if needed; null for an unknown slug. Throws Problem 503. */
  get(slug: string): Promise<T | null>;
  /**
   * Call it after each change of a match that this node accepts. `isEdited`: data beside the match may have changed with it, so the
   * list is checked before it is served again.
   */
  moved(slug: string, match: Match, isEdited: boolean): void;
  /** Drops a list that differs from the database; it is loaded again. */
  drop(slug: string): void;
  /** After an import: every list is checked before it is served again. */
  forget(): void;
  close(): void;
};

export function openListCache<T extends CachedList>({ load, evictMs }: ListCacheDeps<T>): ListCache<T> {
  const entries = new Map<string, CacheEntry<T>>();
  /** Running checks and loads by slug, shared by all readers. */
  const checks = new Map<string, Promise<T | null>>();
  const loads = new Set<Load>();
  /** Increased by `forget`: results of earlier checks no longer count. */
  let generation = 0;
  const sweep = setInterval(evict, Math.max(1_000, evictMs / 10)).unref();

  function peek(slug: string): T | null {
    const found = entries.get(slug);
    if (found === undefined || !isTrusted(found)) return null;
    const now = performance.now();
    found.usedAt = now;
    if (now - found.checkedAt > RECHECK_MS && !checks.has(slug)) checkInBackground(slug);
    return found.value;
  }

  function isTrusted({ value, checkedAt, isAway }: CacheEntry<T>): boolean {
    if (value.isIncomplete()) return false;
    if (isAway) return true;
    return performance.now() - checkedAt < TRUSTED_MS && isOfNow(value);
  }

  function checkInBackground(slug: string): void {
    // The next reader checks again and gets the error.
    startCheck(slug).catch((error: unknown) => {
      if (!(error instanceof Problem)) entries.delete(slug);
    });
  }

  async function get(slug: string): Promise<T | null> {
    return peek(slug) ?? (await (checks.get(slug) ?? startCheck(slug)));
  }

  function startCheck(slug: string): Promise<T | null> {
    const check = freshen(slug).finally(() => {
      if (checks.get(slug) === check) checks.delete(slug);
    });
    checks.set(slug, check);
    return check;
  }

  async function freshen(slug: string): Promise<T | null> {
    const generationBefore = generation;
    const before = entries.get(slug);
    const startedAt = performance.now();
    if (before === undefined) return loaded(slug, generationBefore);
    const editsBefore = before.edits;
    const isCurrent = (): boolean => generation === generationBefore && before.edits === editsBefore;
    const isMissingWrites = before.value.isIncomplete() || before.checkedAt === FORGOTTEN;
    const [deadlineMs, tries] =
      isMissingWrites && !before.isAway ? [OWN_WRITE_DEADLINE_MS, OWN_WRITE_TRIES] : [DEADLINE_MS, 1];
    const checkOrLoad = async (): Promise<T | null> => {
      const isWhole = !before.value.isIncomplete() && isOfNow(before.value);
      if (!isWhole || !(await before.value.check())) return loaded(slug, generationBefore);
      if (isCurrent()) Object.assign(before, { checkedAt: startedAt, isAway: false });
      return before.value;
    };
    try {
      return await within(deadlineMs, withTries(tries, checkOrLoad));
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      if (isCurrent()) Object.assign(before, { checkedAt: startedAt, isAway: true });
      return before.value;
    }
  }

  async function loaded(slug: string, generationBefore: number): Promise<T | null> {
    const loading: Load = { slug, moved: new Map(), edits: 0 };
    loads.add(loading);
    try {
      for (let tries = 1; ; tries += 1) {
        const startedAt = performance.now();
        const editsBefore = loading.edits;
        const value = await load(slug, entries.get(slug)?.value ?? null);
        if (value === null) {
          entries.delete(slug);
          return null;
        }
        for (const match of loading.moved.values()) value.update(match);
        // A write or an edit during the load needs data from the database: load again.
        if ((value.isIncomplete() || loading.edits !== editsBefore) && tries < LOADS_MAX) continue;
        if (generation === generationBefore && loads.has(loading))
          entries.set(slug, { value, checkedAt: startedAt, isAway: false, edits: 0, usedAt: startedAt });
        return value;
      }
    } finally {
      loads.delete(loading);
    }
  }

  function evict(): void {
    const before = performance.now() - evictMs;
    for (const [slug, { usedAt }] of entries) if (usedAt < before) entries.delete(slug);
  }

  return {
    peek,
    get,
    moved(slug, match, isEdited) {
      const one = entries.get(slug);
      const wasIncomplete = one?.value.isIncomplete();
      one?.value.update(match);
      if (one?.value.isIncomplete() === true) {
        one.isAway = false;
        // A check that began earlier misses this write; a load gets it through `moved`.
        if (wasIncomplete === false) checks.delete(slug);
      }
      if (isEdited && one) {
        Object.assign(one, { edits: one.edits + 1, checkedAt: FORGOTTEN, isAway: false });
        checks.delete(slug);
      }
      for (const under of loads) {
        if (under.slug !== slug) continue;
        under.moved.set(refOf(match), match);
        if (isEdited) under.edits += 1;
      }
    },
    drop(slug) {
      entries.delete(slug);
      checks.delete(slug);
      // A running load may have read what is no longer stored.
      for (const under of loads) if (under.slug === slug) loads.delete(under);
    },
    forget() {
      generation += 1;
      checks.clear();
      for (const one of entries.values()) Object.assign(one, { checkedAt: FORGOTTEN, isAway: false });
    },
    close() {
      clearInterval(sweep);
    },
  };
}

function isOfNow({ holdsFrom, holdsUntil }: Pick<CachedList, 'holdsFrom' | 'holdsUntil'>): boolean {
  const now = Date.now();
  return holdsFrom <= now && now < holdsUntil();
}

/** What `work` returns; it is called again when a query failed at once. Throws StoreAway of the last try. */
async function withTries<T>(tries: number, work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isStoreAway(error)) throw error;
    }
  }
}

/** Throws StoreAway when the answer does not come in time. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  withDeadline(work, ms, () => {
    throw storeAway(new Error(`The database did not answer within ${ms} ms.`));
  });

/** The `seq` of each match in a list, by id. */
export const seqsOf = (listed: Iterable<{ readonly match: Match }>): ReadonlyMap<number, number> =>
  new Map([...listed].map(({ match }) => [match.fixture.id, match.seq]));

/**
 * Whether the database has the matches of a list. During the query this node may have written: the database must
 * not be ahead of this node `now`, and not behind the position `before` the query (a restored backup). `known`: what the database
 * had when it was last asked. Another time at the same `seq` belongs to another history.
 */
export const hasSamePositions = (
  stored: PositionsById,
  known: PositionsById,
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
): boolean =>
  [...now].every(([id, seq]) => {
    const [is, was] = [stored[id], known[id]];
    if (is === undefined || is.seq > seq || is.seq < (before.get(id) ?? 0)) return false;
    return was?.seq !== is.seq || was.at === is.at;
  });
