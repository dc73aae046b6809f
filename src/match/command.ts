// What is stored of a match, what may be asked of it, and what comes of that. All values; nothing here does anything.
import type { BoardGoal } from '../../protocol/wire/board.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import type { Marker } from '../../protocol/rest/marker.ts';

/**
 * A marker as stored. `arrival` is the `seq` that first recorded it: its place in the order of arrival, which an update
 * keeps (rule ID-4). `touched` is the `seq` of its last write: what a reset clears goes by it (rules RESET-1, RESET-9).
 */
export type StoredMarker = Marker & { readonly arrival: number; readonly touched: number };

/** An entry of a goal list set by PATCH; `marker` links it to the Goal marker it came from, by key (rule SCORE-12). */
export type ManualGoal = BoardGoal & { readonly marker?: string | undefined };

/**
 * Results set by hand. Each entry carries the `seq` at which it was set: a whole-game reset with a later one clears it,
 * and deleting that reset reveals it again unless it was set anew since (rules RESET-6, RESET-7).
 */
export type ManualResult = {
  /** Per team number, oldest first: PATCHed score minus the goals counted. */
  readonly scores?: Readonly<Record<string, readonly { readonly seq: number; readonly offset: number }[]>> | undefined;
  /** Oldest first. `dropped`: keys of the goal markers that the PATCH left out. */
  readonly goals?:
    | readonly { readonly seq: number; readonly list: readonly ManualGoal[]; readonly dropped: readonly string[] }[]
    | undefined;
};

export type Command =
  /** `repeat`: what a known id does (rule ID-2): `update` in a club game, `report` in a tournament match. */
  | { readonly kind: 'record'; readonly marker: Marker; readonly repeat: 'update' | 'report' }
  | { readonly kind: 'delete'; readonly key: string }
  | { readonly kind: 'scores'; readonly scores: Readonly<Record<string, number>> }
  | { readonly kind: 'goals'; readonly goals: readonly BoardGoal[] };

/** One accepted change: a row of `match_log`, what nodes tell each other, and what `applyChange` takes. */
export type Change = {
  readonly seq: number;
  /** Server time of the commit, ms since 1970. */
  readonly at: number;
  readonly cause: readonly Cause[];
  /** Markers written. */
  readonly put?: readonly StoredMarker[] | undefined;
  /** Keys of markers deleted. */
  readonly drop?: readonly string[] | undefined;
  /** The whole new hand, when it moved. */
  readonly hand?: ManualResult | undefined;
};

export type Rejection = { readonly path: string; readonly message: string };

export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'reported'; readonly marker: Marker; readonly warnings: readonly string[] }
  | { readonly kind: 'deleted'; readonly marker: Marker }
  | { readonly kind: 'missing' }
  | { readonly kind: 'set' }
  /** 422: what this match cannot take (unknown pairing, a bye, an unknown team …). */
  | { readonly kind: 'refused'; readonly details: readonly Rejection[] };

/** `change` is null when the command leaves everything as it is. */
export type Decision = { readonly outcome: Outcome; readonly change: Change | null };
