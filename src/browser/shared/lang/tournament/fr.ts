import type { TournamentWords } from '../../words.ts';

export const fr: TournamentWords = {
  fixtures: {
    rounds: {
      final: 'Finale',
      third_place: 'Troisième place',
      semi_final: 'Demi-finale',
      quarter_final: 'Quart de finale',
      round_of_16: 'Huitième de finale',
      round_of_32: 'Seizième de finale',
      round_of_64: 'Trente-deuxième de finale',
    },
    numbered: (round: string, number: number) => `${round} ${number}`,
    winnerOf: (match: string) => `Vainqueur : ${match}`,
    loserOf: (match: string) => `Perdant : ${match}`,
    inGroup: (place: number, group: string) => (place === 1 ? `1er ${group}` : `${place}e ${group}`),
  },
};
