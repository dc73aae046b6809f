// P42 and P55 on a node that stood still: what a slow reader took meanwhile is seen before it counts as stuck.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openAdmission } from '../../src/http/admission.ts';
import { openEventStreams } from '../../src/http/event-streams.ts';
import { openStreamTopics } from '../../src/http/stream-topics.ts';
import { block } from '../../src/live/backpressure.ts';
import type { Session } from '../../src/live/session.ts';
import { TIMING } from '../../src/live/timing.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { nextTurn } from '../support/next-turn.ts';
import { stall } from '../support/stall.ts';

const STUCK_MS = 300;

const server = createServer();
let reader: Socket;
let here: Socket;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  reader = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  [here] = (await once(server, 'connection')) as [Socket];
});
afterEach(() => {
  here.removeAllListeners('data');
});
afterAll(() => {
  reader.destroy();
  server.close();
});

it('P42 P43 a reader that took data while the node stood still is not cut, and is cut when it takes none', async () => {
  let waiting = 100;
  let cuts = 0;
  const session = {
    state: { phase: 'open' },
    channels: new Map(),
    blocked: null as Session['blocked'],
    counts: newCounters(),
    socket: { buffered: () => waiting, kill: () => (cuts += 1), unsubscribe: () => undefined },
  };
  here.on('data', () => (waiting = 50));
  block(session as unknown as Session, { ...TIMING, stuckMs: STUCK_MS });
  const first = session.blocked?.timer;
  // Timers come next, and then the sockets.
  await nextTurn();
  reader.write('took some');
  stall(1.2 * STUCK_MS);
  // The time is over, and that the reader took data is known to the system only.
  while (session.blocked?.timer === first && cuts === 0) await nextTurn();
  expect(cuts).toBe(0);
  expect(waiting).toBe(50);
  await expect.poll(() => cuts).toBe(1);
});

it('P55 an event stream whose reader took data while the node stood still is not cut, and is cut when it takes none', async () => {
  const session = {} as Session;
  const streams = openEventStreams({
    sessions: {
      open: () => session,
      subscribe: () => Promise.resolve(),
      dropped: () => undefined,
      drained: () => undefined,
      closed: () => undefined,
      markAlive: () => undefined,
    },
    admission: openAdmission({ isDraining: () => false, maxConnections: 0, maxPerAddress: 0 }),
    streamTopics: openStreamTopics(),
    counts: newCounters(),
    timing: { commentMs: 30, stuckMs: 1_000 },
    waitingMax: 1_000,
  });
  let writes = 0;
  let cuts = 0;
  const follower = {
    caller: { kind: 'club_static', tokenId: 1, club: 'riverside' },
    channel: 'game:100',
    since: undefined,
    address: '',
    network: '',
  } as const;
  const { writable, closed } = streams.start(
    {
      write: () => {
        writes += 1;
        return false;
      },
      finish: () => undefined,
      close: () => (cuts += 1),
    },
    follower,
  );
  await expect.poll(() => writes, { message: 'a comment waits for the reader' }).toBeGreaterThan(0);
  here.on('data', writable);
  // Timers come next, and then the sockets.
  await nextTurn();
  const before = writes;
  reader.write('took some');
  stall(1_100);
  while (writes === before && cuts === 0) await nextTurn();
  expect(cuts).toBe(0);
  await expect.poll(() => cuts, { timeout: 5_000 }).toBeGreaterThan(0);
  closed();
  streams.close();
});
