// The rights of open connections are those of now: they are looked at again and again, and right after an import.
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import { type Channel, type MatchRef, parseChannel, type ParsedChannel } from '../../protocol/wire/ids.ts';
import type { Caller } from '../auth/caller.ts';
import type { Logger } from '../ops/logger.ts';
import type { Match } from '../match/match.ts';
import { closeFor, leave, send, type Session } from './session.ts';

export type RightsDeps = {
  /** How a caller stands now. */
  readonly recheck: (caller: Caller) => Promise<Caller | 'revoked' | 'expired'>;
  /** `match` is the loaded match for a match channel, null when there is none. */
  readonly mayRead: (caller: Caller, channel: ParsedChannel, match: Match | null) => boolean;
  /** What is in memory now. */
  readonly peekMatch: (ref: MatchRef) => Match | null;
  readonly log: Logger;
};

/** Looks at everybody's rights again: who lost the credential is closed, who lost a channel leaves it. */
export async function recheckRights(sessions: Iterable<Session>, deps: RightsDeps): Promise<void> {
  const present = [...sessions].flatMap((session) =>
    session.state.phase === 'open' ? [{ session, caller: session.state.caller }] : [],
  );
  // All at once: the store is asked about many in one statement (auth/gather.ts).
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
    // What was verified stands.
    log.error({ err: error }, 'rights could not be looked at');
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
