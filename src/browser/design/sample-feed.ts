// The feed of `/design`: a tournament between two days of play.
import type { FeedMatch, FeedState } from '../../../protocol/wire/board.ts';
import { type Facts, NO_FACTS } from '../../../protocol/rest/facts.ts';
import { SAMPLE_NOW } from './samples.ts';

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
  ...{ channel: `match:${index}`, title: `${home} vs ${away}`, home: { name: home }, away: { name: away } },
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
