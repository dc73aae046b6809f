import type { PlaceWords } from '../../words.ts';

export const fr: PlaceWords = {
  rounds: {
    final: 'Finale',
    third_place: 'Troisième place',
    semi_final: 'Demi-finale',
    quarter_final: 'Quart de finale',
    round_of_16: 'Huitième de finale',
    round_of_32: 'Seizième de finale',
    round_of_64: 'Trente-deuxième de finale',
  },
  versus: 'vs',
  numbered: (round: string, number: number) => `${round} ${number}`,
  winnerOf: (match: string) => `Vainqueur : ${match}`,
  loserOf: (match: string) => `Perdant : ${match}`,
  inGroup: (place: number, group: string) => (place === 1 ? `1er ${group}` : `${place}e ${group}`),
  bestOf: (place: number, rank: number) => {
    const names = ['Meilleur premier', 'Meilleur deuxième', 'Meilleur troisième', 'Meilleur quatrième'];
    return `${names[place - 1] ?? `Meilleur ${place}e :`} ${rank}`;
  },
};
