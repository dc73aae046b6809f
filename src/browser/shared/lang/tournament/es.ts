import type { TournamentWords } from '../../words.ts';

export const es: TournamentWords = {
  fixtures: {
    rounds: {
      final: 'Final',
      third_place: 'Tercer puesto',
      semi_final: 'Semifinal',
      quarter_final: 'Cuartos de final',
      round_of_16: 'Octavos de final',
      round_of_32: 'Dieciseisavos de final',
      round_of_64: 'Ronda de 64',
    },
    numbered: (round: string, number: number) => `${round} ${number}`,
    winnerOf: (match: string) => `Ganador de ${match}`,
    loserOf: (match: string) => `Perdedor de ${match}`,
    inGroup: (place: number, group: string) => `${place}.º de ${group}`,
  },
};
