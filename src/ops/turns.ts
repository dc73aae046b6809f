// Splits long work into pieces, so that no turn of the event loop is long: clients wait for the longest turn.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Maximum time of all such work in a turn, ms. One client may start a hundred works at once. */
const BUDGET_MS = 2;
/** After this time in a turn the next owner has its turn. */
const SHARE_MS = 0.5;

/** Does pieces of a work until the time is used up. Returns whether the work is over. */
type Proceed = (ms: number) => boolean;

/** The works that are not over, by owner; a work without an owner stands alone. The first owner, and its first work, is next. */
const waiting = new Map<unknown, Proceed[]>();
/** Time that the works have taken in this turn, ms. */
let usedMs = 0;
/** The next turn is asked for. */
let isAsked = false;

/**
 * Runs work that yields after each piece. What the works of a turn do beyond the maximum time waits for the next turn. The owners take
 * turns, and then the works of one owner: a thousand works of one client delay another one like a single work.
 */
export async function inTurns<Result>(work: Generator<unknown, Result>, owner: unknown = work): Promise<Result> {
  askForTurn();
  // Most works are over at once: nothing is kept for them.
  if (waiting.size === 0 && usedMs < BUDGET_MS) {
    const last = proceeded(work, BUDGET_MS - usedMs);
    if (last !== null) return last.value;
  }
  const result = await new Promise<() => Result>((done) => {
    enqueue(owner, (ms) => {
      try {
        const last = proceeded(work, ms);
        if (last !== null) done(() => last.value);
        return last !== null;
      } catch (error) {
        done(() => {
          throw error;
        });
        return true;
      }
    });
  });
  return result();
}

/** Does pieces of a work for `ms`. Returns the end of the work; null if it is not over. Throws what the work throws. */
function proceeded<Result>(work: Generator<unknown, Result>, ms: number): IteratorReturnResult<Result> | null {
  const began = performance.now();
  try {
    do {
      const piece = work.next();
      if (piece.done) return piece;
    } while (performance.now() - began < ms);
    return null;
  } finally {
    usedMs += performance.now() - began;
  }
}

function enqueue(owner: unknown, proceed: Proceed): void {
  const works = waiting.get(owner);
  if (works) works.push(proceed);
  else waiting.set(owner, [proceed]);
}

function askForTurn(): void {
  if (isAsked) return;
  isAsked = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  isAsked = false;
  usedMs = 0;
  while (usedMs < BUDGET_MS) {
    const [next] = waiting;
    if (next === undefined) break;
    const [owner, works] = next;
    const proceed = works.shift();
    // The owner goes to the end.
    waiting.delete(owner);
    if (works.length > 0) waiting.set(owner, works);
    if (proceed?.(Math.min(SHARE_MS, BUDGET_MS - usedMs)) === false) enqueue(owner, proceed);
  }
  // Also when nothing waits: the next turn has its whole time again.
  if (usedMs > 0) askForTurn();
}

/** Calls `act` for each item, in turns. An item that was removed from a Set meanwhile is left out. */
export const eachInTurns = <Item>(items: Iterable<Item>, act: (item: Item) => void, owner?: unknown): Promise<void> =>
  inTurns(pieces(items, act), owner);

/** Over a longer time, work on many items is done in so many slices, each of at least `SLICE_MIN` items. */
const SLICES = 10;
const SLICE_MIN = 20;

/**
 * Calls `act` for each item, in slices with pauses between them, within `overMs` if turns are not late. What comes meanwhile waits for
 * a slice and not for all of them: each slice begins in a turn of its own, also when turns are late. With 0 ms it begins at once, without
 * pauses.
 */
export async function eachSpread<Item>(
  items: readonly Item[],
  overMs: number,
  act: (item: Item) => void,
): Promise<void> {
  const size = overMs === 0 ? Infinity : Math.max(SLICE_MIN, Math.ceil(items.length / SLICES));
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await sleep(overMs / SLICES, undefined, { ref: false });
    // After a long turn the pause is over at once, and this slice would share a turn with the one before it.
    if (overMs > 0) await nextTurn();
    await eachInTurns(items.slice(from, from + size), act);
  }
}

function* pieces<Item>(items: Iterable<Item>, act: (item: Item) => void): Generator<void, void> {
  for (const item of items) {
    act(item);
    yield;
  }
}
