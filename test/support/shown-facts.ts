// The facts for the states of shown-states.ts, by the same names.
import { type Facts, type FactsLineup, NO_FACTS } from '../../protocol/rest/facts.ts';

const MINUTE = 60_000;

const lineup = (...names: readonly string[]): FactsLineup => {
  const players = names.map((name, index) => ({ number: index + 1, name, captain: index === 4, position: null }));
  return { starters: players.slice(0, 11), substitutes: players.slice(11) };
};

/** A function: its countdown runs from now. */
export const shownFacts = (): Readonly<Record<string, Facts>> => ({
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
