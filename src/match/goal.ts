// A goal marker as an entry of the goal list (rules SCORE-1, SIDE-6).
import type { BoardGoal, Side } from '../../protocol/wire/board.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { StoredMarker } from './command.ts';
import { type MarkerPlayers, type Sides, type ShownPerson, shownPlayer, teamOf } from './sides.ts';
import type { GoalEntry } from './tally.ts';

/** Shown when the marker names no scorer. */
const UNKNOWN_SCORER = 'Unknown';

const userId = (person: ShownPerson | null): number | undefined => (person?.type === 'user' ? person.id : undefined);

/** `credited`: the side that gets the goal. `minute`: the minute of the event. */
export function goalEntry(
  sides: Sides,
  marker: StoredMarker,
  players: MarkerPlayers,
  credited: Side,
  more: { readonly minute: string | undefined; readonly ownGoal: boolean },
): GoalEntry {
  const goal: BoardGoal = withoutUndefined({
    team: teamOf(sides, credited),
    scorer: shownPlayer(players.primary, marker.scorer)?.name ?? UNKNOWN_SCORER,
    user_id: userId(players.primary),
    minute: more.minute,
    penalty: marker.type === 'PenaltyScored',
    own_goal: more.ownGoal,
    assister: players.secondary?.name,
    assister_user_id: userId(players.secondary),
  });
  return { key: marker.key, at: marker.at, arrival: marker.arrival, goal };
}
