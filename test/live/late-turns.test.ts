// P5 on a node that is busy: an auth frame that came in time waits for its turn.
import { afterEach, expect, it, vi } from 'vitest';
import { openSessions } from '../../src/live/sessions.ts';
import { TIMING } from '../../src/live/timing.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { inTurns } from '../../src/ops/turns.ts';
import { nextTurn } from '../support/next-turn.ts';
import { stall } from '../support/stall.ts';

afterEach(() => {
  vi.useRealTimers();
});

const unused = (): never => {
  throw new Error('This is not asked for.');
};

function* longTurns(): Generator<void, void> {
  for (let turn = 0; turn < 5; turn += 1) {
    stall(5);
    yield;
  }
}

it.each([
  ['an auth frame that waits for its turn is answered', true, 'welcome'],
  ['without an auth frame the connection ends', false, 'error'],
])('P5 when the time is over, %s', async (_, isSent, type) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames: unknown[] = [];
  const sessions = openSessions({
    identify: () => Promise.resolve({ kind: 'club_static', tokenId: 1, club: 'riverside' }),
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
  });
  const session = sessions.open(
    {
      address: '',
      network: 'here',
      identified: () => undefined,
      ping: unused,
      buffered: unused,
      end: () => undefined,
      kill: unused,
      send: (frame) => frames.push(JSON.parse(frame.toString())) > 0,
      subscribe: unused,
      unsubscribe: unused,
    },
    null,
  );
  const work = inTurns(longTurns(), 'other');
  const auth = new TextEncoder().encode(JSON.stringify({ type: 'auth', token: 't' }));
  if (isSent) sessions.receive(session, auth.buffer);
  vi.advanceTimersByTime(TIMING.authMs);
  await work;
  while (frames.length === 0) await nextTurn();
  expect(frames).toMatchObject([{ type }]);
  sessions.closed(session);
});
