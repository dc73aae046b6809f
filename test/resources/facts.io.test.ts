// Time zones and matches of one half in the facts of pages: rules PAGE-34 and LIFE-9.
import { expect, test } from 'vitest';
import { clubFacts, gameFacts } from '../../src/resources/facts.ts';
import { openTournamentLists } from '../../src/resources/tournament-lists.ts';
import { loadListedGame } from '../../src/store/game-list.ts';
import { loadTournament } from '../../src/store/tournament-profile.ts';
import { bestDatabase } from '../support/database.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { filledStore } from '../support/filled-store.ts';
import { bareGame } from '../support/world/games.ts';

const HOUR = 3_600_000;
const cup = (id: number, more: object) => ({
  id,
  slug: `cup-${id}`,
  name: `Cup ${id}`,
  teams: [{ id: 10 * id + 1, name: 'Reds' }],
  ...more,
  matches: [1, 2].map((number) => ({
    id: 100 * id + number,
    home_team_id: 10 * id + 1,
    away_placeholder: 'Winner A',
    knockout_round: 'final',
    scheduled_at: iso(thisMinute + number * HOUR),
  })),
});
const store = filledStore(await bestDatabase(), () => ({
  touchline_data: 1,
  tournaments: [cup(1, { timezone: 'America/Sao_Paulo' }), cup(2, { match_format: { halves: 1, half_minutes: 20 } })],
  clubs: [
    {
      id: 1,
      slug: 'reds',
      name: 'Reds',
      created_at: iso(thisMinute - HOUR),
      games: [
        bareGame(1, 'first', { timezone: 'Europe/Lisbon' }),
        bareGame(2, 'second', { format: { halves: 1, half_minutes: 20 } }),
      ],
    },
  ],
}));

async function factsOf(slug: string, match: number | null) {
  const stored = await loadTournament(store.sql, slug);
  if (stored === null) throw new Error(`${slug} is not there.`);
  const readMark = () => Promise.reject(new Error('The lists are not checked here.'));
  return openTournamentLists(stored, { readMark, baseUrl: () => '' }).facts(match);
}

test('rule PAGE-34: a tournament has its zone in all its lists', async () => {
  const zone = 'America/Sao_Paulo';
  expect(await factsOf('cup-1', null)).toMatchObject({
    zone,
    zones: { 101: zone, 102: zone },
    next: [{ zone }, { zone }],
  });
  expect(await factsOf('cup-1', 101)).toMatchObject({ zone, kick_off: thisMinute + HOUR, next: [{ zone }] });
});

test('rule PAGE-34: the default zone of a tournament counts as unknown', async () => {
  expect(await factsOf('cup-2', null)).toMatchObject({ zone: null, zones: {}, next: [{ zone: null }, { zone: null }] });
});

test('rule PLACE-7: the next matches say which sides are places', async () => {
  expect((await factsOf('cup-1', 101))?.next).toMatchObject([{ home: 'Reds', away: 'Winner A', open: { away: true } }]);
});

test('rule PAGE-34: the default zone of a game counts as unknown, in the lists of its club too', async () => {
  const games = (await Promise.all([1, 2].map((id) => loadListedGame(store.sql, id)))).filter((game) => game !== null);
  const facts = clubFacts('Reds', games, thisMinute);
  expect(facts.zones).toEqual({ '1_0': 'Europe/Lisbon' });
  expect(facts.next.map(({ zone }) => zone)).toEqual(['Europe/Lisbon', null]);
  expect(games.map((game) => gameFacts('Reds', game, new Map(), []).zone)).toEqual(['Europe/Lisbon', null]);
});

test('rule LIFE-9: the facts of a match, a game and both feeds list the matches of one half', async () => {
  const games = (await Promise.all([1, 2].map((id) => loadListedGame(store.sql, id)))).filter((game) => game !== null);
  const oneHalf = {
    cups: await Promise.all(['cup-1', 'cup-2'].map(async (slug) => (await factsOf(slug, null))?.one_half)),
    match: (await factsOf('cup-2', 201))?.one_half,
    games: games.map((game) => gameFacts('Reds', game, new Map(), []).one_half),
    club: clubFacts('Reds', games, thisMinute).one_half,
  };
  expect(oneHalf).toEqual({ cups: [[], ['201', '202']], match: ['201'], games: [[], ['2_0']], club: ['2_0'] });
});
