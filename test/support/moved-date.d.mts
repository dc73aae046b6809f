export type MovedDate = {
  /** How far `Date` is ahead of the real time from now on, ms. */
  setAhead(ms: number): void;
  restore(): void;
};

/** Replaces `Date` from now on. It uses nothing around it, so that a page may run its source. */
export const openMovedDate: () => MovedDate;
