// What happened in one round, as the checker judges it. Plain data: a planted fault is a changed copy.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { Fixture } from '../../../src/match/fixture.ts';
import type { Change, StoredMarker } from '../../../src/match/command.ts';

/** What a writer set out to do, and got acknowledged: each once, however often it had to be sent. */
export type Deed = {
  readonly ref: MatchRef;
  /** The marker's id, in lower case. */
  readonly key: string;
  readonly does: 'record' | 'update' | 'delete' | 'repeat';
  /** What was sent; null for a deletion. */
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

/** What one node says of a match in the end (`GET …/live/{channel}`). */
export type Told = Position & { readonly node: string; readonly ref: MatchRef };

/** One subscription of one screen: each state that it was shown, in order. */
export type Watched = { readonly screen: string; readonly channel: string; readonly shown: readonly Position[] };

/** How long everybody took to agree once the last fault was over and the last write answered; null: not in time. */
export type History = {
  readonly deeds: readonly Deed[];
  /** Answers that no fault explains: a status, and what it answered. */
  readonly oddAnswers: readonly string[];
  readonly stored: readonly Stored[];
  readonly told: readonly Told[];
  readonly watched: readonly Watched[];
  /** Which matches a feed tells of. */
  readonly feeds: readonly { readonly channel: string; readonly refs: readonly MatchRef[] }[];
  readonly agreedAfterMs: number | null;
};
