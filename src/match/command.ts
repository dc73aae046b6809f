// The values of the match: stored markers, commands, changes and their outcomes. No behaviour.
import type { BoardGoal } from '../../protocol/wire/board.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import type { Marker } from '../../protocol/rest/marker.ts';

/**
 * A marker as stored. `arrival` is the `seq` that first recorded it: its place in the order of arrival. An update keeps
 * it (rule ID-4). `touched` is the `seq` of the last write: it decides what a reset clears (rules RESET-1, RESET-9).
 */
export type StoredMarker = Marker & { readonly arrival: number; readonly touched: number };

/** An entry of a goal list set by PATCH. `marker` is the key of the goal marker it came from (rule SCORE-12). */
export type ManualGoal = BoardGoal & { readonly marker?: string | undefined };

/**
 * Results set by PATCH or by the data file. Each entry carries the `seq` that set it. A later whole-game reset clears the
 * entry; deleting that reset restores it, unless a newer entry replaced it (rules RESET-6, RESET-7).
 */
export type ManualResult = {
  /** By team number, oldest first: the PATCHed score minus the counted goals. */
  readonly scores?: Readonly<Record<string, readonly { readonly seq: number; readonly offset: number }[]>> | undefined;
  /** Oldest first. `dropped`: keys of the goal markers that the PATCH left out. */
  readonly goals?:
    | readonly { readonly seq: number; readonly list: readonly ManualGoal[]; readonly dropped: readonly string[] }[]
    | undefined;
};

export type Command =
  /** `repeat`: how a known id is handled (rule ID-2): `update` in a club game, `report` in a tournament match. */
  | { readonly kind: 'record'; readonly marker: Marker; readonly repeat: 'update' | 'report' }
  /** The marker as it is to be; `marker.key` names the stored one (rule ID-10). */
  | { readonly kind: 'replace'; readonly marker: Marker }
  | { readonly kind: 'delete'; readonly key: string }
  | { readonly kind: 'scores'; readonly scores: Readonly<Record<string, number>> }
  | { readonly kind: 'goals'; readonly goals: readonly BoardGoal[] };

/** One accepted change: in a row of `match_log` and in the message to other nodes; the input of `applyChange`. */
export type Change = {
  readonly seq: number;
  /** Server time of the commit, ms since 1970. */
  readonly at: number;
  readonly cause: readonly Cause[];
  /** Markers written. */
  readonly put?: readonly StoredMarker[] | undefined;
  /** Keys of markers deleted. */
  readonly drop?: readonly string[] | undefined;
  /**
   * The complete new manual result, when it changed. Stored rows and messages between nodes have the same key. Nodes of the version
   * before know it by no other name, so it stays `hand`.
   */
  readonly hand?: ManualResult | undefined;
};

export type Rejection = { readonly path: string; readonly message: string };

export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'reported'; readonly marker: Marker; readonly warnings: readonly string[] }
  | { readonly kind: 'deleted'; readonly marker: Marker }
  | { readonly kind: 'missing' }
  | { readonly kind: 'set' }
  /** 422: the match cannot accept the command (unknown pairing, a bye, an unknown team …). */
  | { readonly kind: 'refused'; readonly details: readonly Rejection[] };

/** `change` is null when the command changes nothing. */
export type Decision = { readonly outcome: Outcome; readonly change: Change | null };
