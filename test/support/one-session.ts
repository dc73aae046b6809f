// One connection of the live channel, without a socket. What a test does not give must not be used: it throws.
import type { Caller } from '../../src/auth/caller.ts';
import type { Session, Socket } from '../../src/live/session.ts';
import { openSessions, type Sessions, type SessionsDeps } from '../../src/live/sessions.ts';
import { TIMING } from '../../src/live/timing.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { createLogger } from '../../src/ops/logger.ts';

export const unused = (): never => {
  throw new Error('This is not asked for.');
};

export const sessionsWith = (deps: Partial<SessionsDeps>): Sessions =>
  openSessions({
    identify: unused,
    spenderKey: () => 'token:1',
    events: { emit: () => undefined },
    recheck: unused,
    mayRead: unused,
    mayLoad: unused,
    scopeInMemory: unused,
    scopeOf: unused,
    matchChannel: unused,
    feedChannel: unused,
    airChannel: unused,
    timing: TIMING,
    counts: newCounters(),
    logger: createLogger('silent'),
    ...deps,
  });

/** `caller`: null without a credential. */
export const openSession = (sessions: Sessions, caller: Caller | null, socket: Partial<Socket>): Session =>
  sessions.open(
    {
      address: '',
      network: '',
      identified: () => undefined,
      ping: unused,
      buffered: unused,
      end: unused,
      kill: unused,
      send: unused,
      subscribe: unused,
      unsubscribe: unused,
      ...socket,
    },
    caller,
  );
