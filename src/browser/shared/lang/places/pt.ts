import type { PlaceWords } from '../../words.ts';

export const pt: PlaceWords = {
  rounds: {
    final: 'Final',
    third_place: 'Terceiro lugar',
    semi_final: 'Meia-final',
    quarter_final: 'Quartos de final',
    round_of_16: 'Oitavos de final',
    round_of_32: 'Dezasseis avos de final',
    round_of_64: 'Ronda de 64',
  },
  versus: 'vs',
  numbered: (round: string, number: number) => `${round} ${number}`,
  winnerOf: (match: string) => `Vencedor: ${match}`,
  loserOf: (match: string) => `Vencido: ${match}`,
  inGroup: (place: number, group: string) => `${place}.º de ${group}`,
  bestOf: (place: number, rank: number) => {
    const names = ['Melhor primeiro', 'Melhor segundo', 'Melhor terceiro', 'Melhor quarto'];
    return `${names[place - 1] ?? `Melhor ${place}.º:`} ${rank}`;
  },
};
