import type { PlaceWords } from '../../words.ts';

export const ar: PlaceWords = {
  rounds: {
    final: 'النهائي',
    third_place: 'المركز الثالث',
    semi_final: 'نصف النهائي',
    quarter_final: 'ربع النهائي',
    round_of_16: 'دور الـ16',
    round_of_32: 'دور الـ32',
    round_of_64: 'دور الـ64',
  },
  versus: '–',
  numbered: (round: string, number: number) => `${round} ${number}`,
  winnerOf: (match: string) => `الفائز في ${match}`,
  loserOf: (match: string) => `الخاسر في ${match}`,
  inGroup: (place: number, group: string) => `المركز ${place} في المجموعة ${group}`,
  bestOf: (place: number, rank: number) => {
    const names = ['أفضل أول', 'أفضل ثانٍ', 'أفضل ثالث', 'أفضل رابع'];
    return `${names[place - 1] ?? `أفضل مركز ${place}:`} ${rank}`;
  },
};
