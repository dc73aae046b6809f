// Open connections keep only the rights that their credential has now. They are checked by the clock and after each change.
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import { type Channel, type MatchRef, parseChannel, type ParsedChannel } from '../../protocol/wire/ids.ts';
import type { Caller } from '../auth/caller.ts';
import type { Logger } from '../ops/logger.ts';
import type { Match } from '../match/match.ts';
import { closeFor, leave, send, type Session } from './session.ts';

export type RightsDeps = {
  /** The caller with its rights of now, or why it has none. */
  readonly recheck: (caller: Caller) => Promise<Caller | 'revoked' | 'expired'>;
  /** `match` is the loaded match for a match channel, null when there is none. */
  readonly mayRead: (caller: Caller, channel: ParsedChannel, match: Match | null) => boolean;
  /** The match, when it is in memory now. */
  readonly peekMatch: (ref: MatchRef) => Match | null;
  readonly log: Logger;
};

/** Checks all connections: those without a valid credential are closed, those that lost a channel leave it. */
export async function recheckRights(sessions: Iterable<Session>, deps: RightsDeps): Promise<void> {
  const present = [...sessions].flatMap((session) =>
    session.state.phase === 'open' ? [{ session, caller: session.state.caller }] : [],
  );
  // All at once: the store answers for many in one statement (auth/batch-lookup.ts).
  const callers = [...new Set(present.map(({ caller }) => caller))];
  const verdicts = new Map(
    await Promise.all(callers.map(async (caller) => [caller, await verdictOf(caller, deps)] as const)),
  );
  for (const { session, caller } of present) settle(session, verdicts.get(caller) ?? caller, deps);
}

async function verdictOf(caller: Caller, { recheck, log }: RightsDeps): Promise<Verdict> {
  try {
    return await recheck(caller);
  } catch (error) {
    // The rights that were verified last stay.
    log.error({ err: error }, 'rights could not be checked');
    return caller;
  }
}

type Verdict = Caller | 'revoked' | 'expired';

function settle(session: Session, verdict: Verdict, deps: RightsDeps): void {
  if (session.state.phase !== 'open') return;
  if (typeof verdict === 'string') {
    closeFor(session, verdict, CLOSE.unauthorized);
    return;
  }
  session.state = { phase: 'open', caller: verdict };
  for (const name of [...session.channels.keys()]) {
    if (stillReads(verdict, name, deps)) continue;
    leave(session, name);
    send(session, { type: 'unsubscribed', channel: name, reason: 'forbidden' });
  }
}

function stillReads(caller: Caller, name: Channel, { mayRead, peekMatch }: RightsDeps): boolean {
  const parsed = parseChannel(name);
  if (!parsed) return false;
  return mayRead(caller, parsed, 'slug' in parsed ? null : peekMatch(parsed.channel));
}
