// A goal marker as an entry of the goal list (rules SCORE-1, SIDE-6).
import type { BoardGoal, Side } from '../../protocol/wire/board.ts';
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
  const scorerId = userId(players.primary);
  const assisterId = userId(players.secondary);
  const assister = players.secondary?.name;
  const goal: BoardGoal = {
    team: teamOf(sides, credited),
    scorer: shownPlayer(players.primary, marker.scorer)?.name ?? UNKNOWN_SCORER,
    ...(scorerId === undefined ? {} : { user_id: scorerId }),
    ...(more.minute === undefined ? {} : { minute: more.minute }),
    penalty: marker.type === 'PenaltyScored',
    own_goal: more.ownGoal,
    ...(assister === undefined ? {} : { assister }),
    ...(assisterId === undefined ? {} : { assister_user_id: assisterId }),
  };
  return { key: marker.key, at: marker.at, arrival: marker.arrival, goal };
}
