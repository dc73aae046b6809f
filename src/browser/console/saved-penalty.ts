// A saved penalty is a missed one that names the goalkeeper first and the taker second (rule STAT-4).
import type { Board, PlayerType, Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { creditedSide, type Draft, idOf } from './draft.ts';
import { other, SIDES } from '../shared/side.ts';

type Keepers = Board['keepers'];
type Named = {
  readonly type: MarkerType;
  readonly primary_player_pc_id?: string | undefined;
  readonly primary_player_type?: PlayerType | undefined;
  readonly secondary_player_pc_id?: string | undefined;
};

export function isSaved({ type, ...named }: Named, keepers: Keepers): boolean {
  const { primary_player_pc_id: id, primary_player_type: playerType } = named;
  if (type !== 'PenaltyMissed' || named.secondary_player_pc_id !== undefined) return type === 'PenaltyMissed';
  return SIDES.some((side) => {
    const keeper = keepers[side];
    return id !== undefined && idOf(keeper) === id && (playerType === undefined || keeper?.type === playerType);
  });
}

/** The side that an entry counts for. A saved penalty names the goalkeeper's side and counts for the taker's. */
export function shownSide(draft: Draft, keepers: Keepers): Side | undefined {
  const side = creditedSide(draft);
  return side !== undefined && isSaved(draft, keepers) ? other(side) : side;
}

/** What a press of "Saved" records for the side that takes the kick: the goalkeeper of the line-ups. */
export function savedFrom(taker: Side, keepers: Keepers): Partial<Draft> {
  const { id, type } = keepers[other(taker)] ?? {};
  return {
    team: other(taker),
    ...(id === undefined ? {} : { primary_player_pc_id: String(id) }),
    ...(id === undefined || type === undefined ? {} : { primary_player_type: type }),
  };
}

/** A kick that names neither a taker nor the goalkeeper of the line-ups is posted as missed by its taker's side. */
export function savedOrMissed(draft: Draft, keepers: Keepers): Draft {
  if (isSaved(draft, keepers)) return draft;
  const { primary_player_pc_id: _id, primary_player_type: _type, scorer: _name, team, ...kick } = draft;
  return { ...kick, ...(team === undefined ? {} : { team: other(team) }) };
}
