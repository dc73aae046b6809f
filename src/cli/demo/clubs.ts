// Two invented clubs for the demo: squads, past games and upcoming games.
import { CRESTS } from '../../web/own-pictures.ts';
import type { DataFile } from '../../../protocol/data-file/data-file.ts';

type Club = NonNullable<DataFile['clubs']>[number];
type Game = NonNullable<Club['games']>[number];

const DAY_MS = 86_400_000;

const LAKESIDE = [
  ['Marta Lindqvist', 'goalkeeper'],
  ['Tomas Arevalo', 'defender'],
  ['Ines Okafor', 'defender'],
  ['Pavel Brandt', 'midfielder'],
  ['Sena Yildirim', 'midfielder'],
  ['Luka Petersen', 'forward'],
  ['Noor Haddad', 'forward'],
  ['Oskar Nyberg', 'goalkeeper'],
  ['Rita Campos', 'defender'],
  ['Jonas Weller', 'midfielder'],
  ['Amina Diallo', 'midfielder'],
  ['Felix Morgenthal', 'forward'],
] as const;
const NORTHGATE = [
  ['Greta Solheim', 'goalkeeper'],
  ['Dario Venturelli', 'defender'],
  ['Kemi Adeyinka', 'midfielder'],
  ['Ruben Castel', 'midfielder'],
  ['Yuki Tanemura', 'forward'],
  ['Elif Karasu', 'forward'],
] as const;
const JUNIORS = ['Nils Petersen', 'Zoe Campos', 'Ibrahim Diallo'];

/** User ids: from 1 for the first club, from 51 for the second. */
const FIRST_ID = { lakeside: 1, northgate: 51 };

/** The e-mail address of the demo's account. */
export const DEMO_EMAIL = 'demo@example.org';

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

type Squad = readonly (readonly [string, 'goalkeeper' | 'defender' | 'midfielder' | 'forward'])[];

const usersOf = (squad: Squad, firstId: number): NonNullable<DataFile['users']> =>
  squad.map(([name, position], index) => ({
    id: firstId + index,
    slug: slugOf(name),
    name,
    email: `${slugOf(name)}@example.org`,
    preferred_position: position,
    skill_level: 'intermediate',
  }));

/** The roles of the first users of a squad; the others are members. */
const ROLES = ['Owner', 'Moderator'] as const;

const membersOf = (squad: Squad, firstId: number): NonNullable<Club['members']> =>
  squad.map(([, position], index) => ({
    user_id: firstId + index,
    role: ROLES[index] ?? 'Member',
    jersey_number: index + 1,
    club_position: position,
    joined_at: '2024-03-01T18:00:00Z',
  }));

/** The users; the first one, the owner of Lakeside and organizer of the cup, can sign in. */
export const demoUsers = (password: string | null): NonNullable<DataFile['users']> =>
  [...usersOf(LAKESIDE, FIRST_ID.lakeside), ...usersOf(NORTHGATE, FIRST_ID.northgate)].map((one, index) =>
    index === 0 ? { ...one, email: DEMO_EMAIL, password } : one,
  );
export const demoJuniors = JUNIORS.map((name, index) => ({ id: index + 1, name }));

const user = (id: number, team: number | null, more: object = {}) => ({
  player_type: 'user' as const,
  id,
  team,
  ...more,
});

/** The clubs with games around `now` (ms since 1970). */
export function demoClubs(now: number): Club[] {
  /** Kick-off on the full hour, `days` from now. */
  const at = (days: number, hour: number): string => {
    const day = new Date(now + days * DAY_MS);
    day.setUTCHours(hour, 0, 0, 0);
    return day.toISOString();
  };
  return [
    {
      id: 10,
      name: 'Lakeside Sunday FC',
      slug: 'lakeside',
      city: 'Lakeside',
      location: 'Mill Meadow',
      badge_url: CRESTS.lakeside,
      description: 'Pick-up football since 2024. An invented club.',
      created_at: '2024-03-01T18:00:00Z',
      members: membersOf(LAKESIDE, FIRST_ID.lakeside),
      // The next game has one pairing: the first calls of the guide take it.
      games: [played(at(-7, 10)), underLights(at(1, 18)), fourTeamsAndABye(at(2, 10))],
    },
    {
      id: 11,
      name: 'Northgate Rovers',
      slug: 'northgate',
      city: 'Northgate',
      badge_url: CRESTS.northgate,
      created_at: '2025-01-10T18:00:00Z',
      members: membersOf(NORTHGATE, FIRST_ID.northgate),
      games: [threeASide(at(2, 17))],
    },
  ];
}

/** The usual teams of Lakeside, in the colours of its badge. */
const LAKE = { number: 1, jersey_color: '#0e7490' };
const SUNS = { number: 2, jersey_color: '#facc15' };

const played = (date_time: string): Game => ({
  id: 101,
  slug: 'last-week',
  title: 'Last week',
  date_time,
  timezone: 'Europe/London',
  location: 'Mill Meadow',
  max_players: 10,
  organizer_id: 1,
  format: { halves: 2, half_minutes: 20 },
  teams: [LAKE, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
  participants: [1, 2, 3, 4, 5, 6].map((id) => user(id, id % 2 === 1 ? 1 : 2, { checked_in: true })),
  scores: { 1: 2, 2: 1 },
  goals: [
    { team: '1', scorer: 'Sena Yildirim', user_id: 5, minute: '9', assister: 'Ines Okafor', assister_user_id: 3 },
    { team: '2', scorer: 'Luka Petersen', user_id: 6, minute: '23' },
    { team: '1', scorer: 'Marta Lindqvist', user_id: 1, minute: '38', penalty: true },
  ],
});

/** Five teams: two pairings and a bye; with juniors, a guest and a participant who may come. */
const fourTeamsAndABye = (date_time: string): Game => ({
  id: 102,
  slug: 'five-teams',
  title: 'Five teams',
  date_time,
  timezone: 'Europe/London',
  location: 'Mill Meadow',
  field: 'Pitches 1 and 2',
  max_players: 20,
  skill_level: 'intermediate',
  cost_per_player: 4.5,
  is_public: true,
  organizer_id: 1,
  format: { halves: 2, half_minutes: 15 },
  teams: [
    LAKE,
    SUNS,
    { number: 3, name: 'Bibs', jersey_color: '#ff8800' },
    { number: 4, name: 'Greens', jersey_color: '#15803d' },
    { number: 5, name: 'Latecomers', jersey_color: '#6b21a8' },
  ],
  matchups: [
    { match_index: 0, home_team: 1, away_team: 2 },
    { match_index: 1, home_team: 3, away_team: 4 },
    { match_index: 2, home_team: 5, away_team: null },
  ],
  participants: [
    user(1, 1, { is_captain: true, pitch_role: 'GK' }),
    user(2, 1),
    user(3, 2, { is_captain: true }),
    user(4, 2),
    user(5, 3, { is_captain: true }),
    user(6, 3),
    user(7, 4, { is_captain: true }),
    user(8, 4, { pitch_role: 'GK' }),
    user(9, 4, { is_substitute: true }),
    user(10, 5),
    user(11, null),
    user(12, null, { rsvp: 'maybe' }),
    { player_type: 'junior', id: 1, team: 2 },
    { player_type: 'junior', id: 2, team: 3 },
    { player_type: 'junior', id: 3, team: 4 },
    { player_type: 'guest', name: 'Sam (guest)', team: 5 },
    { player_type: 'guest', name: 'A friend of Rita', rsvp: 'maybe', team: null },
  ],
});

const underLights = (date_time: string): Game => ({
  id: 103,
  slug: 'under-lights',
  title: 'Under the lights',
  date_time,
  timezone: 'Europe/London',
  max_players: 14,
  organizer_id: 2,
  game_mode: true,
  teams: [LAKE, SUNS],
  participants: [user(1, 1), user(2, 1), user(4, 1), user(6, 2), user(8, 2), user(9, null)],
});

const threeASide = (date_time: string): Game => ({
  id: 111,
  slug: 'three-a-side',
  title: 'Three a side',
  date_time,
  timezone: 'Europe/London',
  max_players: 6,
  organizer_id: 51,
  format: { halves: 1, half_minutes: 20 },
  teams: [
    { number: 1, jersey_color: '#7f1d1d' },
    { number: 2, jersey_color: '#f5c542' },
  ],
  participants: [51, 52, 53, 54, 55, 56].map((id) => user(id, id < 54 ? 1 : 2)),
});
