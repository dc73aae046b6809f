// The states before and after each entry of a log. They are computed once per page and position of the match, in turns, and
// kept as text within a limit of bytes (rule LIMIT-14). A page ends early when its states become large.
import { LRUCache } from 'lru-cache';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { BoardState } from '../../../protocol/wire/board.ts';
import type { Match } from '../../match/match.ts';
import { type Logged, type States, statesAround } from '../../match/replay.ts';
import { type FairQueueLimits, openFairQueue } from '../../ops/fair-queue.ts';
import { Problem } from '../../ops/problem.ts';
import { inTurns } from '../../ops/turns.ts';

/** JSON; null where the state is unknown. */
export type StateTexts = { readonly before: string | null; readonly after: string | null };
type Page = ReadonlyMap<number, StateTexts>;

/** Maximum bytes of states in memory, of all logs together. */
const KEPT_BYTES = 32 * 1_024 * 1_024;
/** A page ends with the entry at which it has this many characters. */
export const PAGE_LENGTH = 1_024 * 1_024;

type LogPage = {
  readonly ref: MatchRef;
  /** The current match. */
  readonly match: Match;
  /** Changes with each change of the match. */
  readonly position: string;
  readonly after: number;
  readonly count: number;
  /** Who asks: those that ask take turns. */
  readonly client: string;
};

/** One log at a time: a whole one takes much memory. What waits for it takes none. */
export const WHOLE_LOGS: FairQueueLimits = { atOnce: 1, waiting: 1_000, waitingOfOne: 100, waitMs: 5_000 };

const tooMany = (): Problem =>
  new Problem(503, 'Too many ask for past states at the moment.', {
    code: 'busy',
    hint: 'Send the same request again after Retry-After seconds, and wait for each answer before the next request.',
    headers: { 'retry-after': '5' },
  });

export type LogStates = {
  /** The states of the first entries of a page, by `seq`: of all of them, or of as many as fit into one answer. Throws Problem 503. */
  around(page: LogPage): Promise<Page>;
  /** Throws Problem 503 when the client has too many waiting: then nothing of its request is read. */
  requireRoom(client: string): void;
};

/** `readWholeLog` throws a Problem for a log that is too long. */
export function openLogStates(
  readWholeLog: (ref: MatchRef) => Promise<readonly Logged[]>,
  limits = WHOLE_LOGS,
): LogStates {
  const queue = openFairQueue(limits, tooMany);
  const pages = new LRUCache<string, Page, LogPage>({
    maxSize: KEPT_BYTES,
    sizeCalculation: sizeOf,
    // A page that the cache drops while it is computed is an answer too.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { ref, match, after, count, client } }) =>
      queue.run(client, async () => {
        const log = await readWholeLog(ref);
        return inTurns(textsOf(statesAround(match, log, after, count)), client);
      }),
  });
  return {
    around: (page) => pages.forceFetch(`${page.ref} ${page.position} ${page.after} ${page.count}`, { context: page }),
    requireRoom: queue.requireRoom,
  };
}

function* textsOf(states: Generator<readonly [number, States] | null>): Generator<void, Page> {
  const texts = new Map<number, StateTexts>();
  let length = 0;
  let last: { readonly state: BoardState | null; readonly text: string | null } = { state: null, text: null };
  // The state after an entry is the one before the next.
  const textOf = (state: BoardState | null): string | null => {
    if (state !== last.state) last = { state, text: JSON.stringify(state) };
    return last.text;
  };
  for (const found of states) {
    yield;
    if (found === null) continue;
    const [seq, { before, after }] = found;
    const first = textOf(before);
    yield;
    const second = textOf(after);
    texts.set(seq, { before: first, after: second });
    length += (first?.length ?? 0) + (second?.length ?? 0);
    if (length >= PAGE_LENGTH) break;
  }
  return texts;
}

/** The state before an entry is the state after the previous entry, so its text counts once. */
const sizeOf = (page: Page): number =>
  [...page.values()].reduce(
    (sum, { after }) => sum + (after?.length ?? 0) + 64,
    [...page.values()][0]?.before?.length ?? 1,
  );
