// Bounds the markers of one turn of the event loop: to decide one, and to show and answer it when it is stored, takes a fraction of a
// millisecond (a late one of a long match some milliseconds), and many may come at once, or be stored by one statement. What does not fit
// waits for the next turns, in the order of arrival. It does not share the time of `ops/turns.ts`: no crowd delays a scorekeeper.

/**
 * Markers begin in a turn until this time after its first one, ms. The system calls that send their frames and answers follow at the end
 * of the turn, and take several times as long.
 */
const MARKERS_MS = 1;

export type MarkerTurns = ReturnType<typeof openMarkerTurns>;

/** For all matches of a node. `now`: ms on a clock that never goes back. */
export function openMarkerTurns(now: () => number = () => performance.now()) {
  const waiting: (() => void)[] = [];
  let began = 0;
  /** Ends this turn. While nothing waits, it does not keep the loop awake. Null before the first marker of a turn. */
  let end: NodeJS.Immediate | null = null;

  function begin(): void {
    began = now();
    end = setImmediate(newTurn).unref();
  }

  function newTurn(): void {
    end = null;
    if (waiting.length === 0) return;
    begin();
    beginWaiting();
  }

  /** Begins the waiting work, one marker after the other, each with the promises that follow from it, until the time is over. */
  function beginWaiting(): void {
    if (now() - began >= MARKERS_MS) {
      end?.ref();
      return;
    }
    waiting.shift()?.();
    if (waiting.length === 0) return;
    // A tick that a microtask asks for comes after all promises that follow.
    queueMicrotask(() => {
      process.nextTick(beginWaiting);
    });
  }

  return {
    /** Whether the work on a marker must wait for `next`. */
    isFull(): boolean {
      if (end === null) begin();
      return waiting.length > 0 || now() - began >= MARKERS_MS;
    },
    /** Resolves when the work may begin. */
    next(): Promise<void> {
      end?.ref();
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
