// The names of rounds and of places in a bracket. Screens, the console and pages show a stored English name in the reader's language.
export const en = {
  rounds: {
    final: 'Final',
    third_place: 'Third place',
    semi_final: 'Semi-final',
    quarter_final: 'Quarter-final',
    round_of_16: 'Round of 16',
    round_of_32: 'Round of 32',
    round_of_64: 'Round of 64',
  },
  /** Between the names of a match. */
  versus: 'vs',
  numbered: (round: string, number: number) => `${round} ${number}`,
  winnerOf: (match: string) => `Winner of ${match}`,
  loserOf: (match: string) => `Loser of ${match}`,
  inGroup: (place: number, group: string) => {
    if (place === 1) return `Winner ${group}`;
    return place === 2 ? `Runner-up ${group}` : `No. ${place} of ${group}`;
  },
  bestOf: (place: number, rank: number) => {
    const names = ['Best winner', 'Best runner-up', 'Best third', 'Best fourth'];
    return `${names[place - 1] ?? `Best no. ${place}`} ${rank}`;
  },
};
