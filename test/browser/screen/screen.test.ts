// What a screen shows of a state, without a browser.
import { describe, expect, test } from 'vitest';
import type { Board } from '../../../protocol/wire/board.ts';
import { headingOf } from '../../../src/browser/shared/heading.ts';
import { dateOf, timeOf } from '../../../src/browser/shared/kick-off.ts';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { bestColumns } from '../../../src/browser/screen/columns.ts';
import { en } from '../../../src/browser/shared/lang/en.ts';
import { isPaused, readableSlug, showsClock, matchStatusLabel } from '../../../src/browser/shared/match-status.ts';
import { screenPage } from '../../../src/web/screen.ts';
import { slideAt, slidesOf } from '../../../src/browser/screen/scene.ts';
import { shownBoards } from '../../support/shown-state.ts';

function boardOf(name: string, matchId: string): Board {
  const board = shownBoards(name).matches[matchId];
  if (!board) throw new Error(`"${name}" has no match ${matchId}.`);
  return board;
}

test.each([
  [{ competition: 'Autumn Cup', group: 'A', round: 1 }, 'Autumn Cup · Group A · Round 1'],
  [{ competition: 'Autumn Cup', round: 'Final' }, 'Autumn Cup · Final'],
  [{}, 'Autumn Cup'],
])('the heading of %o is %s', (facts, text) => {
  expect(headingOf({ ...NO_FACTS, ...facts }, 'autumn-cup', en)).toBe(text);
});

test('a kick-off has a time, and a date on another day', () => {
  const at = new Date();
  at.setHours(19, 5, 0, 0);
  expect([timeOf(at.getTime(), 'en'), dateOf(at.getTime(), at.getTime(), 'en')]).toEqual(['19:05', null]);
  expect(dateOf(at.getTime(), at.getTime() - 86_400_000, 'en')).toContain(String(at.getDate()));
});

describe('the status of a match', () => {
  test.each([
    ['added time', '701', '2nd half', true],
    ['before kick-off, names not known', '701', 'Not started', false],
    ['13–0, full time', '701', 'Full time', false],
    ['a shootout', '701', 'Penalty shootout', false],
    ['half-time after a second yellow', '701', 'Half-time', false],
  ])('%s', (name, id, label, clock) => {
    expect([matchStatusLabel(boardOf(name, id), en), showsClock(boardOf(name, id))]).toEqual([label, clock]);
  });

  test('a status of the data file replaces the period', () => {
    const board = boardOf('before kick-off, names not known', '701');
    const labels = (['postponed', 'cancelled', 'abandoned', 'awarded'] as const).map((status) =>
      matchStatusLabel({ ...board, status }, en),
    );
    expect(labels).toEqual(['Postponed', 'Cancelled', 'Abandoned', 'Awarded']);
  });

  test('a clock stopped inside a period is paused, a clock in a break is hidden', () => {
    const board = boardOf('added time', '701');
    expect(isPaused(board)).toBe(false);
    expect(isPaused({ ...board, clock: { ...board.clock, running: false } })).toBe(true);
    expect(isPaused(boardOf('half-time after a second yellow', '701'))).toBe(false);
  });
});

test.each([
  [1, 16 / 9, 1],
  [2, 16 / 9, 1],
  [2, 32 / 9, 2],
  [2, 9 / 16, 1],
  [4, 16 / 9, 2],
  [5, 1.85, 3],
  [9, 16 / 9, 3],
  [4, 9 / 16, 1],
])('%i pairings on a screen of %f form %i columns', (count, aspect, columns) => {
  expect(bestColumns(count, aspect)).toBe(columns);
});

test('a slug reads as a name', () => {
  expect(['autumn-cup', 'world_cup-2018', 'a', '--'].map(readableSlug)).toEqual([
    'Autumn Cup',
    'World Cup 2018',
    'A',
    '',
  ]);
});

describe('the slides below the score', () => {
  const lineups = { home: { starters: [], substitutes: [] }, away: { starters: [], substitutes: [] } };
  const kinds = (name: string, given: Partial<Parameters<typeof slidesOf>[1]> = {}): string[] =>
    slidesOf(boardOf(name, '701'), { lineups: undefined, sponsors: [], ...given }).map(({ kind }) => kind);
  const table = { group: 'A', rows: [] };
  const sponsors = ['https://a.example/1.png', 'https://a.example/2.png'];

  test.each<[string, Parameters<typeof kinds>[1], string[]]>([
    ['added time', { sponsors, lineups }, ['entries']],
    ['a shootout', { sponsors }, ['entries']],
    ['before kick-off, names not known', {}, ['entries']],
    ['before kick-off, names not known', { sponsors, lineups }, ['lineups', 'sponsor', 'sponsor']],
    ['half-time after a second yellow', { sponsors }, ['entries', 'sponsor', 'sponsor']],
    ['half-time after a second yellow', { table }, ['entries', 'table']],
    ['before kick-off, names not known', { table, lineups }, ['lineups', 'table']],
    ['added time', { table }, ['entries']],
    ['13–0, full time', {}, ['entries']],
    ['statistics after the match', {}, ['statistics']],
    ['statistics after the match', { sponsors: sponsors.slice(0, 1) }, ['statistics', 'sponsor']],
  ])('%s', (name, given, expected) => {
    expect(kinds(name, given)).toEqual(expected);
  });

  test('change every ten seconds, and start again after the last', () => {
    const slides = slidesOf(boardOf('half-time after a second yellow', '701'), { lineups: undefined, sponsors });
    const at = (seconds: number) => slideAt(slides, 1.8e12 + seconds * 1_000);
    expect([at(0), at(9.9), at(10), at(20), at(30)].map((slide) => slides.indexOf(slide))).toEqual([0, 0, 1, 2, 0]);
  });
});

describe('the document of a screen', () => {
  const page = screenPage({
    channel: 'match:701',
    assets: { js: '/assets/screen-1.js', css: '/assets/screen-1.css' },
    title: `<b>"Tom & Jerry's"</b>`,
  });

  test('rule PAGE-6: escapes names', () => {
    expect(page).toContain('<title>&lt;b&gt;&quot;Tom &amp; Jerry&#39;s&quot;&lt;/b&gt;</title>');
    const nasty = screenPage({ channel: '"><script>1</script>', assets: { js: '"x' }, title: '' });
    expect(nasty).toContain('data-channel="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"');
    expect(nasty).toContain('src="&quot;x"');
  });

  test('rule PAGE-6: has no inline script or style, so it works under a strict policy', () => {
    expect(page).not.toMatch(/ style=|<style|<script(?![^>]*src=)| on\w+=/);
    expect(page).toContain('<link rel="stylesheet" href="/assets/screen-1.css">');
  });
});
