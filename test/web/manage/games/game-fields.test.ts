// The form of a club game as the fields of the data file: rules MANAGE-10 and MANAGE-11, without a server.
import { expect, describe, it } from 'vitest';
import { en } from '../../../../src/browser/shared/lang/games/en.ts';
import { changeBodies, creationBodies } from '../../../../protocol/rest/managed.ts';
import { differencesOf } from '../../../../src/web/manage/games/differences.ts';
import { gameFields } from '../../../../src/web/manage/games/game-fields.ts';
import {
  copyOfGame,
  firstGame,
  formOfGame,
  type GameForm,
  hasFormTeams,
  nextGame,
  readGameForm,
  type StoredGame,
} from '../../../../src/web/manage/games/game-form.ts';

const NOW = Date.UTC(2026, 10, 22, 10, 0, 30);
const squad = new Map([
  ['user:1', 9],
  ['user:2', null],
]);
const options = { squad, stored: null, now: NOW, words: en.games.faults };

const first = (over: Partial<GameForm> = {}): GameForm => ({ ...firstGame('Sunday', 'Europe/Lisbon', NOW), ...over });
const players = (...entries: [string, string, string?][]): GameForm['players'] =>
  new Map(entries.map(([key, place, number = '']) => [key, { place, number }]));

function made(form: GameForm, stored: StoredGame | null = null) {
  const result = gameFields(form, { ...options, stored });
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result;
}
const faultsOf = (form: GameForm): unknown => {
  const result = gameFields(form, options);
  return 'faults' in result ? result.faults.map(({ path }) => path) : [];
};

const stored = (over: Partial<StoredGame> = {}): StoredGame => ({
  slug: 'sunday',
  title: 'Sunday 5s',
  date_time: '2026-11-22T10:00:30.000Z',
  timezone: 'Europe/Lisbon',
  location: 'Park',
  field: null,
  pitch: null,
  notes: null,
  is_public: true,
  format: { halves: 1, half_minutes: 30 },
  teams: [
    { number: 1, name: 'Reds', short_name: 'RED', jersey_color: '#b91c1c' },
    { number: 2, name: null, jersey_color: null },
  ],
  matchups: [{ match_index: 4, home_team: 2, away_team: 1 }],
  participants: [
    { player_type: 'user', id: 1, rsvp: 'confirmed', team: 1, is_captain: true },
    { player_type: 'user', id: 2, rsvp: 'maybe', team: null },
    { player_type: 'guest', name: 'Zé', rsvp: 'confirmed', team: 2, is_substitute: true },
  ],
  lineup_edits: { numbers: { 'user:1': 10 }, fill_ins: { a: {} } },
  ...over,
});

describe('rule MANAGE-10: a new game', () => {
  it('needs nothing but the form as it is shown', () => {
    const { fields, kickOff, weeks } = made(first());
    expect([kickOff, weeks]).toEqual([NOW, 1]);
    expect(fields).toMatchObject({
      title: 'Sunday',
      timezone: 'Europe/Lisbon',
      format: { halves: 2, half_minutes: 20 },
      teams: [
        { number: 1, name: null, jersey_color: '#1e40af' },
        { number: 2, name: null, jersey_color: '#ffffff' },
      ],
      matchups: [{ match_index: 0, home_team: 1, away_team: 2 }],
      participants: [],
    });
    expect(creationBodies.game.safeParse(fields).error).toBe(undefined);
  });

  it('of four teams has each pair once, and of three only theirs', () => {
    const matchups = (teamCount: string): unknown => made(first({ teamCount })).fields['matchups'];
    expect(matchups('4')).toHaveLength(6);
    expect(matchups('3')).toEqual([
      { match_index: 0, home_team: 1, away_team: 2 },
      { match_index: 1, home_team: 1, away_team: 3 },
      { match_index: 2, home_team: 2, away_team: 3 },
    ]);
  });

  it('has the players that were tapped, with a number of their own only where it differs', () => {
    const form = first({
      players: players(['user:1', '1', '9'], ['user:2', 'in', '7'], ['junior:1', '2', '12'], ['user:3', '', '5']),
      guests: ['', 'Zé\r\n\r\n  Tom ', '', 'Kim', ''],
    });
    expect(made(form).fields).toMatchObject({
      participants: [
        { player_type: 'user', id: 1, team: 1 },
        { player_type: 'user', id: 2, team: null },
        { player_type: 'junior', id: 1, team: 2 },
        { player_type: 'guest', name: 'Zé', team: 1 },
        { player_type: 'guest', name: 'Tom', team: 1 },
        // Team 3 does not play.
        { player_type: 'guest', name: 'Kim', team: null },
      ],
      lineup_edits: { numbers: { 'user:2': 7, 'junior:1': 12 }, fill_ins: {} },
    });
  });

  it('is read from what a browser sends', () => {
    const sent = new URLSearchParams([
      ...Object.entries({ title: ' Sunday ', when: 'at', at: '2026-07-05T18:30', zone: 'Europe/Lisbon', teams: '2' }),
      ...Object.entries({ halves: '1', minutes: '40', team1_color: '#b91c1c', team2_color: '#ffffff', weeks: '2' }),
      ...Object.entries({ 'p.user:1': '2', 'n.user:1': '', 'p.robot:1': '1', 'p.user:01': '1', pairing: ':1:2' }),
    ]);
    const { fields, kickOff, weeks } = made(readGameForm(sent));
    expect([kickOff, weeks]).toEqual([Date.UTC(2026, 6, 5, 17, 30), 2]);
    expect(fields).toMatchObject({ is_public: false, participants: [{ player_type: 'user', id: 1, team: 2 }] });
  });

  it.each<[string, Partial<GameForm>, string[]]>([
    ['no title', { title: '' }, ['title']],
    ['a long title', { title: 'x'.repeat(201) }, ['title']],
    ['no such time', { when: 'at', at: '2026-02-30T10:00' }, ['date_time']],
    ['a time that no game has', { when: 'at', at: '0001-01-01T10:00' }, ['date_time']],
    ['no such zone', { zone: 'Mars/Olympus' }, ['timezone']],
    ['no minutes', { minutes: '0' }, ['format.half_minutes']],
    ['too many minutes', { minutes: '601' }, ['format.half_minutes']],
    ['three halves', { halves: '3' }, ['format.halves']],
    ['five teams', { teamCount: '5' }, ['teams']],
    ['no colour', { teams: [{ name: '', color: 'red' }, ...first().teams.slice(1)] }, ['teams[0].jersey_color']],
    ['no pairing of three teams', { teamCount: '3', pairings: [] }, ['matchups']],
    ['13 weeks', { weeks: '13' }, ['weeks']],
    ['a number of three digits', { players: players(['user:1', '1', '100']) }, ['lineup_edits.numbers.user:1']],
    ['101 guests', { guests: ['', Array(101).fill('Zé').join('\n'), '', '', ''] }, ['guests']],
    ['a long guest', { guests: ['x'.repeat(201), '', '', '', ''] }, ['guests']],
    ['two faults', { title: '', minutes: 'x' }, ['title', 'format.half_minutes']],
  ])('tells each mistake at its field: %s', (_, over, paths) => {
    expect(faultsOf(first(over))).toEqual(paths);
  });
});

describe('a stored game', () => {
  it('is unchanged by its own form', () => {
    const game = stored();
    const { fields, kickOff } = made(formOfGame(game), game);
    // Seconds that the field does not show stay.
    expect(kickOff).toBe(null);
    expect(fields).toMatchObject({
      title: game.title,
      format: game.format,
      matchups: game.matchups,
      participants: game.participants,
      lineup_edits: game.lineup_edits,
    });
    expect(fields['teams']).toMatchObject([{ short_name: 'RED' }, { number: 2, name: null }]);
    expect(changeBodies.game.safeParse({ ...fields, lineup_edits: null }).error).toBe(undefined);
  });

  it('moves players, and keeps what the form does not show', () => {
    const game = stored();
    const form = { ...formOfGame(game), guests: ['Zé', '', '', '', ''] };
    const moved = { ...form, players: players(['user:1', '', '10'], ['user:2', '2']) };
    expect(made(moved, game).fields).toMatchObject({
      participants: [
        { id: 2, rsvp: 'confirmed', team: 2 },
        { name: 'Zé', team: null, is_substitute: true },
      ],
      lineup_edits: { numbers: {}, fill_ins: { a: {} } },
    });
    const unlisted = { ...form, players: players(['user:2', 'in']) };
    expect(made(unlisted, game).fields, 'a player whom the form did not list stays').toMatchObject({
      participants: [{ id: 1, team: 1 }, { id: 2, rsvp: 'maybe' }, {}],
      lineup_edits: { numbers: { 'user:1': 10 } },
    });
  });

  it('gets new pairings behind the stored ones, whose index markers name', () => {
    const game = stored();
    expect(made({ ...formOfGame(game), teamCount: '3' }, game).fields['matchups']).toEqual([
      { match_index: 4, home_team: 2, away_team: 1 },
      { match_index: 5, home_team: 1, away_team: 3 },
      { match_index: 6, home_team: 2, away_team: 3 },
    ]);
  });

  it('gives no new pairing the index of one that is left out', () => {
    const game = stored();
    const form = { ...formOfGame(game), pairings: [':1:2'] };
    expect(made(form, game).fields['matchups']).toEqual([{ match_index: 5, home_team: 1, away_team: 2 }]);
    const none = { ...form, pairings: [':2:3'] };
    expect(made(none, game).fields['matchups'], 'the one of two teams stays').toEqual(game.matchups);
  });

  it('with more or other teams than the form has keeps them', () => {
    const many = stored({ teams: [1, 2, 3, 4, 5].map((number) => ({ number })) });
    const odd = stored({ teams: [{ number: 5 }, { number: 7 }] });
    expect([hasFormTeams(many), hasFormTeams(odd), hasFormTeams(stored({ teams: [] }))]).toEqual([false, false, true]);
    for (const game of [many, odd]) {
      expect(Object.keys(made(formOfGame(game), game).fields)).not.toContain('teams');
    }
  });

  it('is copied with teams, players and numbers, and begins another game without its players', () => {
    const game = stored();
    const copy = made(copyOfGame(game, 'now', NOW));
    expect(copy.kickOff).toBe(NOW);
    expect(copy.fields).toMatchObject({
      title: 'Sunday 5s',
      location: 'Park',
      participants: [
        { player_type: 'user', id: 1, team: 1 },
        { player_type: 'user', id: 2, team: null },
        { player_type: 'guest', name: 'Zé', team: 2 },
      ],
      lineup_edits: { numbers: { 'user:1': 10 }, fill_ins: {} },
    });
    expect(creationBodies.game.safeParse(copy.fields).error).toBe(undefined);
    expect(made(nextGame(game, NOW)).fields).toMatchObject({ participants: [], teams: [{ name: 'Reds' }, {}] });
  });
});

describe('rule MANAGE-11: two versions of a game', () => {
  const people = [{ key: 'user:1', name: 'Ana', number: 9 }];

  it('differ in nothing when they are the same', () => {
    const form = formOfGame(stored());
    const typed = { ...form, players: new Map([...form.players, ['user:7', { place: '', number: '' }] as const]) };
    expect(differencesOf(form, typed, en.games, people)).toEqual([]);
  });

  it('differ in the words of the form', () => {
    const form = formOfGame(stored());
    const typed: GameForm = {
      ...form,
      location: '',
      teamCount: '3',
      players: players(['user:1', '2', '10'], ['user:2', 'in']),
      guests: ['', '', 'Zé\nTom', '', ''],
    };
    expect(differencesOf(form, typed, en.games, people)).toEqual([
      { label: 'Where', stored: 'Park', typed: '' },
      { label: 'Teams', stored: 'Reds, Team 2', typed: 'Reds, Team 2, Team 3' },
      { label: 'Colour of team 3', stored: '', typed: '#b91c1c' },
      { label: 'Who plays whom', stored: 'Team 2 – Reds', typed: 'Reds – Team 3, Team 2 – Reds, Team 2 – Team 3' },
      { label: 'Guests of team 2', stored: 'Zé', typed: 'Zé, Tom' },
      { label: 'Ana', stored: 'Team 1, 10', typed: 'Team 2, 10' },
    ]);
  });
});
