// The lists that this node holds, by slug. A list is served while
//   - it was compared with the store within the last second (one check per slug, for any number of readers), and
//   - no write of this node has made it incomplete, and
//   - time alone has not changed it (a game becomes past with time).
// Writes of this node update the list at once (`take`); writes of other nodes are found by the check. While the store is
// away, the list in memory is served (rule OPS-2).
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { type Match, refOf } from '../match/match.ts';
import { withDeadline } from '../ops/deadline.ts';
import { isStoreAway, Problem, unavailable } from '../ops/problem.ts';

/** The lists of one club or tournament. */
export type CachedList = {
  /** Updates the list with a match after a write; older states are ignored. */
  take(match: Match): void;
  /** Whether a write changed data that must be loaded again. */
  isIncomplete(): boolean;
  /** When time alone changes the list, ms since 1970. */
  readonly holdsUntil: () => number;
  /** Whether the store still has the same data. Throws Problem 503. */
  check(): Promise<boolean>;
};

export type ListCacheDeps<T> = {
  /** Null for an unknown slug. `before`: the list in memory. Throws Problem 503. */
  readonly load: (slug: string, before: T | null) => Promise<T | null>;
  readonly evictMs: number;
};

/** Writes of other nodes show within this time, ms. */
const TRUSTED_MS = 900;
/** After this age the next check runs in the background, so that steady readers never wait for it, ms. */
const RECHECK_MS = 400;
/** Deadline of the store while there is a list to serve, ms. */
const DEADLINE_MS = 800;
/**
 * The same deadline when an acknowledged write of this node is missing in the list, ms. The store answered a moment ago, so
 * it is slow, not away.
 */
const OWN_WRITE_DEADLINE_MS = 4_000;
/** A list that became incomplete while loading is loaded again, at most this often. */
const LOADS_MAX = 4;

type Held<T> = {
  readonly value: T;
  /** Start of the last successful check, on the clock of `performance.now()`. */
  checkedAt: number;
  /** The store did not answer the last check. */
  isAway: boolean;
  usedAt: number;
};
/** A load in progress. It may outlive the deadline of its reader. */
type Load = {
  readonly slug: string;
  /** Matches written during the load. */
  readonly moved: Map<MatchRef, Match>;
};

export type ListCache<T> = {
  /** The list if it can be served at once, else null. */
  peek(slug: string): T | null;
  /** The list, checked or loaded if needed; null for an unknown slug. Throws Problem 503. */
  get(slug: string): Promise<T | null>;
  /** Call it after each stored write of this node. */
  moved(slug: string, match: Match): void;
  /** Drops a list that differs from the store; it is loaded again. */
  drop(slug: string): void;
  /** After an import: every list is checked before it is served again. */
  forget(): void;
  close(): void;
};

export function openListCache<T extends CachedList>({ load, evictMs }: ListCacheDeps<T>): ListCache<T> {
  const held = new Map<string, Held<T>>();
  /** Running checks and loads by slug, shared by all readers. */
  const checks = new Map<string, Promise<T | null>>();
  const loads = new Set<Load>();
  /** Increased by `forget`: results of earlier checks no longer count. */
  let era = 0;
  const sweep = setInterval(evict, Math.max(1_000, evictMs / 10)).unref();

  function peek(slug: string): T | null {
    const found = held.get(slug);
    if (found === undefined || !isTrusted(found)) return null;
    const now = performance.now();
    found.usedAt = now;
    if (now - found.checkedAt > RECHECK_MS && !checks.has(slug)) checkInBackground(slug);
    return found.value;
  }

  function isTrusted({ value, checkedAt, isAway }: Held<T>): boolean {
    if (value.isIncomplete()) return false;
    if (isAway) return true;
    return performance.now() - checkedAt < TRUSTED_MS && Date.now() < value.holdsUntil();
  }

  function checkInBackground(slug: string): void {
    // The next reader checks again and gets the error.
    startCheck(slug).catch((error: unknown) => {
      if (!(error instanceof Problem)) held.delete(slug);
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
    const eraBefore = era;
    const before = held.get(slug);
    const startedAt = performance.now();
    if (before === undefined) return loaded(slug, eraBefore);
    try {
      const isWhole = !before.value.isIncomplete() && Date.now() < before.value.holdsUntil();
      if (isWhole && (await within(DEADLINE_MS, before.value.check()))) {
        if (era === eraBefore) Object.assign(before, { checkedAt: startedAt, isAway: false });
        return before.value;
      }
      const isSlow = before.value.isIncomplete() && !before.isAway;
      return await within(isSlow ? OWN_WRITE_DEADLINE_MS : DEADLINE_MS, loaded(slug, eraBefore));
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      Object.assign(before, { checkedAt: startedAt, isAway: true });
      return before.value;
    }
  }

  async function loaded(slug: string, eraBefore: number): Promise<T | null> {
    const under: Load = { slug, moved: new Map() };
    loads.add(under);
    try {
      for (let tries = 1; ; tries += 1) {
        const startedAt = performance.now();
        const value = await load(slug, held.get(slug)?.value ?? null);
        if (value === null) {
          held.delete(slug);
          return null;
        }
        for (const match of under.moved.values()) value.take(match);
        // A write during the load needs data from the store: load again.
        if (value.isIncomplete() && tries < LOADS_MAX) continue;
        if (era === eraBefore) held.set(slug, { value, checkedAt: startedAt, isAway: false, usedAt: startedAt });
        return value;
      }
    } finally {
      loads.delete(under);
    }
  }

  function evict(): void {
    const before = performance.now() - evictMs;
    for (const [slug, { usedAt }] of held) if (usedAt < before) held.delete(slug);
  }

  return {
    peek,
    get,
    moved(slug, match) {
      const one = held.get(slug);
      const wasIncomplete = one?.value.isIncomplete();
      one?.value.take(match);
      if (one?.value.isIncomplete() === true) {
        one.isAway = false;
        // A check that began earlier misses this write; a load gets it through `moved`.
        if (wasIncomplete === false) checks.delete(slug);
      }
      for (const under of loads) if (under.slug === slug) under.moved.set(refOf(match), match);
    },
    drop(slug) {
      held.delete(slug);
      checks.delete(slug);
    },
    forget() {
      era += 1;
      checks.clear();
      for (const one of held.values()) Object.assign(one, { checkedAt: -Infinity, isAway: false });
    },
    close() {
      clearInterval(sweep);
    },
  };
}

/** Throws StoreAway when the answer does not come in time. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  withDeadline(work, ms, () => {
    throw unavailable(new Error(`The store did not answer within ${ms} ms.`));
  });
