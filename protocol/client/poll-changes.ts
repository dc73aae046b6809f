// What happened between two states of a channel, for clients that poll: they get states, not deltas.
import type { Board, BoardEvent, ChannelState, FeedMatch } from '../wire/board.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import type { Cause } from '../wire/down.ts';

type Events = Readonly<Record<string, BoardEvent>>;

const eventsOf = (state: ChannelState): Events =>
  Object.fromEntries(
    Object.values<Board | FeedMatch>(state.matches).flatMap((match) =>
      'events' in match ? Object.entries(match.events) : [],
    ),
  );

/** The markers that came, changed and went, as the causes of a delta; `edited` if none did. Of a feed: `recorded`. */
export function causesBetween(before: ChannelState, after: ChannelState): readonly Cause[] {
  if (after.kind === 'club' || after.kind === 'tournament') return [{ action: 'recorded' }];
  const [old, now] = [eventsOf(before), eventsOf(after)];
  const causes = [
    ...Object.entries(old).flatMap(([id, { type }]): Cause[] =>
      id in now ? [] : [{ action: 'deleted', marker_id: id, type }],
    ),
    ...Object.entries(now).flatMap(([id, event]): Cause[] => {
      const was = old[id];
      if (was === undefined) return [{ action: 'recorded', marker_id: id, type: event.type }];
      return canonicalJson(was) === canonicalJson(event)
        ? []
        : [{ action: 'updated', marker_id: id, type: event.type }];
    }),
  ];
  return causes.length > 0 ? causes : [{ action: 'edited' }];
}
