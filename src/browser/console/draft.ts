// A marker as the phone posts it.
import type { BoardEvent, PlayerType, Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import type { Player } from './fixture.ts';
import { other } from '../shared/side.ts';

export type Draft = {
  readonly id: string;
  /** Time of the event on the server's clock, ISO 8601. */
  readonly timestamp: string;
  readonly type: MarkerType;
  readonly match_id?: string;
  readonly primary_player_pc_id?: string;
  readonly primary_player_type?: PlayerType;
  readonly secondary_player_pc_id?: string;
  readonly secondary_player_type?: PlayerType;
  /** The primary player's side. */
  readonly team?: Side;
  /** Name of a primary player without an id. */
  readonly scorer?: string;
  readonly minute?: string;
  readonly own_goal?: boolean;
  readonly label?: string;
};

/** The details that a sheet may change. Absent means unchanged; null means removed. */
export type Details = {
  readonly primary?: Player | null;
  readonly secondary?: Player | null;
  readonly minute?: string | null;
  readonly label?: string | null;
  readonly ownGoal?: boolean;
  /** ms since 1970 */
  readonly at?: number;
};

/** The side that the marker counts for: an own goal counts for the other one. */
export function creditedSide(draft: Pick<Draft, 'team' | 'own_goal'>): Side | undefined {
  if (draft.team === undefined) return undefined;
  return draft.own_goal === true ? other(draft.team) : draft.team;
}

export function withDetails(draft: Draft, details: Details): Draft {
  const changed = {
    ...draft,
    ...(details.at === undefined ? {} : { timestamp: new Date(details.at).toISOString() }),
    // This comes before the names, because it removes the players of the other side.
    ...(details.ownGoal === undefined ? {} : ownGoalFields(draft, details.ownGoal)),
    ...('primary' in details ? primaryFields(details.primary ?? null) : {}),
    ...('secondary' in details ? secondaryFields(details.secondary ?? null) : {}),
    ...('minute' in details ? { minute: details.minute ?? undefined } : {}),
    ...('label' in details ? { label: details.label ?? undefined } : {}),
  };
  return withoutAbsent(changed);
}

/**
 * `details` on top of `newest`, the entry that another phone may have changed since `shown` was opened. The names and the side
 * are one detail: a change of one of them leaves the others as they were shown.
 */
export function withDetailsOf(shown: Draft, newest: Draft, details: Details): Draft {
  const isNamed = 'primary' in details || 'secondary' in details || details.ownGoal !== undefined;
  return withDetails(isNamed ? withoutAbsent({ ...newest, ...whoOf(shown) }) : newest, details);
}

const whoOf = (draft: Draft) => ({
  primary_player_pc_id: draft.primary_player_pc_id,
  primary_player_type: draft.primary_player_type,
  secondary_player_pc_id: draft.secondary_player_pc_id,
  secondary_player_type: draft.secondary_player_type,
  scorer: draft.scorer,
  team: draft.team,
  own_goal: draft.own_goal,
});

const primaryFields = (player: Player | null) => ({
  primary_player_pc_id: idOf(player),
  primary_player_type: player?.type ?? undefined,
  scorer: player !== null && player.id === null ? player.name : undefined,
  ...(player === null ? {} : { team: player.side }),
});
const secondaryFields = (player: Player | null) => ({
  secondary_player_pc_id: idOf(player),
  secondary_player_type: player?.type ?? undefined,
});
/** A player's id as markers carry it; undefined for a guest and for no player. */
export const idOf = (player: { readonly id?: number | null | undefined } | null | undefined): string | undefined =>
  player?.id?.toString();

/**
 * The goal counts for the same side as before, so the scorer belongs to the other side. The named players are removed.
 */
function ownGoalFields(draft: Draft, ownGoal: boolean) {
  if (ownGoal === (draft.own_goal === true)) return {};
  return {
    ...primaryFields(null),
    ...secondaryFields(null),
    own_goal: ownGoal,
    team: draft.team === undefined ? undefined : other(draft.team),
  };
}

type Absent<T> = { readonly [K in keyof T]?: T[K] | undefined };
function withoutAbsent(draft: Absent<Draft> & Pick<Draft, 'id' | 'timestamp' | 'type'>): Draft {
  const entries = Object.entries(draft).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Draft;
}

/** The event as a draft to edit. It keeps the minute that the screens show. */
export function draftOf(id: string, event: BoardEvent, matchId: string | undefined): Draft {
  const { player, second_player: second } = event;
  const side = event.team !== undefined && event.own_goal ? other(event.team) : event.team;
  return withoutAbsent({
    id,
    timestamp: event.at,
    type: event.type,
    match_id: matchId,
    primary_player_pc_id: idOf(player),
    primary_player_type: player?.type,
    scorer: player?.id === undefined ? player?.name : undefined,
    secondary_player_pc_id: idOf(second),
    secondary_player_type: second?.type,
    team: side,
    minute: event.minute,
    label: event.label,
    own_goal: event.type === 'Goal' ? event.own_goal : undefined,
  });
}
