// Examples of line-ups for the documents.
import type { GameParticipants, LineupPatch, MatchLineups } from '../rest/lineups.ts';

export const FILL_IN_ID = '0b5f3c52-8c1e-4f6e-9d4a-6a3f0c1b7e21';
const fillIn = { id: FILL_IN_ID, name: 'Zé', jersey_number: 23, is_substitute: false };

/** `team`: the side, or the number of the team. */
export const changeOf = (team: 'home' | number): LineupPatch => {
  const players = [{ id: 1, jersey_number: 11 }];
  return typeof team === 'number'
    ? { players, fill_ins: [{ ...fillIn, team }] }
    : { players, fill_ins: [{ ...fillIn, team }] };
};

export const matchLineups: MatchLineups = {
  match: { id: 701, format: { halves: 2, half_minutes: 45, extra_half_minutes: 15 } },
  lineups: {
    home: {
      starters: [{ id: 1, name: 'Ana Silva', jersey_number: 11, captain: true, position: 'ST' }],
      substitutes: [],
      squad: [{ id: 2, name: 'Rui Costa', jersey_number: 7, captain: false, position: null }],
      fill_ins: [fillIn],
    },
    away: { starters: [], substitutes: [], squad: [], fill_ins: [] },
  },
};

export const participants: GameParticipants = {
  game: { id: 100, slug: 'sunday-5s', format: { halves: 1, half_minutes: 40, extra_half_minutes: 5 } },
  participants: [
    {
      player_type: 'user',
      id: 1,
      name: 'Ana Silva',
      team: 1,
      jersey_number: 11,
      is_captain: true,
      is_substitute: false,
      pitch_role: null,
    },
  ],
  fill_ins: [{ ...fillIn, team: 1 }],
};
