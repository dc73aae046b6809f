// The feeds of `/design`: a tournament between two days of play, and while it is played.
import type { FeedMatch, FeedState, GameBoard, GameState } from '../../../protocol/wire/board.ts';
import { type Facts, NO_FACTS } from '../../../protocol/rest/facts.ts';
import { NO_STATS, SAMPLE_NOW } from './samples.ts';

const HOUR = 3_600_000;
type Sample = readonly [hours: number, group: string, home: string, away: string, score?: readonly [number, number]];

const samples: readonly Sample[] = [
  [-24, 'A', 'Russia', 'Saudi Arabia', [5, 0]],
  [-21, 'A', 'Egypt', 'Uruguay', [0, 1]],
  [2, 'B', 'Portugal', 'Spain'],
  [2, 'B', 'Morocco', 'Iran'],
  [5, 'C', 'France', 'Australia'],
  [5, 'D', 'Argentina', 'Iceland'],
  [26, 'D', 'Croatia', 'Nigeria'],
  [26, 'E', 'النادي الأهلي', 'Borussia Verein für Leibesübungen 1900'],
];

const matchOf = ([, , home, away, score]: Sample, index: number): FeedMatch => ({
  channel: `match:${index}`,
  title: `${home} vs ${away}`,
  home: { name: home },
  away: { name: away },
  status: score === undefined ? 'scheduled' : 'completed',
  period: score === undefined ? 'not_started' : 'full_time',
  clock: { running: false, elapsed_ms: 0 },
  score: score === undefined ? {} : { home: score[0], away: score[1] },
});

const byId = <T>(of: (sample: Sample, index: number) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(samples.map((sample, index) => [String(index), of(sample, index)]));

export const SAMPLE_FEED: FeedState = { kind: 'tournament', slug: 'world-cup-2018', matches: byId(matchOf) };

/** The times are those of Moscow, on every machine. */
export const SAMPLE_FEED_FACTS: Facts = {
  ...NO_FACTS,
  competition: 'World Cup 2018',
  kick_offs: byId(([hours]) => SAMPLE_NOW + hours * HOUR),
  zones: byId(() => 'Europe/Moscow'),
  stages: byId(([, group]) => ({ group, round: 1 })),
};

const played = (
  home: string,
  away: string,
  score: readonly [number, number],
  minutes: number,
  more: Partial<FeedMatch> = {},
): FeedMatch => ({
  channel: 'match:0',
  title: `${home} vs ${away}`,
  home: { name: home },
  away: { name: away },
  status: 'live',
  period: 'second_half',
  score: { home: score[0], away: score[1] },
  clock: { running: true, elapsed_ms: minutes * 60_000, as_of: SAMPLE_NOW, period_ends_ms: 90 * 60_000 },
  ...more,
});

/** Five matches that run, and those of `SAMPLE_FEED` in the line below. */
export const SAMPLE_LIVE_FEED: FeedState = {
  ...SAMPLE_FEED,
  matches: {
    ...SAMPLE_FEED.matches,
    a: played('France', 'Peru', [1, 0], 71),
    b: played('Denmark', 'Australia', [1, 1], 71),
    c: played('Αθλητική Ένωσις Κωνσταντινουπόλεως', 'FCK', [0, 3], 92.4),
    d: played('الهلال', 'النادي الأهلي', [2, 2], 45, { period: 'half_time' }),
    e: played('Borussia Verein für Leibesübungen 1900', 'Llanfairpwllgwyngyll', [12, 10], 90, {
      period: 'penalty_shootout',
      clock: { running: false, elapsed_ms: 120 * 60_000 },
      score: { home: 2, away: 2, home_penalties: 3, away_penalties: 2 },
    }),
  },
};
export const SAMPLE_EMPTY_FEED: FeedState = { ...SAMPLE_FEED, matches: {} };
export const SAMPLE_LIVE_FACTS: Facts = {
  ...SAMPLE_FEED_FACTS,
  stages: {
    ...SAMPLE_FEED_FACTS.stages,
    ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, { group: 'C', round: 2 }])),
  },
};

const pairing = (index: number, home: string, away: string | null, more: Partial<GameBoard> = {}): GameBoard => ({
  status: 'live',
  period: 'first_half',
  score: { home: index, away: 1 },
  home: { name: home, number: index * 2 + 1, color: ['#1e40af', '#000000', '#16a34a'][index % 3] ?? '#1e40af' },
  ...(away === null ? {} : { away: { name: away, number: index * 2 + 2, color: '#ffffff' } }),
  clock: { running: true, elapsed_ms: (12 + index) * 60_000, as_of: SAMPLE_NOW, period_ends_ms: 20 * 60_000 },
  cards: { home: { yellow: 0, red: 0 }, away: { yellow: 0, red: 0 } },
  stats: { home: NO_STATS, away: NO_STATS },
  keepers: {},
  shootout: { home: [], away: [] },
  events: {},
  ...more,
});
const waits = {
  status: 'scheduled',
  period: 'not_started',
  score: {},
  clock: { running: false, elapsed_ms: 0 },
} as const;

/** A club game of several pairings, one of them without an opponent. */
export const SAMPLE_GAME: GameState = {
  kind: 'game',
  id: 100,
  slug: 'sunday-5s',
  title: 'Sunday 5s',
  team_scores: {},
  goals: [],
  matches: {
    '100_0': pairing(0, 'Reds', 'Bibs'),
    '100_1': pairing(1, 'Old Boys', 'Young Girls and Friends United'),
    '100_2': pairing(2, 'الهلال', 'FCK', { ...waits }),
    '100_3': pairing(3, 'Team 9', null, { ...waits }),
  },
};
