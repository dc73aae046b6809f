import type { BoardEvent } from '../../../protocol/wire/board.ts';

/** Events by marker id. */
export type Events = Readonly<Record<string, BoardEvent>>;

/** The entries of `events` in time order. Entries with equal times keep their order in `events`. */
export const inTimeOrder = (events: Events): readonly (readonly [id: string, event: BoardEvent])[] =>
  // A time is parsed once: a match may have thousands of events.
  Object.entries(events)
    .map((entry) => ({ entry, at: Date.parse(entry[1].at) }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
