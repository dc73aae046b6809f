// The events of the matches and rights of this node. Each event is emitted once; listeners.ts lists the listeners.
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import type { Caller } from '../auth/caller.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Match } from '../match/match.ts';
import type { Events } from '../ops/events.ts';
import type { Step } from './kept-deltas.ts';

export type LiveEvents = {
  /** A stored change was accepted and published. `match`: the match after all changes that were accepted together. */
  readonly committed: { readonly match: Match; readonly step: Step };
  /** The position of a match must be sent to other nodes: this node committed, or found a change that no message announced. */
  readonly moved: { readonly message: Moved; readonly feed: FeedRef };
  /** The store is older than the shown state: the match continues with a new epoch. */
  readonly wentBack: { readonly match: Match };
  /** A match left the memory of this node after its last use. */
  readonly evicted: { readonly ref: MatchRef };
  /** The match is no longer stored. */
  readonly vanished: { readonly ref: MatchRef };
  /** This node changed what is on air at a match: the other nodes must be told. */
  readonly aired: { readonly ref: MatchRef };
  /** Keys, tokens or roles changed. `isOwn`: this node changed them, so the other nodes must be told. */
  readonly rightsChanged: { readonly isOwn: boolean };
  /** A connection was opened with this credential. Call `address` synchronously or not at all. */
  readonly credentialUsed: { readonly caller: Caller; readonly address: () => string };
};

export type LiveEmitter = Events<LiveEvents>;
