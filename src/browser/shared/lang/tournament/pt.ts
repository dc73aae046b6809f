import type { TournamentWords } from '../../words.ts';

export const pt: TournamentWords = {
  fixtures: {
    rounds: {
      final: 'Final',
      third_place: 'Terceiro lugar',
      semi_final: 'Meia-final',
      quarter_final: 'Quartos de final',
      round_of_16: 'Oitavos de final',
      round_of_32: 'Dezasseis avos de final',
      round_of_64: 'Ronda de 64',
    },
    numbered: (round: string, number: number) => `${round} ${number}`,
    winnerOf: (match: string) => `Vencedor: ${match}`,
    loserOf: (match: string) => `Vencido: ${match}`,
    inGroup: (place: number, group: string) => `${place}.º de ${group}`,
  },
};
