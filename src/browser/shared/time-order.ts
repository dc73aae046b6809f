import type { BoardEvent } from '../../../protocol/wire/board.ts';

/** Events by marker id. */
export type Events = Readonly<Record<string, BoardEvent>>;

/** The entries of `events` in time order. Entries with equal times keep their order in `events`. */
export const inTimeOrder = (events: Events): readonly (readonly [id: string, event: BoardEvent])[] =>
  Object.entries(events).sort(([, a], [, b]) => Date.parse(a.at) - Date.parse(b.at));
