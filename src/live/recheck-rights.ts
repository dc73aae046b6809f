// Open connections have only the current rights of their credential. They are checked periodically and after each change of
// rights.
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import { type AnyChannel, type MatchRef, parseAnyChannel, type ParsedChannel } from '../../protocol/wire/ids.ts';
import type { Caller } from '../auth/caller.ts';
import type { ChannelRights } from '../auth/channel-rights.ts';
import type { Logger } from '../ops/logger.ts';
import { eachInTurns, eachSpread } from '../ops/turns.ts';
import type { MatchScope } from '../store/match-scopes.ts';
import { closeFor, forbid, type Session } from './session.ts';

export type RightsDeps = {
  /** The caller with its current rights, or the reason why it has none. */
  readonly recheck: (caller: Caller) => Promise<Caller | 'revoked' | 'expired'>;
  readonly mayRead: ChannelRights['mayRead'];
  /** What decides who may read a match, if it is in memory. */
  readonly scopeInMemory: (ref: MatchRef) => MatchScope | null;
  /** The same from the database; null for an unknown match. Throws Problem 503. */
  readonly scopeOf: ChannelRights['scopeOf'];
  readonly logger: Logger;
};

/** A subscription that a match in memory does not allow. */
type Doubt = { readonly session: Session; readonly name: AnyChannel; readonly ref: MatchRef };

/**
 * Checks all connections, in turns, and at the end over `overMs`. `round` increases with each check. Closes connections without a valid
 * credential, and ends subscriptions that are no longer allowed.
 */
export async function recheckRights(
  sessions: Iterable<Session>,
  { round, overMs }: { readonly round: number; readonly overMs: number },
  deps: RightsDeps,
): Promise<void> {
  const present: { readonly session: Session; readonly caller: Caller }[] = [];
  await eachInTurns(sessions, (session) => {
    if (session.state.phase === 'open') present.push({ session, caller: session.state.caller });
  });
  // All checks of a turn share one statement (auth/batch-lookup.ts).
  const asked: Promise<readonly [Caller, Verdict]>[] = [];
  await eachInTurns(new Set(present.map(({ caller }) => caller)), (caller) => {
    asked.push(verdictOf(caller, deps).then((verdict) => [caller, verdict] as const));
  });
  const verdicts = new Map(await Promise.all(asked));
  const doubts: Doubt[] = [];
  await eachSpread(present, overMs, ({ session, caller }) => {
    // A check that began later has newer results.
    if (session.rightsRound > round) return;
    session.rightsRound = round;
    doubts.push(...settle(session, verdicts.get(caller) ?? caller, deps));
  });
  await settleDoubts(doubts, round, deps);
}

async function verdictOf(caller: Caller, { recheck, logger }: RightsDeps): Promise<Verdict> {
  try {
    return await recheck(caller);
  } catch (error) {
    // The rights that were verified last stay valid.
    logger.error({ err: error }, 'rights could not be checked');
    return caller;
  }
}

type Verdict = Caller | 'revoked' | 'expired';

/** Returns what only the database can decide: a match in memory may still have the club or tournament of before. */
function settle(session: Session, verdict: Verdict, deps: RightsDeps): readonly Doubt[] {
  if (session.state.phase !== 'open') return [];
  if (typeof verdict === 'string') {
    closeFor(session, verdict, CLOSE.unauthorized);
    return [];
  }
  session.state = { ...session.state, caller: verdict };
  const doubts: Doubt[] = [];
  for (const [name, channel] of [...session.channels]) {
    const isEnded = channel.isEnded();
    if (!isEnded && stillReads(verdict, name, deps)) continue;
    const parsed = rightTo(name);
    // A match with subscribers that is not in memory has vanished. It may be in memory again already.
    if (isEnded || parsed === null || 'slug' in parsed || deps.scopeInMemory(parsed.channel) === null)
      forbid(session, name);
    else doubts.push({ session, name, ref: parsed.channel });
  }
  return doubts;
}

/** One query for all matches in doubt. */
async function settleDoubts(doubts: readonly Doubt[], round: number, { mayRead, scopeOf, logger }: RightsDeps) {
  const read = async (ref: MatchRef) => {
    try {
      return [ref, await scopeOf(ref)] as const;
    } catch (error) {
      logger.debug({ err: error, ref }, 'the right to a match could not be checked again');
      return [ref, null] as const;
    }
  };
  const scopes = new Map(await Promise.all([...new Set(doubts.map(({ ref }) => ref))].map(read)));
  await eachInTurns(doubts, ({ session, name, ref }) => {
    // A check that began later decides by itself.
    if (session.state.phase !== 'open' || session.rightsRound !== round || !session.channels.has(name)) return;
    const parsed = rightTo(name);
    if (!parsed || !mayRead(session.state.caller, parsed, scopes.get(ref) ?? null)) forbid(session, name);
  });
}

/** The channel that decides the right to this one. */
function rightTo(name: AnyChannel): ParsedChannel | null {
  const channel = parseAnyChannel(name);
  return channel?.kind === 'air' ? channel.match : channel;
}

/** Whether a caller may read a channel that is in memory. */
export function stillReads(
  caller: Caller,
  name: AnyChannel,
  { mayRead, scopeInMemory }: Pick<RightsDeps, 'mayRead' | 'scopeInMemory'>,
): boolean {
  const parsed = rightTo(name);
  return parsed !== null && mayRead(caller, parsed, 'slug' in parsed ? null : scopeInMemory(parsed.channel));
}
