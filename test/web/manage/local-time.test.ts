// Times of day at the pitch, also when clocks change.
import { expect, it } from 'vitest';
import { isZone, localText, nextWeekly, timeIn, TIME_ZONES, weeksLater } from '../../../src/web/manage/local-time.ts';

const LISBON = 'Europe/Lisbon';

it('reads a time of day in a zone', () => {
  expect(timeIn(LISBON, '2026-07-05T18:30')).toBe(Date.UTC(2026, 6, 5, 17, 30));
  expect(timeIn(LISBON, '2026-01-05T18:30')).toBe(Date.UTC(2026, 0, 5, 18, 30));
  expect(timeIn('Asia/Kolkata', '2026-01-05T00:15')).toBe(Date.UTC(2026, 0, 4, 18, 45));
});

it('takes the time after a gap of clocks that are put forward', () => {
  expect(timeIn(LISBON, '2026-03-29T01:30')).toBe(timeIn(LISBON, '2026-03-29T02:30'));
});

it.each(['', '2026-02-30T10:00', '2026-01-05', '2026-01-05T25:00', '2026-01-05T10:00Z', 'tomorrow'])(
  'refuses %j',
  (text) => expect(timeIn(LISBON, text)).toBe(null),
);

it('knows which zones there are', () => {
  expect([isZone(LISBON), isZone('UTC'), isZone('Mars/Olympus'), isZone('')]).toEqual([true, true, false, false]);
  expect(TIME_ZONES).toContain('UTC');
  expect(TIME_ZONES).toContain(LISBON);
});

it('writes a time as the form field has it, in UTC for an unknown zone', () => {
  const at = Date.UTC(2026, 6, 5, 17, 30, 59);
  expect(localText(LISBON, at)).toBe('2026-07-05T18:30');
  expect(localText('Mars/Olympus', at)).toBe('2026-07-05T17:30');
});

it('keeps the time of day over a change of clocks', () => {
  const saturday = timeIn(LISBON, '2026-03-28T10:00') ?? 0;
  expect(localText(LISBON, weeksLater(LISBON, saturday, 1))).toBe('2026-04-04T10:00');
});

it('finds the next week that is still to come', () => {
  const first = timeIn(LISBON, '2026-03-22T10:00') ?? 0;
  const in3Weeks = timeIn(LISBON, '2026-04-12T09:00') ?? 0;
  expect(localText(LISBON, nextWeekly(LISBON, first, first + 1))).toBe('2026-03-29T10:00');
  expect(localText(LISBON, nextWeekly(LISBON, first, in3Weeks))).toBe('2026-04-12T10:00');
  expect(localText(LISBON, nextWeekly(LISBON, in3Weeks, first)), 'a game of the future').toBe('2026-04-19T09:00');
  const [atTen, weeksBefore] = [timeIn(LISBON, '2026-03-29T10:30') ?? 0, timeIn(LISBON, '2026-03-15T10:00') ?? 0];
  expect(localText(LISBON, nextWeekly(LISBON, weeksBefore, atTen)), 'one hour short of two weeks').toBe(
    '2026-04-05T10:00',
  );
});
