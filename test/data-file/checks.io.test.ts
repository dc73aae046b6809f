// Checks beyond the schema: a contradiction within the file or with stored rows is rejected with its exact path, and
// nothing of the file is applied.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importData } from '../../src/data-file/import.ts';
import { bestDatabase, openTestStore, type TestStore } from '../support/database.ts';
import { refusedAt } from '../support/data-file.ts';
import { daysFromNow, iso } from '../support/dates.ts';
import { uuid } from '../support/uuid.ts';
import { RIVERSIDE } from '../support/world/clubs.ts';
import { clubKey, TOKENS } from '../support/world/tokens.ts';
import { PLAYED_KICK_OFF, worldWithResults } from '../support/world/world-with-results.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore(await bestDatabase());
});
afterAll(() => store.close());

/** The world with results as JSON, so that a case can change any value. */
type Loose = { [key: string]: Loose } & { [index: number]: Loose };
const changed = (change: (file: Loose) => void): unknown => {
  const file = worldWithResults();
  change(file as unknown as Loose);
  return file;
};
const put = (at: Loose | undefined, values: object): void => void Object.assign(at as object, values);

const club = (file: Loose): Loose | undefined => file['clubs']?.[0];
const game = (file: Loose): Loose | undefined => club(file)?.['games']?.[0];
const tournament = (file: Loose): Loose | undefined => file['tournaments']?.[0];
const match = (file: Loose): Loose | undefined => tournament(file)?.['matches']?.[0];

/** As an export has a match at position 2: its markers with these places in the order. */
const exportedMatch = (f: Loose, ...markers: readonly { readonly arrival: number; readonly touched: number }[]) =>
  put(match(f), {
    live: { seq: 2 },
    markers: markers.map((places) => ({ id: uuid(90), timestamp: iso(PLAYED_KICK_OFF), type: 'Goal', ...places })),
  });

const cases: readonly (readonly [what: string, change: (file: Loose) => void, place: string])[] = [
  ['a user id twice', (f) => put(f['users']?.[1], { id: 1 }), 'users[1].id'],
  ['a user slug twice', (f) => put(f['users']?.[1], { slug: 'ana-silva' }), 'users[1].slug'],
  [
    'a junior id twice',
    (f) =>
      put(f, {
        juniors: [
          { id: 1, name: 'A' },
          { id: 1, name: 'B' },
        ],
      }),
    'juniors[1].id',
  ],
  ['a club id twice', (f) => put(f['clubs']?.[1], { id: 10 }), 'clubs[1].id'],
  ['a club slug twice', (f) => put(f['clubs']?.[1], { slug: RIVERSIDE.slug }), 'clubs[1].slug'],
  ['a member twice', (f) => put(club(f)?.['members']?.[1], { user_id: 1 }), 'clubs[0].members[1].user_id'],
  ['an unknown member', (f) => put(club(f)?.['members']?.[1], { user_id: 99 }), 'clubs[0].members[1].user_id'],
  [
    'a jersey twice among active members',
    (f) => put(club(f)?.['members']?.[1], { jersey_number: 9 }),
    'clubs[0].members[1].jersey_number',
  ],
  ['a game id twice', (f) => put(club(f)?.['games']?.[1], { id: 100 }), 'clubs[0].games[1].id'],
  ['a game slug twice in a club', (f) => put(club(f)?.['games']?.[1], { slug: 'sunday-5s' }), 'clubs[0].games[1].slug'],
  ['an unknown organizer', (f) => put(game(f), { organizer_id: 99 }), 'clubs[0].games[0].organizer_id'],
  ['a team number twice', (f) => put(game(f)?.['teams']?.[1], { number: 1 }), 'clubs[0].games[0].teams[1].number'],
  [
    'a matchup with an unknown away team',
    (f) => put(game(f)?.['matchups']?.[0], { away_team: 3 }),
    'clubs[0].games[0].matchups[0].away_team',
  ],
  [
    'a matchup with an unknown home team',
    (f) => put(game(f)?.['matchups']?.[0], { home_team: 4 }),
    'clubs[0].games[0].matchups[0].home_team',
  ],
  [
    'a team against itself',
    (f) => put(game(f)?.['matchups']?.[0], { away_team: 1 }),
    'clubs[0].games[0].matchups[0].away_team',
  ],
  [
    'a matchup twice',
    (f) =>
      put(game(f), {
        matchups: [
          { match_index: 0, home_team: 1, away_team: 2 },
          { match_index: 0, home_team: 2 },
        ],
      }),
    'clubs[0].games[0].matchups[1].match_index',
  ],
  [
    'a participant on an unknown team',
    (f) => put(game(f)?.['participants']?.[0], { team: 3 }),
    'clubs[0].games[0].participants[0].team',
  ],
  [
    'a participant on two teams',
    (f) => put(game(f)?.['participants'], { 2: { player_type: 'user', id: 1, team: 2 } }),
    'clubs[0].games[0].participants[2].team',
  ],
  [
    'a participant twice',
    (f) => put(game(f)?.['participants'], { 2: { player_type: 'user', id: 1, team: 1 } }),
    'clubs[0].games[0].participants[2].id',
  ],
  [
    'an unknown user in a game',
    (f) => put(game(f)?.['participants']?.[0], { id: 99 }),
    'clubs[0].games[0].participants[0].id',
  ],
  [
    'an unknown junior in a game',
    (f) => put(game(f)?.['participants']?.[1], { id: 99 }),
    'clubs[0].games[0].participants[1].id',
  ],
  ['a score of an unknown team', (f) => put(game(f), { scores: { 1: 0, 3: 1 } }), 'clubs[0].games[0].scores.3'],
  ['a goal of an unknown team', (f) => put(game(f)?.['goals']?.[0], { team: '3' }), 'clubs[0].games[0].goals[0].team'],
  [
    'a goal of an unknown user',
    (f) => put(game(f)?.['goals']?.[0], { user_id: 99 }),
    'clubs[0].games[0].goals[0].user_id',
  ],
  [
    'an assist of an unknown user',
    (f) => put(game(f)?.['goals']?.[0], { assister_user_id: 99 }),
    'clubs[0].games[0].goals[0].assister_user_id',
  ],
  [
    'a marker of an unknown pairing',
    (f) => put(club(f)?.['games']?.[1]?.['markers']?.[1], { match_id: '130_4' }),
    'clubs[0].games[1].markers[1].match_id',
  ],
  [
    'a marker from the day after tomorrow',
    (f) => put(club(f)?.['games']?.[1]?.['markers']?.[0], { timestamp: iso(daysFromNow(2)) }),
    'clubs[0].games[1].markers[0].timestamp',
  ],
  [
    'a lifecycle marker in a postponed match',
    (f) =>
      put(match(f), {
        status: 'postponed',
        markers: [{ id: uuid(9), timestamp: iso(PLAYED_KICK_OFF), type: 'Start' }],
      }),
    'tournaments[0].matches[0].markers[0].type',
  ],
  [
    'places of arrival without the other parts of an export',
    (f) => put(club(f)?.['games']?.[1]?.['markers']?.[0], { arrival: 1 }),
    'clubs[0].games[1].markers[0].arrival',
  ],
  ['scores beside an export of them', (f) => put(game(f), { live: { seq: 1, hand: {} } }), 'clubs[0].games[0].scores'],
  ['an unknown host club', (f) => put(tournament(f), { host_club: 'nowhere' }), 'tournaments[0].host_club'],
  [
    'an unknown tournament organizer',
    (f) => put(tournament(f), { organizer_ids: [1, 99] }),
    'tournaments[0].organizer_ids[1]',
  ],
  ['a team id twice', (f) => put(tournament(f)?.['teams']?.[1], { id: 71 }), 'tournaments[0].teams[1].id'],
  [
    'a team of an unknown club',
    (f) => put(tournament(f)?.['teams']?.[1], { club_id: 99 }),
    'tournaments[0].teams[1].club_id',
  ],
  [
    'an unknown player',
    (f) => put(tournament(f)?.['players']?.[0], { user_id: 99 }),
    'tournaments[0].players[0].user_id',
  ],
  [
    'a player of an unknown team',
    (f) => put(tournament(f)?.['players']?.[0], { team_id: 99 }),
    'tournaments[0].players[0].team_id',
  ],
  [
    'a player given inline otherwise than above',
    (f) => put(tournament(f)?.['players']?.[1], { user: { id: 1, slug: 'ana-silva', name: 'Another' } }),
    'tournaments[0].players[1].user.id',
  ],
  [
    'the slug of another user inline',
    (f) => put(tournament(f)?.['players']?.[1]?.['user'], { slug: 'ana-silva' }),
    'tournaments[0].players[1].user.slug',
  ],
  ['a match id twice', (f) => put(tournament(f)?.['matches']?.[1], { id: 701 }), 'tournaments[0].matches[1].id'],
  ['an unknown home team', (f) => put(match(f), { home_team_id: 99 }), 'tournaments[0].matches[0].home_team_id'],
  [
    'a team against itself in a match',
    (f) => put(match(f), { away_team_id: 71 }),
    'tournaments[0].matches[0].away_team_id',
  ],
  [
    'an unknown authorized club',
    (f) => put(match(f), { authorized_clubs: [RIVERSIDE.slug, 'nowhere'] }),
    'tournaments[0].matches[0].authorized_clubs[1]',
  ],
  [
    'an unknown player in a line-up',
    (f) => put(match(f), { lineups: { away: { substitutes: [{ user_id: 99 }] } } }),
    'tournaments[0].matches[0].lineups.away.substitutes[0].user_id',
  ],
  [
    'a player in both line-ups',
    (f) => put(match(f)?.['lineups'], { away: { starters: [{ user_id: 1 }] } }),
    'tournaments[0].matches[0].lineups.away.starters[0].user_id',
  ],
  [
    'a marker from before the first position',
    (f) => exportedMatch(f, { arrival: 0, touched: 1 }),
    'tournaments[0].matches[0].markers[0].arrival',
  ],
  [
    'a marker written before it arrived',
    (f) => exportedMatch(f, { arrival: 2, touched: 1 }),
    'tournaments[0].matches[0].markers[0].arrival',
  ],
  [
    'a marker from after the last position',
    (f) => exportedMatch(f, { arrival: 2, touched: 3 }),
    'tournaments[0].matches[0].markers[0].touched',
  ],
  [
    'a marker twice in an export',
    (f) => exportedMatch(f, { arrival: 1, touched: 1 }, { arrival: 2, touched: 2 }),
    'tournaments[0].matches[0].markers[1].id',
  ],
  ['a token of an unknown club', (f) => put(f['tokens']?.[0], { club: 'nowhere' }), 'tokens[0].club'],
  ['a token of an unknown tournament', (f) => put(f['tokens']?.[1], { tournament: 'nowhere' }), 'tokens[1].tournament'],
  ['a token of an unknown user', (f) => put(f['tokens']?.[3], { user_id: 99 }), 'tokens[3].user_id'],
  ['two shared keys of one club', (f) => put(f['tokens'], { 4: clubKey(RIVERSIDE.slug, 'second') }), 'tokens[4].token'],
  [
    'a token twice',
    (f) => put(f['tokens'], { 4: { kind: 'connected_app', app_name: 'X', user_id: 1, token: TOKENS.app } }),
    'tokens[4].token',
  ],
];

describe('within the file', () => {
  test.each(cases)('rule DATA-6: %s is rejected', async (_what, change, place) => {
    expect(await refusedAt(store.sql, changed(change))).toContain(place);
    const [stored] = await store.sql<{ rows: number }[]>`
      select ((select count(*) from app_user) + (select count(*) from club) + (select count(*) from live_match))::int as rows`;
    expect(stored).toEqual({ rows: 0 });
  });
});

test('rule DATA-5: the mistakes of all parts are reported together', async () => {
  const file = changed((f) => {
    put(f['users']?.[1], { slug: 'ana-silva' });
    put(match(f), { home_team_id: 99 });
  });
  expect(await refusedAt(store.sql, file)).toEqual(
    expect.arrayContaining(['users[1].slug', 'tournaments[0].matches[0].home_team_id']),
  );
});

test('a token that is listed twice is named with both places', async () => {
  const file = changed((f) =>
    put(f['tokens'], { 4: { kind: 'connected_app', app_name: 'X', user_id: 1, token: TOKENS.app } }),
  );
  await expect(importData(store.sql, file)).rejects.toMatchObject({
    details: [{ path: 'tokens[4].token', message: 'The same token is at tokens[3] too.' }],
  });
});
