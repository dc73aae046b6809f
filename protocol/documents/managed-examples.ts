// Examples of what staff manage, for the documents.
import type { ManagedKind } from '../rest/managed.ts';
import type { Example } from './example.ts';
import { capitalized } from './capitalized.ts';

const ID = 100_000_000_000_012;
const KICK_OFF = '2026-11-22T10:00:00Z';

const shown = {
  game: {
    created: { title: 'Sunday 5s', date_time: KICK_OFF, teams: [{ number: 1 }, { number: 2, name: 'Bibs' }] },
    changed: { date_time: '2026-11-22T11:00:00Z' },
    row: {
      id: ID,
      slug: 'sunday-5s-12',
      title: 'Sunday 5s',
      date_time: KICK_OFF,
      teams: [{ number: 1 }, { number: 2, name: 'Bibs' }],
    },
  },
  member: {
    created: { name: 'Ana Silva', jersey_number: 9 },
    changed: { jersey_number: 10 },
    row: { user_id: ID, name: 'Ana Silva', role: 'Member', status: 'active', jersey_number: 9 },
  },
  junior: {
    created: { name: 'Kai Ode', jersey_number: 7 },
    changed: { club_position: 'goalkeeper' },
    row: { junior_id: ID, name: 'Kai Ode', status: 'active', jersey_number: 7 },
  },
  team: {
    created: { name: 'Riverside', short_name: 'RIV', group_name: 'A' },
    changed: { group_name: 'B' },
    row: { id: ID, name: 'Riverside', short_name: 'RIV', group_name: 'A' },
  },
  player: {
    created: { name: 'Ana Silva', team_id: ID, jersey_number: 9 },
    changed: { captain: true },
    row: { user_id: ID, name: 'Ana Silva', team_id: ID, jersey_number: 9 },
  },
  match: {
    created: { home_team_id: ID, away_placeholder: 'Winner of A2', scheduled_at: KICK_OFF },
    changed: { status: 'awarded', score: { home: 3, away: 0 } },
    row: { id: ID, home_team_id: ID, away_placeholder: 'Winner of A2', scheduled_at: KICK_OFF, status: 'scheduled' },
  },
} as const satisfies Record<ManagedKind, { created: object; changed: object; row: object }>;

const MESSAGES = {
  game: 'Game deleted.',
  member: 'The member is now a former one.',
  junior: 'The junior is now a former one.',
  team: 'Team deleted.',
  player: 'Player deleted.',
  match: 'Match deleted.',
} as const satisfies Record<ManagedKind, string>;

const teamMatch = {
  id: ID,
  tournament: { slug: 'autumn-cup', name: 'Autumn Cup' },
  home: 'Riverside',
  away: 'Winner A',
  sides: ['home'],
  scheduled_at: KICK_OFF,
  timezone: 'Europe/Lisbon',
};
const lineup = { starters: [{ user_id: 1, jersey_number: 9, captain: true }], substitutes: [{ user_id: 2 }] };

const planned = {
  id: ID,
  group_name: null,
  round: null,
  knockout_round: 'final',
  knockout_round_label: 'Final',
  scheduled_at: KICK_OFF,
  pitch: 'Pitch 1',
  home: { name: 'Winner A', team_id: null },
  away: { name: 'Winner B', team_id: null },
} as const;

const settings = {
  tournament: { id: ID, slug: 'autumn-cup-12', name: 'Autumn Cup', tie_breaks: ['goal_difference', 'goals_for'] },
  source: 'service',
} as const;

const cancelledGame = {
  game: {
    id: ID,
    slug: 'sunday-5s-12',
    title: 'Sunday 5s',
    date_time: KICK_OFF,
    cancelled_at: '2026-11-21T18:30:00Z',
    cancellation_reason: 'The pitch is flooded.',
  },
  source: 'service',
} as const;
const invitation = {
  id: '7d1f2a10-0000-4000-8000-00000000000a',
  invited: 'nora@example.org',
  role: 'Moderator',
  made_by: 'Ana Silva',
  expires_at: '2026-11-29T10:00:00.000Z',
} as const;
const madeInvitation = { invitation, link: 'https://scores.example.org/link#tll_…', mail: 'sent' } as const;

/** Of cancelled games and of invitations. */
export const clubExamples: Readonly<Record<string, Example>> = {
  cancelGame: {
    bodies: {
      'One game': { reason: 'The pitch is flooded.' },
      'The rest of a series': { reason: 'Summer break', following: true },
    },
    answers: { 200: cancelledGame },
  },
  restoreGame: { answers: { 200: { game: shown.game.row, source: 'service' } } },
  listInvitations: { answers: { 200: { invitations: [invitation] } } },
  createInvitation: {
    bodies: { 'A moderator': { email: 'nora@example.org', role: 'Moderator', language: 'pt' } },
    answers: { 200: { ...madeInvitation, mail: 'none' }, 201: madeInvitation },
  },
  withdrawInvitation: { answers: { 200: { status: 'success', message: 'Invitation withdrawn.' } } },
};

/** Of tournaments and their fixtures. */
export const fixtureExamples: Readonly<Record<string, Example>> = {
  createTournament: {
    bodies: {
      'A new one': { name: 'Autumn Cup', timezone: 'Europe/Lisbon', match_format: { halves: 1, half_minutes: 20 } },
    },
    answers: { 200: settings, 201: settings },
  },
  readTournamentSettings: { answers: { 200: settings } },
  changeTournament: {
    bodies: { 'Head to head first': { tie_breaks: ['head_to_head_points', 'goal_difference'] } },
    answers: { 200: settings },
  },
  makeFixtures: {
    bodies: {
      'Groups and a knock-out stage': {
        groups: { legs: 1 },
        knockout: { per_group: 2, third_place: true },
        schedule: { start: KICK_OFF, pitches: ['Pitch 1', 'Pitch 2'], match_minutes: 20 },
      },
      'A look before': { knockout: { third_place: false }, preview: true },
    },
    answers: {
      200: { created: false, matches: [{ ...planned, id: null }] },
      201: { created: true, matches: [planned] },
    },
  },
  listTeamMatches: { answers: { 200: { matches: [teamMatch] } } },
  readTeamLineups: { answers: { 200: { match: teamMatch, lineups: { home: lineup } } } },
  changeTeamLineups: {
    bodies: { 'The own team': { lineups: { home: lineup } } },
    answers: { 200: { match: teamMatch, lineups: { home: lineup } } },
  },
  readSchedule: {
    answers: {
      200: {
        clashes: [{ kind: 'pitch', match_id: ID, with_match_id: ID + 1 }],
        late: [{ match_id: ID + 2, side: 'home', place: { winner_of: ID }, team_id: 72, playing_team_id: 71 }],
        undecided: [{ match_id: ID + 2, side: 'away', place: { best_of_place: 3, rank: 2 }, team_ids: [73, 76] }],
      },
    },
  },
};

/** By the name of the endpoint. */
export const managedExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  (Object.keys(shown) as ManagedKind[]).flatMap((kind): [string, Example][] => {
    const { created, changed, row } = shown[kind];
    const name = capitalized(kind);
    const answer = { [kind]: row, source: 'service' };
    return [
      [`create${name}`, { bodies: { 'A new one': created }, answers: { 200: answer, 201: answer } }],
      [`read${name}`, { answers: { 200: answer } }],
      [
        `change${name}`,
        { bodies: { 'Some fields': changed }, answers: { 200: { ...answer, [kind]: { ...row, ...changed } } } },
      ],
      [`delete${name}`, { answers: { 200: { status: 'success', message: MESSAGES[kind] } } }],
    ];
  }),
);
