// The texts of the scoring page that are more than the name of a marker.

export const words = {
  hold: 'Hold for a second',
  /** A question before a step that comes early. */
  early: (step: string, clock: string) => `${step} now? The clock shows ${clock}.`,
  recorded: (what: string) => `${what} recorded.`,
  changed: (what: string) => `${what} changed.`,
  undone: (what: string) => `${what} undone.`,
  undo: 'Undo',
  restore: 'Restore',
  notSaved: 'NOT SAVED: the storage of this phone is full or blocked. Free some space, then try again.',
};
