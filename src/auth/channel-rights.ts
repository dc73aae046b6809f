// Whether a caller may read a channel or write a match, decided before anything is loaded (rule ACCESS-5). A caller without the
// right costs one small query, whether or not the match exists and whether or not it is in memory.
import type { MatchRef, ParsedChannel } from '../../protocol/wire/ids.ts';
import type { MatchScope, ScopedRef } from '../store/match-scopes.ts';
import { mayReachMatch, mayReachTournament, mayReadChannel, requireMatch } from './access.ts';
import { batchLookup } from './batch-lookup.ts';
import type { Caller } from './caller.ts';

type ChannelRightsDeps = {
  /** The match's scope, if the match is in memory. */
  readonly scopeInMemory: (ref: MatchRef) => MatchScope | null;
  /** The scopes of the games and matches that exist. Throws Problem 503. */
  readonly readScopes: (refs: readonly MatchRef[]) => Promise<readonly ScopedRef[]>;
};

export type ChannelRights = ReturnType<typeof openChannelRights>;

export function openChannelRights({ scopeInMemory, readScopes }: ChannelRightsDeps) {
  const find = batchLookup(readScopes, ({ ref }) => ref);
  /** The stored scope; null for an unknown match. Throws Problem 503. */
  const scopeOf = async (ref: MatchRef): Promise<MatchScope | null> => (await find(ref))?.scope ?? null;

  /**
   * `mayReadChannel` before the match is loaded. Throws Problem 503. Memory may only confirm a right. A refusal always asks the
   * database, so it takes the same time for a match that does not exist.
   */
  function mayLoad(caller: Caller, channel: ParsedChannel): boolean | Promise<boolean> {
    if ('slug' in channel) return mayReadChannel(caller, channel, null);
    if (caller.kind === 'view' && !caller.channels.has(channel.channel)) return false;
    if (mayReadChannel(caller, channel, scopeInMemory(channel.channel))) return true;
    return scopeOf(channel.channel).then((scope) => mayReadChannel(caller, channel, scope));
  }

  /** Like `requireMatch`, before the match is loaded. `ref`: null for an id that no match has. Throws Problem 403 or 503. */
  async function requireReach(caller: Caller, tournament: string, ref: MatchRef | null): Promise<void> {
    const inTournament = (scope: MatchScope | null) =>
      scope?.kind === 'match' && scope.tournament.slug === tournament ? scope : null;
    if (caller.kind !== 'view') {
      // A caller with access to the tournament of the path may ask for any id in it.
      if (mayReachTournament(caller, tournament)) return;
      const here = ref && inTournament(scopeInMemory(ref));
      if (here && mayReachMatch(caller, { tournament, authorizedClubs: here.authorizedClubs })) return;
    }
    requireMatch(caller, tournament, caller.kind === 'view' || ref === null ? null : inTournament(await scopeOf(ref)));
  }

  return { mayRead: mayReadChannel, mayLoad, requireReach, scopeOf };
}
