// Fills the places of brackets after the commits: when a result changes, and every minute in case a node stopped before it did so.
import { boundedMap } from '../ops/bounded-map.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { type Match, refOf } from '../match/match.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import type { Sql } from '../store/driver/sql.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import { announced } from './announced.ts';
import { fillPlaces, outcomeOf, tournamentsToFill } from './fill-places.ts';
import { withImportLock } from './import-lock.ts';

type PlaceFillingDeps = {
  readonly sql: Sql;
  readonly logger: Logger;
};

export type PlaceFilling = ReturnType<typeof openPlaceFilling>;

/** Results within this time are handled together, ms. */
const GATHER_MS = 50;
const SEARCH_MS = 60_000;
/** How long a node waits for the database, ms: longer than for the lock of imports. */
const ANSWER_MS = 8_000;
/** Matches whose newest outcome is in memory. */
const REMEMBERED_MAX = 10_000;

/** The changed matches, announced to all nodes. */
type Announce = (changed: { readonly affected: readonly MatchRef[] }) => Promise<unknown>;

export function openPlaceFilling({ sql, logger }: PlaceFillingDeps) {
  const outcomes = boundedMap<MatchRef, string>(REMEMBERED_MAX);
  /** The tournaments of matches with a new outcome that this node has not announced. */
  const news = boundedMap<MatchRef, number>(REMEMBERED_MAX);
  /** Tournaments with a new result. */
  let due = new Set<number>();
  /** The matches of each tournament with places, as they were at the last search: an unchanged one is not read again. */
  let marks: ReadonlyMap<number, string> = new Map();
  let announce: Announce | null = null;
  let gathering: NodeJS.Timeout | undefined;
  let searching: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  /** This node has accepted a change of a match, also one of another node. Costs the commit nothing. */
  function accepted(match: Match): void {
    const { fixture } = match;
    if (fixture.kind !== 'match') return;
    const [ref, outcome] = [refOf(match), outcomeOf(match)];
    if (outcome === outcomes.get(ref)) return;
    outcomes.set(ref, outcome);
    news.set(ref, fixture.tournament.id);
  }

  /** This node announces the changes of a match that it has accepted: it fills the places that they decide. */
  function changed(ref: MatchRef): void {
    const tournament = news.get(ref);
    if (tournament === undefined) return;
    news.delete(ref);
    due.add(tournament);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      run();
    }, GATHER_MS).unref();
  }

  function run(): void {
    if (announce === null || running !== null || due.size === 0) return;
    const ids = due;
    due = new Set();
    running = fill([...ids], announce).finally(() => {
      running = null;
      run();
    });
  }

  /** Never rejects: the next search finds what this one left undone. */
  async function fill(ids: readonly number[], tell: Announce): Promise<void> {
    try {
      // Imports wait for the lock, so it is taken only for a place that gets another team.
      const waiting = await orStoreAway(tournamentsToFill(sql, ids), ANSWER_MS);
      if (waiting.length === 0) return;
      await announced(
        withImportLock(sql, 'places', (tx) => fillPlaces(tx, waiting)),
        (affected) => (affected.length > 0 ? tell({ affected }) : null),
        ANSWER_MS,
      );
    } catch (error) {
      marks = new Map();
      if (error instanceof Problem) logger.debug({ err: error }, 'places of a bracket could not be filled');
      else logger.error({ err: error }, 'places of a bracket could not be filled');
    }
  }

  /** Finds the tournaments whose matches have moved since the last search. */
  async function search(): Promise<void> {
    try {
      const found = await orStoreAway(readMarks(sql));
      const before = marks;
      marks = new Map(found.map(({ id, mark }) => [id, mark]));
      for (const { id, mark } of found) if (before.get(id) !== mark) due.add(id);
      run();
    } catch (error) {
      logger.debug({ err: error }, 'places of brackets could not be looked for');
    }
  }

  return {
    accepted,
    changed,
    /** The match is not in memory any more: other nodes may change it unseen. */
    forget(ref: MatchRef): void {
      outcomes.delete(ref);
      news.delete(ref);
    },
    /** Begins, now that the changes can be announced. */
    start(tell: Announce): void {
      announce = tell;
      searching = setInterval(() => void search(), SEARCH_MS).unref();
      void search();
    },
    /** Call it after the last commit. Resolves when the places of all results are filled, or could not be. */
    async close(): Promise<void> {
      clearInterval(searching);
      clearTimeout(gathering);
      run();
      while (running !== null) await running;
      announce = null;
    },
  };
}

/** A mark for each tournament with places, which changes with every change of its matches. */
const readMarks = (sql: Sql) => sql<{ id: number; mark: string }[]>`
  select m.tournament_id as id, count(*) || ':' || sum(p.seq) as mark
  from tournament_match m join match_position p on p.ref = 'match:' || m.id
  where m.tournament_id in (select tournament_id from tournament_match where home_from is not null or away_from is not null)
  group by m.tournament_id`;
