// The states before and after each entry of a log. They are computed once per page and position of the match, in turns, and
// kept as text within a limit of bytes (rule LIMIT-14). A page ends early when its states become large.
import { LRUCache } from 'lru-cache';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { BoardState } from '../../../protocol/wire/board.ts';
import type { Match } from '../../match/match.ts';
import { type Logged, type States, statesAround } from '../../match/replay.ts';
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
};

/** The states of the first entries of a page, by `seq`: of all of them, or of as many as fit into one answer. */
export type LogStates = (page: LogPage) => Promise<Page>;

/** `readWholeLog` throws a Problem for a log that is too long. */
export function openLogStates(readWholeLog: (ref: MatchRef) => Promise<readonly Logged[]>): LogStates {
  const pages = new LRUCache<string, Page, LogPage>({
    maxSize: KEPT_BYTES,
    sizeCalculation: sizeOf,
    // A page that the cache drops while it is computed is an answer too.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { ref, match, after, count } }) {
      const log = await readWholeLog(ref);
      return inTurns(textsOf(statesAround(match, log, after, count)));
    },
  });
  return (page) => pages.forceFetch(`${page.ref} ${page.position} ${page.after} ${page.count}`, { context: page });
}

function* textsOf(states: Generator<readonly [number, States]>): Generator<void, Page> {
  const texts = new Map<number, StateTexts>();
  let length = 0;
  let last: { readonly state: BoardState | null; readonly text: string | null } = { state: null, text: null };
  // The state after an entry is the one before the next.
  const textOf = (state: BoardState | null): string | null => {
    if (state !== last.state) last = { state, text: JSON.stringify(state) };
    return last.text;
  };
  for (const [seq, { before, after }] of states) {
    const first = textOf(before);
    yield;
    const second = textOf(after);
    texts.set(seq, { before: first, after: second });
    length += (first?.length ?? 0) + (second?.length ?? 0);
    if (length >= PAGE_LENGTH) break;
    yield;
  }
  return texts;
}

/** The state before an entry is the state after the previous entry, so its text counts once. */
const sizeOf = (page: Page): number =>
  [...page.values()].reduce(
    (sum, { after }) => sum + (after?.length ?? 0) + 64,
    [...page.values()][0]?.before?.length ?? 1,
  );
