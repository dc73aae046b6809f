import type { PlaceWords } from '../../words.ts';

export const de: PlaceWords = {
  rounds: {
    final: 'Finale',
    third_place: 'Spiel um Platz 3',
    semi_final: 'Halbfinale',
    quarter_final: 'Viertelfinale',
    round_of_16: 'Achtelfinale',
    round_of_32: 'Sechzehntelfinale',
    round_of_64: 'Runde der letzten 64',
  },
  versus: 'vs',
  numbered: (round: string, number: number) => `${round} ${number}`,
  winnerOf: (match: string) => `Sieger ${match}`,
  loserOf: (match: string) => `Verlierer ${match}`,
  inGroup: (place: number, group: string) => {
    if (place === 1) return `Sieger ${group}`;
    return place === 2 ? `Zweiter ${group}` : `Platz ${place} ${group}`;
  },
  bestOf: (place: number, rank: number) => {
    const names = ['Bester Sieger', 'Bester Zweiter', 'Bester Dritter', 'Bester Vierter'];
    return `${names[place - 1] ?? `Bester von Platz ${place}:`} ${rank}`;
  },
};
