// Prevents one connection from filling a turn of the event loop with pipelined requests, which would delay all other clients:
// the library delivers half a megabyte of them at once. After too many requests in a turn, answers wait for its end. A client
// that waits for its answer does not notice. If a client sends its next request before the answer, the library closes the
// connection (rule LIMIT-17).

/** Requests of one turn that are answered at once: about two milliseconds of work. */
const AT_ONCE_MAX = 256;

export type Turn = {
  /** Counts one request. */
  count(): void;
  /** Whether answers must wait for the end of the turn. */
  isCrowded(): boolean;
};

export function openTurn(): Turn {
  let requests = 0;
  return {
    count() {
      if (requests === 0) setImmediate(() => (requests = 0));
      requests += 1;
    },
    isCrowded: () => requests > AT_ONCE_MAX,
  };
}
