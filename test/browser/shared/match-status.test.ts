// The status of a match in words.
import { expect, test } from 'vitest';
import { en } from '../../../src/browser/shared/lang/en.ts';
import { matchStatusLabel } from '../../../src/browser/shared/match-status.ts';

test('rule LIFE-9: the only half of a match is not called the first; extra time and the end are named as ever', () => {
  const match = { clock: { running: true, elapsed_ms: 0 }, score: { home: 0, away: 0 } };
  const inPlay = { ...match, status: 'live', period: 'first_half' } as const;
  expect([false, true].map((isOneHalf) => matchStatusLabel(inPlay, en, isOneHalf))).toEqual(['1st half', 'Live']);
  expect(matchStatusLabel({ ...inPlay, period: 'extra_time_first_half' }, en, true)).toBe('Extra time, 1st half');
  expect(matchStatusLabel({ ...inPlay, period: 'full_time', status: 'completed' }, en, true)).toBe('Full time');
});
