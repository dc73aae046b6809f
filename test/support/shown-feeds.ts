// Feeds that a screen must be able to show.
import type { Board, ChannelState } from '../../protocol/wire/board.ts';

const MINUTE = 60_000;

/** A match whose clock, if it runs, shows `minutes` now. */
export function running(minutes: number, endsAt: number): Board['clock'] {
  return { running: true, elapsed_ms: minutes * MINUTE, as_of: Date.now(), period_ends_ms: endsAt * MINUTE };
}

/** A tournament of `count` matches; `minute` says which of them are being played. */
export const feedState = (count: number, minute: (index: number) => number | null): ChannelState => ({
  kind: 'tournament',
  slug: 'autumn-cup',
  matches: Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const played = minute(index);
      const live = {
        status: 'live' as const,
        period: 'second_half' as const,
        clock: running(60 + index, 90),
        score: { home: index, away: 1 },
      };
      const coming = {
        status: 'scheduled' as const,
        period: 'not_started' as const,
        clock: { running: false, elapsed_ms: 0 },
        score: {},
      };
      return [
        String(index),
        {
          channel: `match:${index}`,
          title: '',
          home: { name: ['Riverside', 'Hilltop United', 'Old Boys', 'Harbour Rangers'][index % 4] ?? '' },
          away: { name: ['Valley Wanderers', 'Castle', 'Borussia Verein für Leibesübungen 1900'][index % 3] ?? '' },
          ...(played === null ? coming : live),
        },
      ];
    }),
  ),
});
