// What this node holds for readers, by slug, and when it may be served. A value is trusted
//   - while it was held against the store within the last second (one look per slug, however many ask), and
//   - nothing that this node wrote has made it incomplete, and
//   - time alone has not changed it (a game becomes past with time).
// Writes of this node go into the value at once (`take`), those of others are found by the look into the store. While the
// store is away, what is held is served (rule OPS-2).
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { type Match, refOf } from '../match/match.ts';
import { withDeadline } from '../ops/deadline.ts';
import { isStoreAway, Problem, unavailable } from '../ops/problem.ts';

/** What a shelf holds: the lists of one club or tournament. */
export type CachedList = {
  /** Takes a match of this slug as it is after a write; older ones are ignored. */
  take(match: Match): void;
  /** A write has changed what must be loaded anew. */
  isIncomplete(): boolean;
  /** When time alone changes it, ms since 1970. */
  readonly holdsUntil: () => number;
  /** Whether the store still says the same. Throws Problem 503. */
  check(): Promise<boolean>;
};

export type ListCacheDeps<T> = {
  /** Null when there is nothing of that slug. `before`: what is held until then. Throws Problem 503. */
  readonly load: (slug: string, before: T | null) => Promise<T | null>;
  readonly evictMs: number;
};

/** Others' writes show within this time, ms. */
const TRUSTED_MS = 900;
/** From this age on the next look is taken in the background, so that steady readers never wait for it, ms. */
const LOOK_AGAIN_MS = 400;
/** How long a store that does not answer is waited for when there is something to serve, ms. */
const PATIENCE_MS = 800;
/**
 * The same when a write of this node was acknowledged that what is held does not show: the store was there a moment ago, so
 * it is slow rather than away, ms.
 */
const OWN_WRITE_PATIENCE_MS = 4_000;
/** A value that writes outran while it was loaded is loaded again, so often at most. */
const LOADS_MAX = 4;

type Held<T> = {
  readonly value: T;
  /** When the last look into the store that it stood began, on the clock of `performance.now()`. */
  checkedAt: number;
  /** The store did not answer the last look. */
  isAway: boolean;
  usedAt: number;
};
/** A load under way. It may outlive the patience of who asked for it. */
type Load = {
  readonly slug: string;
  /** Matches that moved meanwhile. */
  readonly moved: Map<MatchRef, Match>;
};

export type ListCache<T> = {
  /** What may be served at once; null when it must be looked for. */
  peek(slug: string): T | null;
  /** What may be served, loaded if needed; null when there is none. Throws Problem 503. */
  get(slug: string): Promise<T | null>;
  /** A write of this node was stored. */
  moved(slug: string, match: Match): void;
  /** What is held of it is not what is stored: it is loaded anew. */
  drop(slug: string): void;
  /** After an import: everything is held against the store before it is served again. */
  forget(): void;
  close(): void;
};

export function openListCache<T extends CachedList>({ load, evictMs }: ListCacheDeps<T>): ListCache<T> {
  const held = new Map<string, Held<T>>();
  /** By slug: those that whoever asks now may wait for. */
  const flights = new Map<string, Promise<T | null>>();
  const loads = new Set<Load>();
  /** Moves with `forget`: what was asked before says nothing about now. */
  let era = 0;
  const sweep = setInterval(evict, Math.max(1_000, evictMs / 10)).unref();

  function peek(slug: string): T | null {
    const found = held.get(slug);
    if (found === undefined || !isTrusted(found)) return null;
    const now = performance.now();
    found.usedAt = now;
    if (now - found.checkedAt > LOOK_AGAIN_MS && !flights.has(slug)) lookInBackground(slug);
    return found.value;
  }

  function isTrusted({ value, checkedAt, isAway }: Held<T>): boolean {
    if (value.isIncomplete()) return false;
    if (isAway) return true;
    return performance.now() - checkedAt < TRUSTED_MS && Date.now() < value.holdsUntil();
  }

  function lookInBackground(slug: string): void {
    // Whoever needs the answer asks again and hears the error himself.
    takeOff(slug).catch((error: unknown) => {
      if (!(error instanceof Problem)) held.delete(slug);
    });
  }

  async function get(slug: string): Promise<T | null> {
    return peek(slug) ?? (await (flights.get(slug) ?? takeOff(slug)));
  }

  function takeOff(slug: string): Promise<T | null> {
    const flight = freshen(slug).finally(() => {
      if (flights.get(slug) === flight) flights.delete(slug);
    });
    flights.set(slug, flight);
    return flight;
  }

  async function freshen(slug: string): Promise<T | null> {
    const eraAsked = era;
    const before = held.get(slug);
    const startedAt = performance.now();
    if (before === undefined) return loaded(slug, eraAsked);
    try {
      const isWhole = !before.value.isIncomplete() && Date.now() < before.value.holdsUntil();
      if (isWhole && (await within(PATIENCE_MS, before.value.check()))) {
        if (era === eraAsked) Object.assign(before, { checkedAt: startedAt, isAway: false });
        return before.value;
      }
      const isSlow = before.value.isIncomplete() && !before.isAway;
      return await within(isSlow ? OWN_WRITE_PATIENCE_MS : PATIENCE_MS, loaded(slug, eraAsked));
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      Object.assign(before, { checkedAt: startedAt, isAway: true });
      return before.value;
    }
  }

  async function loaded(slug: string, eraAsked: number): Promise<T | null> {
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
        // Written to meanwhile in a way that only the store can tell: once more.
        if (value.isIncomplete() && tries < LOADS_MAX) continue;
        if (era === eraAsked) held.set(slug, { value, checkedAt: startedAt, isAway: false, usedAt: startedAt });
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
        // A look that began before says nothing about this write; a load is told of it.
        if (wasIncomplete === false) flights.delete(slug);
      }
      for (const under of loads) if (under.slug === slug) under.moved.set(refOf(match), match);
    },
    drop(slug) {
      held.delete(slug);
      flights.delete(slug);
    },
    forget() {
      era += 1;
      flights.clear();
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
