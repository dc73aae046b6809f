import type { PlaceWords } from '../../words.ts';

export const es: PlaceWords = {
  rounds: {
    final: 'Final',
    third_place: 'Tercer puesto',
    semi_final: 'Semifinal',
    quarter_final: 'Cuartos de final',
    round_of_16: 'Octavos de final',
    round_of_32: 'Dieciseisavos de final',
    round_of_64: 'Ronda de 64',
  },
  versus: 'vs',
  numbered: (round: string, number: number) => `${round} ${number}`,
  winnerOf: (match: string) => `Ganador de ${match}`,
  loserOf: (match: string) => `Perdedor de ${match}`,
  inGroup: (place: number, group: string) => `${place}.º de ${group}`,
  bestOf: (place: number, rank: number) => {
    const names = ['Mejor primero', 'Mejor segundo', 'Mejor tercero', 'Mejor cuarto'];
    return `${names[place - 1] ?? `Mejor ${place}.º:`} ${rank}`;
  },
};
