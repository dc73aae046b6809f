// Calendars as text (RFC 5545).
import { expect, test } from 'vitest';
import { calendarText, type CalendarEvent } from '../../../src/web/public/calendar.ts';
import { daysFromNow } from '../../support/dates.ts';

const start = daysFromNow(3);
const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'game-100',
  title: 'Sunday 5s',
  start,
  end: start + 3_600_000,
  place: null,
  localTime: 'Sun, 22 Nov 2026, 10:00 GMT',
  url: 'https://scores.example/clubs/a/games/b',
  status: 'scheduled',
  ...more,
});
const textOf = (...events: CalendarEvent[]): string => calendarText('Riverside FC', 'https://scores.example', events);

/** Lines are folded by a line break and a space (RFC 5545, section 3.1). */
const unfolded = (text: string): string => text.replaceAll('\r\n ', '');

test('rule PAGE-34: an event says the time at its ground', () => {
  expect(unfolded(textOf(event()))).toContain('DESCRIPTION:Sun\\, 22 Nov 2026\\, 10:00 GMT\r\n');
});

test('an event has the same UID for ever, and the same events give the same text (rule PUBLIC-7)', () => {
  const [first, moved] = [textOf(event()), textOf(event({ start: start + 1_000, title: 'Moved' }))];
  expect(first).toContain('UID:game-100@scores.example\r\n');
  expect(moved).toContain('UID:game-100@scores.example\r\n');
  expect(textOf(event())).toBe(first);
});

test('text is escaped and folded at 75 octets', () => {
  const title = `Finals; part 1, "the end" \\ ${'Ł'.repeat(80)}\nEND:VCALENDAR`;
  const text = textOf(event({ title, place: 'Park, field 1; gate' }));
  expect(unfolded(text)).toContain(String.raw`SUMMARY:Finals\; part 1\, "the end" \\ `);
  expect(unfolded(text)).toContain(String.raw`\nEND:VCALENDAR`);
  expect(unfolded(text)).toContain(String.raw`LOCATION:Park\, field 1\; gate`);
  expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1);
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
});

test('rule PUBLIC-7: a name adds no line, no control character and no direction to a calendar', () => {
  const name = 'FC A, B; C\\D\r\nX-OTHER:1\rX\u0007\u000B\u007F\u202E!';
  const text = calendarText(name, 'https://scores.example', [
    event({ title: name, place: name, reason: `1\n${name}` }),
  ]);
  const lines = unfolded(text).split('\r\n');
  const escaped = String.raw`FC A\, B\; C\\D\nX-OTHER:1\nX !`;
  for (const property of ['NAME', 'X-WR-CALNAME'])
    expect(lines.filter((line) => line.startsWith(`${property}:`))).toEqual([
      `${property}:${escaped.replaceAll(String.raw`\n`, ' ')}`,
    ]);
  for (const property of ['SUMMARY', 'LOCATION'])
    expect(lines.filter((line) => line.startsWith(`${property}:`))).toEqual([`${property}:${escaped}`]);
  expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain(`GMT\\n1\\n${escaped}`);
  expect(lines.filter((line) => !/^[A-Z-]+[:;][^\p{Cc}]+$/u.test(line))).toEqual(['']);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

test('postponed games are tentative, cancelled ones are cancelled', () => {
  expect(textOf(event({ status: 'postponed' }))).toContain('STATUS:TENTATIVE');
  expect(textOf(event({ status: 'cancelled' }))).toContain('STATUS:CANCELLED');
  expect(textOf(event())).toContain('STATUS:CONFIRMED');
});
