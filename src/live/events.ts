// What happens to the matches and rights of this node. Each is said once; gateway.ts shows who listens.
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import type { Caller } from '../auth/caller.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Match } from '../match/match.ts';
import type { Events } from '../ops/events.ts';
import type { Step } from './channel.ts';

export type LiveEvents = {
  /** A stored change was accepted and published. `match`: as it is after all changes that were accepted with this one. */
  readonly committed: { readonly match: Match; readonly step: Step };
  /** Other nodes must hear where a match stands: this node committed, or found what no message announced. */
  readonly moved: { readonly message: Moved; readonly feed: FeedRef };
  /** The store went back behind what was shown: the match continues with a new epoch. */
  readonly wentBack: { readonly match: Match };
  /** The match is not stored any more. */
  readonly vanished: { readonly ref: MatchRef };
  /** Keys, tokens or roles changed. `isOwn`: this node changed them, so the others do not know yet. */
  readonly rightsChanged: { readonly isOwn: boolean };
  /** A connection was opened with this credential. `address` may be asked at once only. */
  readonly credentialUsed: { readonly caller: Caller; readonly address: () => string };
};

export type LiveEmitter = Events<LiveEvents>;
