// The schema of a data file: each mistake is reported at its exact place.
import { describe, expect, test } from 'vitest';
import { parseFile } from '../../../src/data-file/parse.ts';
import { Problem } from '../../../src/ops/problem.ts';
import { GAME_KICK_OFF } from '../../support/world/games.ts';
import { PLAYED_KICK_OFF, worldWithResults } from '../../support/world/world-with-results.ts';
import { countTurns } from '../../support/count-turns.ts';

/** The details of the error. */
async function refusalOf(file: unknown): Promise<{ path: string; message: string }[]> {
  try {
    await parseFile(file);
  } catch (error) {
    if (error instanceof Problem) {
      expect(error.status).toBe(422);
      return [...(error.details ?? [])];
    }
    throw error;
  }
  return [];
}
const placesOf = async (file: unknown) => (await refusalOf(file)).map(({ path }) => path);

/** The world with results with a value put at a place such as `clubs[0].name`; undefined removes it. */
function withChange(place: string, value: unknown): unknown {
  const file = structuredClone(worldWithResults()) as unknown;
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop() ?? '';
  let at = file as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return file;
}

test('a valid file is parsed: times become milliseconds, markers become Markers', async () => {
  const parsed = await parseFile(worldWithResults());
  expect(parsed.clubs[0]?.games?.[0]?.date_time).toBe(GAME_KICK_OFF);
  expect(parsed.clubs[0]?.games?.[1]?.markers?.[0]?.marker).toMatchObject({
    type: 'Start',
    at: PLAYED_KICK_OFF,
  });
});

test('rule DATA-7: nearly every field may be left out or null', async () => {
  expect(await placesOf({ touchline_data: 1 })).toEqual([]);
  const empty = { touchline_data: 1, users: null, juniors: null, clubs: null, tournaments: null, tokens: null };
  expect(await placesOf(empty)).toEqual([]);
  const club = { id: 1, name: 'C', slug: 'c', members: null, games: [{ id: 1, slug: 'g', title: 'G', format: null }] };
  const tournament = { id: 1, name: 'T', slug: 't', matches: [{ id: 1, lineups: null, score: null }], players: null };
  expect(await placesOf({ touchline_data: 1, clubs: [club], tournaments: [tournament] })).toEqual([]);
});

test('rule DATA-7: a blank name of a team, a place or a group counts as null', async () => {
  const teams = ['', ' \t', 'Bibs', null].map((name, index) => ({ number: index + 1, name }));
  const club = {
    id: 1,
    name: 'C',
    slug: 'c',
    games: [{ id: 1, slug: 'g', title: 'G', teams: [...teams, { number: 5 }] }],
  };
  const match = { id: 1, group_name: ' ', home_placeholder: '', away_placeholder: ' Winner A ' };
  const tournament = { id: 1, name: 'T', slug: 't', teams: [{ id: 1, name: 'T', group_name: '' }], matches: [match] };
  const { clubs, tournaments } = await parseFile({ touchline_data: 1, clubs: [club], tournaments: [tournament] });
  expect(clubs[0]?.games?.[0]?.teams?.map(({ name }) => name)).toEqual([null, null, 'Bibs', null, undefined]);
  expect(tournaments[0]?.teams).toEqual([{ id: 1, name: 'T', group_name: null }]);
  expect(tournaments[0]?.matches).toEqual([{ ...match, group_name: null, home_placeholder: null }]);
});

describe('a mistake is refused at its place', () => {
  const cases: readonly (readonly [place: string, value: unknown, path?: string])[] = [
    ['touchline_data', 2],
    ['touchline_data', undefined],
    ['usrs', []],
    ['users', {}],
    ['users[0].id', '1'],
    ['users[0].id', 0],
    ['users[0].id', 1.5],
    ['users[0].slug', undefined],
    ['users[0].slug', 'no spaces'],
    ['users[0].name', ''],
    ['users[0].name', 'with\u0000nul'],
    ['users[0].name', 'half a \ud83d pair'],
    ['users[0].nick', 'x'],
    ['users[0].email', 'nobody'],
    ['users[0].skill_level', 'expert'],
    ['users[0].preferred_position', 'striker'],
    ['users[0].secondary_positions[0]', 'libero'],
    ['users[0].password_hash', 'plain'],
    ['juniors[0].age', 9],
    ['clubs[0].short_name', ''],
    ['clubs[0].short_name', ' '],
    ['clubs[0].short_name', 'RIVER'],
    ['clubs[0].games[0].teams[1].short_name', 'BIBS!'],
    ['tournaments[0].teams[0].short_name', 7],
    ['tournaments[0].is_private', 'yes'],
    ['clubs[0].created_at', 'yesterday'],
    ['clubs[0].created_at', '2026-02-30T10:00:00Z'],
    ['clubs[0].members[0].role', 'owner'],
    ['clubs[0].members[0].status', 'gone'],
    ['clubs[0].members[0].user_id', undefined],
    ['clubs[0].members[0].jersey_number', 0],
    ['clubs[0].members[0].jersey_number', 100],
    ['clubs[0].games[0].title', undefined],
    ['clubs[0].games[0].date_time', '2026-11-22'],
    ['clubs[0].games[0].format.halves', 3],
    ['clubs[0].games[0].format.quarters', 4],
    ['clubs[0].games[0].teams[1].jersey_color', 'orange'],
    ['clubs[0].games[0].teams[1].color', '#ffffff'],
    ['clubs[0].games[0].matchups[0].home_team', undefined],
    ['clubs[0].games[0].participants[0].player_type', 'adult'],
    ['clubs[0].games[0].participants[0].id', undefined],
    ['clubs[0].games[0].participants[0].rsvp', 'no'],
    ['clubs[0].games[0].participants[2].name', null],
    ['clubs[0].games[0].participants[2].id', 5],
    ['clubs[0].games[0].scores', { one: 3 }, 'clubs[0].games[0].scores.one'],
    ['clubs[0].games[0].scores.1', 1_000],
    ['clubs[0].games[0].goals[0].scorer', undefined],
    ['clubs[0].games[0].goals[0].minutes', '12'],
    ['clubs[0].games[1].markers[0].id', 'one'],
    ['clubs[0].games[1].markers[0].type', 'HalfTime'],
    ['clubs[0].games[1].markers[0].timestamp', '2026-11-01'],
    ['clubs[0].games[1].markers[0].colour', 'red'],
    ['tournaments[0].tournament_type', 'open'],
    ['tournaments[0].start_date', 'soon'],
    ['tournaments[0].tie_breaks[0]', 'coin'],
    ['tournaments[0].players[0].user', { id: 9, slug: 'nine', name: 'Nine' }],
    ['tournaments[0].players[0].user_id', undefined],
    ['tournaments[0].players[1].user.nick', 'x'],
    ['tournaments[0].matches[0].status', 'finished'],
    ['tournaments[0].matches[0].score', { home: 1, away: 0, pens: 3 }, 'tournaments[0].matches[0].score.pens'],
    ['tournaments[0].matches[0].lineups.home.starters[0].pitch_x', 101],
    ['tournaments[0].matches[0].lineups.home.starters[0].pitch_y', -1],
    ['tournaments[0].matches[0].lineups.guests', {}],
    ['tournaments[0].matches[0].markers', [{ id: 'x' }], 'tournaments[0].matches[0].markers[0].id'],
    ['tokens[0].kind', 'master'],
    ['tokens[0].club', undefined],
    ['tokens[0].token', undefined],
    ['tokens[0].app_name', 'a shared key has no app'],
  ];
  test.each(cases.map(([place, value, path = place]) => ({ place, value, path })))(
    'rules DATA-5, DATA-7: $place = $value',
    async ({ place, value, path }) => {
      expect(await placesOf(withChange(place, value))).toContain(path);
    },
  );
});

test('rule DATA-5: every mistake is reported, also inside clubs and tournaments that have mistakes of their own', async () => {
  const file = withChange('clubs[0].slug', 'a b');
  const both = structuredClone(file) as { clubs: { games: { teams: { jersey_color: string }[] }[] }[] };
  const team = both.clubs[0]?.games[0]?.teams[0];
  if (team) team.jersey_color = 'red';
  expect(await placesOf(both)).toEqual(['clubs[0].slug', 'clubs[0].games[0].teams[0].jersey_color']);
});

test.each([null, [], 'text', 7])('%j is not a data file', async (file) => {
  expect(await placesOf(file)).toEqual(['']);
});

test('rule READ-11: tournament dates keep the form in which they were given', async () => {
  const parsed = await parseFile(withChange('tournaments[0].start_date', '2026-11-01T10:00:00+01:00'));
  expect(parsed.tournaments[0]?.start_date).toBe('2026-11-01T10:00:00+01:00');
});

test('a long file does not block the event loop', async () => {
  const users = Array.from({ length: 60_000 }, (_, id) => ({
    id: id + 1,
    slug: `u${id}`,
    name: 'U',
    email: 'a@b.org',
  }));
  const turns = countTurns();
  await parseFile({ touchline_data: 1, users });
  expect(turns.stop()).toBeGreaterThan(3);
});
