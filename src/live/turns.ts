// How many writers of this node may wait for a lock of the database at once: each of them holds a connection.

export type Turns = {
  isFull(): boolean;
  /** Runs `work` and counts it while it runs. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

export function openTurns(max: number): Turns {
  let running = 0;
  return {
    isFull: () => running >= max,
    async run(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
      }
    },
  };
}
