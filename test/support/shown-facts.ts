// The facts for the states of shown-states.ts, by the same names.
import { type Facts, type FactsLineup, NO_FACTS } from '../../protocol/rest/facts.ts';

const MINUTE = 60_000;

const lineup = (...names: readonly string[]): FactsLineup => {
  const players = names.map((name, index) => ({ number: index + 1, name, captain: index === 4, position: null }));
  return { starters: players.slice(0, 11), substitutes: players.slice(11) };
};

const row = (id: number, name: string, [won, drawn, lost]: readonly [number, number, number], difference: number) => ({
  ...{ id, name, played: won + drawn + lost, won, drawn, lost },
  ...{ goals_for: 5 + difference, goals_against: 5, points: 3 * won + drawn },
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
          ...['Ana Silva', 'Rui Costa', 'Eva Lopes', 'Max Müller', 'Pia Sørensen', 'João Félix Sequeira', 'Kim Lee'],
          ...['Tom Baker', 'Zoë Adams', 'Øyvind Hansen', 'Bo Ek', 'Uli Stein', 'Ivo Pogorelić', 'Nan Goldin'],
        ),
        away: lineup(
          ...['Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh', 'Dan Oak', 'Ed Hill', 'Flo Reed', 'Guy Marsh'],
          ...['Hal Brook', 'Ian Field', 'Jon Wood', 'Ken Stone', 'Leo Banks', 'Moe Rivers', 'Ned Lake', 'Oz Pond'],
        ),
      },
    },
  },
});
