// Where a side of a tournament match comes from, while its team is not known: a place in a group, one of the best teams with the
// same place in all groups, or the winner or loser of another match (rule PLACE-1).
import { z } from 'zod';
import { id, name } from './fields.ts';

const GROUP_PLACE_MAX = 64;

const inGroup = z.strictObject({ group: name, place: z.number().int().min(1).max(GROUP_PLACE_MAX) });
const bestOf = z.strictObject({
  /** 3: the third of each group is compared with the thirds of the others. */
  best_of_place: z.number().int().min(1).max(GROUP_PLACE_MAX),
  /** 1 is the best of them. */
  rank: z.number().int().min(1).max(GROUP_PLACE_MAX),
});
const winnerOf = z.strictObject({ winner_of: id });
const loserOf = z.strictObject({ loser_of: id });

export const placeSchema = z.union([inGroup, bestOf, winnerOf, loserOf]);
/** `{ group: 'A', place: 1 }`, `{ best_of_place: 3, rank: 1 }`, `{ winner_of: 701 }` or `{ loser_of: 701 }` with ids of matches. */
export type Place = z.output<typeof placeSchema>;

/** The match that a place waits for; null for one that groups decide. */
export function sourceOf(place: Place | null | undefined): number | null {
  if (!place) return null;
  if ('winner_of' in place) return place.winner_of;
  return 'loser_of' in place ? place.loser_of : null;
}
