// P42 and P55 on a node that stood still: what a slow reader took meanwhile is seen before it counts as stuck.
import { once } from 'node:events';
import { connect, createServer, type Socket as Connection } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openAdmission } from '../../src/http/admission.ts';
import { openEventStreams } from '../../src/http/event-streams.ts';
import { openStreamTopics } from '../../src/http/stream-topics.ts';
import { block } from '../../src/live/backpressure.ts';
import type { Session, Socket } from '../../src/live/session.ts';
import { TIMING } from '../../src/live/timing.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { nextTurn } from '../support/next-turn.ts';
import { stall } from '../support/stall.ts';

const STUCK_MS = 300;

const server = createServer();
let reader: Connection;
let here: Connection;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  reader = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  const connected = once(reader, 'connect');
  [here] = (await once(server, 'connection')) as [Connection];
  await connected;
});
afterEach(() => {
  vi.restoreAllMocks();
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
  // Timers come next, and then the sockets.
  await nextTurn();
  block(session as unknown as Session, { ...TIMING, stuckMs: STUCK_MS });
  const first = session.blocked?.timer;
  reader.write('took some');
  stall(1.2 * STUCK_MS);
  // The time is over, and that the reader took data is known to the system only.
  while (session.blocked?.timer === first && cuts === 0) await nextTurn();
  expect(cuts).toBe(0);
  expect(waiting).toBe(50);
  await expect.poll(() => cuts).toBe(1);
});

it('P55 an event stream whose reader took data while the node stood still is not cut, and is cut when it takes none', async () => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let writes = 0;
  let cuts = 0;
  const frames: Socket[] = [];
  // Timers come next, and then the sockets.
  await nextTurn();
  const streams = openEventStreams({
    sessions: {
      open(socket) {
        frames.push(socket);
        return {} as Session;
      },
      subscribe: () => Promise.resolve(),
      dropped: () => undefined,
      drained: () => undefined,
      closed: () => undefined,
      markAlive: () => undefined,
    },
    admission: openAdmission({ isDraining: () => false, maxConnections: 0, maxPerAddress: 0 }),
    streamTopics: openStreamTopics(),
    counts: newCounters(),
    timing: { commentMs: 300, stuckMs: 30_000 },
    waitingMax: 1_000,
  });
  const { writable, closed } = streams.start(
    {
      write: () => {
        writes += 1;
        return false;
      },
      probe: () => {
        writes += 1;
        return null;
      },
      finish: () => undefined,
      close: () => (cuts += 1),
    },
    {
      caller: { kind: 'club_static', tokenId: 1, club: 'riverside' },
      channel: 'game:100',
      since: undefined,
      address: '',
      network: '',
    },
  );
  for (const socket of frames) socket.send('{"type":"welcome"}');
  here.on('data', () => {
    writable(0);
  });
  reader.write('took some');
  // Longer than the time between two looks for slow readers.
  stall(120);
  now += 30_000;
  while (writes === 1 && cuts === 0) await nextTurn();
  expect(cuts).toBe(0);
  now += 30_000;
  while (cuts === 0) await nextTurn();
  closed();
  streams.close();
});
