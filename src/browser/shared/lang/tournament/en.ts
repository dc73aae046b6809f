// The texts of the pages of a tournament that staff manage, and the names of rounds and places.
export const en = {
  fixtures: {
    rounds: {
      final: 'Final',
      third_place: 'Third place',
      semi_final: 'Semi-final',
      quarter_final: 'Quarter-final',
      round_of_16: 'Round of 16',
      round_of_32: 'Round of 32',
      round_of_64: 'Round of 64',
    },
    numbered: (round: string, number: number) => `${round} ${number}`,
    winnerOf: (match: string) => `Winner of ${match}`,
    loserOf: (match: string) => `Loser of ${match}`,
    inGroup: (place: number, group: string) => {
      if (place === 1) return `Winner ${group}`;
      return place === 2 ? `Runner-up ${group}` : `No. ${place} of ${group}`;
    },
  },
};
