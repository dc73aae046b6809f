// The live state in the examples: the match of the other examples after twelve minutes.
import { resources } from './example-resources.ts';

const noStats = {
  shots_on_target: 0,
  shots_off_target: 0,
  missed_chances: 0,
  chances_created: 0,
  gk_saves: 0,
  defensive_contributions: 0,
  fouls: 0,
};
export const snapshot = {
  type: 'snapshot',
  channel: 'match:701',
  epoch: '0c5efaeb',
  seq: 2,
  at: 1_795_273_880_112,
  state: {
    kind: 'match',
    id: 701,
    tournament: 'autumn-cup',
    title: 'Riverside vs Hilltop',
    matches: {
      '701': {
        home: { id: 71, slug: 'riverside-fc', name: 'Riverside' },
        away: { id: 72, slug: 'hilltop', name: 'Hilltop' },
        status: 'live',
        period: 'first_half',
        clock: { running: true, elapsed_ms: 0, as_of: 1_795_273_200_000, period_ends_ms: 2_700_000 },
        score: { home: 1, away: 0 },
        cards: { home: { yellow: 0, red: 0 }, away: { yellow: 0, red: 0 } },
        stats: { home: { ...noStats, shots_on_target: 1 }, away: noStats },
        keepers: {},
        shootout: { home: [], away: [] },
        events: {
          [resources.startMarker.id]: { type: 'Start', at: '2026-11-21T15:00:00.000Z', own_goal: false },
          [resources.goalMarker.id]: {
            type: 'Goal',
            at: '2026-11-21T15:11:20.000Z',
            minute: '12',
            team: 'home',
            player: { id: 1, name: 'Ana Silva', type: 'user' },
            own_goal: false,
          },
        },
      },
    },
  },
};
