// The order of a feed's matches on a screen, and what is told of each.
import { expect, test } from 'vitest';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import type { FeedMatch, FeedState } from '../../../protocol/wire/board.ts';
import { listedOf, resultOf, whenOf } from '../../../src/browser/screen/listed.ts';
import { en } from '../../../src/browser/shared/lang/en.ts';

const DAY = Date.UTC(2026, 10, 22);
const HOUR = 3_600_000;
const match = (more: Partial<FeedMatch> = {}): FeedMatch => ({
  channel: 'match:1',
  title: '',
  home: { name: 'Home' },
  away: { name: 'Away' },
  status: 'scheduled',
  period: 'not_started',
  clock: { running: false, elapsed_ms: 0 },
  score: {},
  ...more,
});
const over = { status: 'completed', period: 'full_time', score: { home: 2, away: 1 } } as const;
const state: FeedState = {
  kind: 'tournament',
  slug: 'cup',
  matches: {
    late: match(),
    group10: match(),
    group2: match(),
    unknown: match(),
    early: match({ ...over }),
    later: match({ ...over }),
    live: match({ status: 'live', period: 'first_half' }),
  },
};
const facts = {
  ...NO_FACTS,
  kick_offs: {
    late: DAY + 20 * HOUR,
    group10: DAY + 15.5 * HOUR,
    group2: DAY + 15.5 * HOUR,
    early: DAY + 9 * HOUR,
    later: DAY + 10 * HOUR,
  },
  zones: { late: 'Asia/Tokyo' },
  stages: {
    group10: { group: '10', round: 1 },
    group2: { group: '2', round: 1 },
    late: { group: null, round: 'Final' },
  },
};

test('rule PAGE-29: a feed is listed by time and then by group', () => {
  const listed = listedOf(state, facts, en);
  expect(listed.map(({ id }) => id)).toEqual(['live', 'later', 'early', 'group2', 'group10', 'late', 'unknown']);
  expect(listed.map(({ stage }) => stage)).toEqual(['', '', '', 'Group 2', 'Group 10', 'Final', '']);
});

test('rule PAGE-29: a match to come is told by the time at its place, on another day with the day', () => {
  const all = new Map(listedOf(state, facts, en).map((listed) => [listed.id, listed]));
  const tell = (id: string): string | undefined => {
    const listed = all.get(id);
    return listed && whenOf(listed, { now: DAY + 12 * HOUR, words: en, lang: 'en' });
  };
  expect(tell('late')).toBe('05:00 · Mon, Nov 23');
  expect(tell('unknown')).toBe('Not started');
  expect(tell('later')).toBe('Full time');
});

test('rule LIFE-9: a match of one half is told to be live, not in its first half', () => {
  const told = [[], ['live']].map((ids) => {
    const [first] = listedOf(state, { ...facts, one_half: ids }, en);
    return first && whenOf(first, { now: DAY, words: en, lang: 'en' });
  });
  expect(told).toEqual(['1st half', 'Live']);
});

test('a result names a shootout', () => {
  expect(resultOf(match(), en)).toBe('v');
  expect(resultOf(match({ ...over }), en)).toBe('2–1');
  const score = { home: 1, away: 1, home_penalties: 4, away_penalties: 3 };
  expect(resultOf(match({ ...over, score }), en)).toBe('1–1 (4–3)');
});
