// The facts for the states of shown-states.ts, by the same names.
import { type Facts, type FactsLineup, NO_FACTS } from '../../protocol/rest/facts.ts';
import { PLACES_4_2_3_1 } from '../../src/browser/design/formation-places.ts';

const MINUTE = 60_000;

const lineup = (...names: readonly string[]): FactsLineup => {
  const players = names.map((name, index) => ({ number: index + 1, name, captain: index === 4, position: null }));
  return { starters: players.slice(0, 11), substitutes: players.slice(11) };
};

const onPitch = ({ starters, substitutes }: FactsLineup): FactsLineup => ({
  starters: starters.map((player, index) => {
    const [x, y] = PLACES_4_2_3_1[index] ?? [50, 50];
    return { ...player, pitch: { x, y } };
  }),
  substitutes,
});

/** The stages and kick-offs of the first `count` matches of a feed. */
const fixtures = (count: number, start: number): Pick<Facts, 'stages' | 'kick_offs'> => {
  const ids = Array.from({ length: count }, (_, index) => index);
  return {
    stages: Object.fromEntries(ids.map((id) => [id, { group: 'ABCD'.charAt(id % 4), round: 1 }])),
    kick_offs: Object.fromEntries(ids.map((id) => [id, start + Math.floor(id / 4) * 75 * MINUTE])),
  };
};

const row = (id: number, name: string, [won, drawn, lost]: readonly [number, number, number], difference: number) => ({
  id,
  name,
  played: won + drawn + lost,
  won,
  drawn,
  lost,
  goals_for: 5 + difference,
  goals_against: 5,
  points: 3 * won + drawn,
});

/** A function: its countdown runs from now. */
export const shownFacts = (): Readonly<Record<string, Facts>> => ({
  'a table before the match': {
    ...NO_FACTS,
    competition: 'Autumn Cup',
    group: 'A',
    round: 3,
    kick_off: Date.now() + 42 * MINUTE,
    tables: [
      {
        group: 'A',
        rows: [
          row(1, 'Riverside', [2, 0, 0], 4),
          row(7, 'Borussia Verein für Leibesübungen 1900 Mönchengladbach', [1, 0, 1], 1),
          row(2, 'Hilltop United', [1, 0, 1], 0),
          row(8, 'Ajax Żory', [0, 0, 2], -5),
        ],
      },
    ],
  },
  'line-ups': {
    ...NO_FACTS,
    competition: 'Autumn Cup',
    group: 'A',
    round: 2,
    kick_off: Date.now() + 12 * MINUTE + 30_000,
    lineups: {
      '701': {
        home: lineup(
          'Ana Silva',
          'Rui Costa',
          'Eva Lopes',
          'Max Müller',
          'Pia Sørensen',
          'João Félix Sequeira',
          'Kim Lee',
          'Tom Baker',
          'Zoë Adams',
          'Øyvind Hansen',
          'Bo Ek',
          'Uli Stein',
          'Ivo Pogorelić',
          'Nan Goldin',
        ),
        away: lineup(
          'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh',
          'Dan Oak',
          'Ed Hill',
          'Flo Reed',
          'Guy Marsh',
          'Hal Brook',
          'Ian Field',
          'Jon Wood',
          'Ken Stone',
          'Leo Banks',
          'Moe Rivers',
          'Ned Lake',
          'Oz Pond',
        ),
      },
    },
  },
  'a formation': {
    ...NO_FACTS,
    competition: 'Autumn Cup',
    kick_off: Date.now() + 12 * MINUTE + 30_000,
    lineups: {
      '701': {
        home: onPitch(
          lineup(
            'Ana Silva',
            'Rui Costa',
            'Παναγιώτης Παπασταθόπουλος',
            'Max Müller',
            'محمد صلاح حامد',
            'João Félix',
            'Tom Baker',
            'Zoë Adams',
            'Virgil van Dijk',
            'Bo Ek',
            'Alex Oxlade-Chamberlain',
          ),
        ),
        away: onPitch(
          lineup(
            'Wolfeschlegelsteinhausenbergerdorff',
            'Dan Oak',
            'Ed Hill',
            'Flo Reed',
            'Guy Marsh',
            'Hal Brook',
            'Ian Field',
            'Jon Wood',
            'Ken Stone',
            'Leo Banks',
            'Moe Rivers',
          ),
        ),
      },
    },
  },
  'a tournament of groups before it begins': {
    ...NO_FACTS,
    competition: 'Autumn Cup',
    ...fixtures(20, Date.now() + 60 * MINUTE),
  },
  'a tournament of groups with three live matches': {
    ...NO_FACTS,
    competition: 'Autumn Cup',
    ...fixtures(9, Date.now() + 60 * MINUTE),
  },
});
