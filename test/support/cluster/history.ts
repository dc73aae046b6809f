// What happened in one round, as the checker checks it. Plain data: a planted fault is a changed copy.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { Fixture } from '../../../src/match/fixture.ts';
import type { Change, StoredMarker } from '../../../src/match/command.ts';

/** An acknowledged operation of a writer: listed once, even when it was sent several times. */
export type Operation = {
  readonly ref: MatchRef;
  /** The marker's id, in lower case. */
  readonly key: string;
  readonly does: 'record' | 'update' | 'delete' | 'repeat';
  /** The body; null for a deletion. */
  readonly body: MarkerBody | null;
  /** The status of the answer that ended it. */
  readonly status: number;
  /** Times it was sent; more than one when answers were lost, refused with 503, or when it went to two nodes at once. */
  readonly attempts: number;
};

export type MarkerBody = {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly primary_player_pc_id?: number;
  readonly label?: string;
};

export type StoredLog = { readonly seq: number; readonly change: Change };

/** A match as the database has it in the end. */
export type Stored = {
  readonly ref: MatchRef;
  readonly epoch: string;
  readonly seq: number;
  readonly fixture: Fixture;
  readonly log: readonly StoredLog[];
  readonly markers: readonly StoredMarker[];
};

export type Position = { readonly epoch: string; readonly seq: number; readonly state: ChannelState };

/** One node's final answer about a match (`GET …/live/{channel}`). */
export type Told = Position & { readonly node: string; readonly ref: MatchRef };

/** One subscription of one screen: each state that it was shown, in order. */
export type Watched = { readonly screen: string; readonly channel: string; readonly shown: readonly Position[] };

/** The time until all agreed after the last fault and the last answered write, ms; null: not in time. */
export type History = {
  readonly operations: readonly Operation[];
  /** Answers that no fault explains: the status and the body. */
  readonly oddAnswers: readonly string[];
  readonly stored: readonly Stored[];
  readonly told: readonly Told[];
  readonly watched: readonly Watched[];
  /** The matches of a feed. */
  readonly feeds: readonly { readonly channel: string; readonly refs: readonly MatchRef[] }[];
  readonly agreedAfterMs: number | null;
};
