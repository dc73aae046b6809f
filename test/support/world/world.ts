// The one world of the tests, as a data file: two clubs, two tournaments and tokens of each kind. `world` is the base.
// `fullWorld` (full-world.ts) fills in every field, `worldWithResults` (world-with-results.ts) has stored results. Ids,
// slugs, names and tokens are the same in all three; the builders of the records stand beside this file, one noun each.
import { hilltop, riverside } from './clubs.ts';
import { juniors, users } from './people.ts';
import type { World } from './records.ts';
import { tokens } from './tokens.ts';
import { autumnCup, springCup } from './tournaments.ts';

/** The base world, new at each call. `moreGames` plain games are added to Riverside FC. */
export const world = ({ moreGames = 0 } = {}): World => ({
  touchline_data: 1,
  users: users(),
  juniors: juniors(),
  clubs: [riverside(moreGames), hilltop()],
  tournaments: [autumnCup(), springCup()],
  tokens: tokens(),
});
