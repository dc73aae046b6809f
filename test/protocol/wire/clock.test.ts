import { describe, expect, test } from 'vitest';
import { shownClock } from '../../../protocol/wire/clock.ts';

const AT = 1_763_805_012_000;
const minutes = (n: number): number => n * 60_000;

describe('the shown clock', () => {
  test('stands at 00:00 before Start', () => {
    expect(shownClock({ running: false, elapsed_ms: 0 }, AT)).toEqual({
      elapsedMs: 0,
      base: '00:00',
      addedMs: 0,
      text: '00:00',
      running: false,
    });
  });

  test.each([
    ['runs from where it was', { elapsed_ms: 712_000, period_ends_ms: minutes(45) }, 15_000, '12:07'],
    ['shows a second only once it is full', { elapsed_ms: 0, period_ends_ms: minutes(45) }, 1_999, '00:01'],
    [
      'stays at the end of the period for its first second',
      { elapsed_ms: minutes(45), period_ends_ms: minutes(45) },
      999,
      '45:00',
    ],
    ['counts added time', { elapsed_ms: minutes(45), period_ends_ms: minutes(45) }, 133_000, '45:00 +2:13'],
    [
      'counts ten minutes of added time',
      { elapsed_ms: minutes(45), period_ends_ms: minutes(90) },
      minutes(55),
      '90:00 +10:00',
    ],
    [
      'passes a hundred minutes',
      { elapsed_ms: minutes(90), period_ends_ms: minutes(105) },
      minutes(12) + 5_000,
      '102:05',
    ],
    ['needs no end of period', { elapsed_ms: minutes(120) }, 1_000, '120:01'],
  ])('%s', (_what, clock, passedMs, text) => {
    expect(shownClock({ running: true, as_of: AT, ...clock }, AT + passedMs).text).toBe(text);
  });

  test('stands still while it is stopped, in added time too', () => {
    const clock = { running: false, elapsed_ms: minutes(47), as_of: AT, period_ends_ms: minutes(45) };
    expect(shownClock(clock, AT + minutes(15))).toEqual({
      elapsedMs: minutes(47),
      base: '45:00',
      addedMs: minutes(2),
      text: '45:00 +2:00',
      running: false,
    });
  });

  test('never shows less than 00:00 when our server time lags behind', () => {
    const shown = shownClock({ running: true, elapsed_ms: 0, as_of: AT, period_ends_ms: minutes(45) }, AT - 4_000);
    expect(shown).toMatchObject({ elapsedMs: 0, text: '00:00', running: true });
  });
});
