// Limits the matches of this node that wait for a reservation of their log at once: each of them holds a connection.

export type CommitSlots = {
  isFull(): boolean;
  /** Runs `work` and counts it while it runs. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

export function openCommitSlots(max: number): CommitSlots {
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
