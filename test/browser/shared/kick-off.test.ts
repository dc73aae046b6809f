// Kick-offs in the zone of their ground: rule PAGE-34.
import { expect, test } from 'vitest';
import { isOwnTime, momentIn } from '../../../src/browser/shared/kick-off.ts';

const WINTER = Date.UTC(2026, 0, 15, 20, 30);
const SUMMER = Date.UTC(2026, 6, 15, 20, 30);

test.each([
  ['Europe/Lisbon', 'Europe/London', WINTER, true],
  ['Europe/Lisbon', 'Europe/London', SUMMER, true],
  ['Europe/Lisbon', 'Europe/Berlin', WINTER, false],
  ['Africa/Lagos', 'Europe/London', SUMMER, true],
  ['Africa/Lagos', 'Europe/London', WINTER, false],
  ['Asia/Tokyo', 'America/New_York', WINTER, false],
])('rule PAGE-34: clocks in %s and %s at %i', (zone, own, at, same) => {
  expect(isOwnTime(at, zone, own)).toBe(same);
});

test('rule PAGE-34: a kick-off is told with its zone, on the day that it is there', () => {
  expect(momentIn(WINTER, 'en-GB', 'Europe/Lisbon')).toMatch(/^15 Jan 2026, 20:30 (?:WET|GMT)$/);
  expect(momentIn(WINTER, 'en-GB', 'Asia/Tokyo')).toBe('16 Jan 2026, 05:30 GMT+9');
  expect(momentIn(SUMMER, 'de', 'America/New_York')).toBe('15. Juli 2026, 16:30 GMT-4');
});
