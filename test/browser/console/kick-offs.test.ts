// Kick-offs and places in the console's list: rules PAGE-34 and PLACE-7.
import { expect, test } from 'vitest';
import type { TournamentMatch } from '../../../protocol/rest/tournament.ts';
import { matchFixture, zoneOf } from '../../../src/browser/console/fixture.ts';

const side = (id: number | null, name: string) => ({ id, slug: null, name, placeholder: null });
const none = { starters: [], substitutes: [] };
const match = {
  id: 701,
  status: 'scheduled',
  scheduled_at: '2026-07-15T20:30:00.000Z',
  field: null,
  pitch: '2',
  knockout_round_label: 'Halbfinale',
  group_name: null,
  lineups: { home: none, away: none },
  home_team: side(7, 'Sieger A'),
  away_team: side(null, 'Sieger A'),
} as unknown as TournamentMatch;

test('rule PAGE-34: a match has the zone of its tournament', () => {
  expect(matchFixture({ slug: 'cup', zone: 'Europe/Lisbon' }, match, [])).toMatchObject({
    zone: 'Europe/Lisbon',
    when: '2026-07-15T20:30:00.000Z',
  });
  expect([zoneOf('UTC'), zoneOf('Asia/Tokyo'), zoneOf(undefined), zoneOf(null)]).toEqual([
    null,
    'Asia/Tokyo',
    null,
    null,
  ]);
});

test('rule PLACE-7: a side without a team and a round are named in the language of the console', () => {
  const { title, pairings } = matchFixture({ slug: 'cup', zone: null }, match, []);
  expect(title).toBe('Semi-final · Sieger A – Winner A');
  expect(pairings[0]).toMatchObject({ home: { name: 'Sieger A' }, away: { name: 'Winner A' } });
});
