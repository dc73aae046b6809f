// The sockets for `postgres`: unsent data of an ended session never reaches another one, and a silent connection is cut.
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSockets, type Sockets } from '../../../src/store/driver/sockets.ts';

const heard: Buffer[] = [];
const server = net.createServer((socket) => {
  socket.on('data', (bytes) => heard.push(bytes));
  socket.on('error', () => undefined);
});
let sockets: Sockets;
let place: { host: readonly string[]; port: readonly number[] };
beforeAll(async () => {
  sockets = openSockets(20_000);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  place = { host: ['127.0.0.1'], port: [(server.address() as net.AddressInfo).port] };
});
afterAll(() => {
  sockets.close();
  server.close();
});

/** The first message of a session: it begins with its length. */
const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);

it('accepts a session start and everything after it', async () => {
  const socket = sockets.connect(place);
  setImmediate(() => {
    socket.write(startup);
    socket.write(Buffer.from('Q'));
  });
  await expect.poll(() => Buffer.concat(heard)).toEqual(Buffer.concat([startup, Buffer.from('Q')]));
  socket.destroy();
});

it('cuts a connection that begins with data of the previous one, and sends none of it', async () => {
  heard.length = 0;
  const socket = sockets.connect(place);
  const closed = once(socket, 'close');
  setImmediate(() => socket.write(Buffer.concat([Buffer.from('Q\0\0\0\x0drollback\0'), startup])));
  await closed;
  expect(heard).toEqual([]);
});

it('cuts a silent new connection at once', async () => {
  const socket = sockets.connect(place);
  const began = performance.now();
  await once(socket, 'close');
  // `postgres` itself would wait for 4 seconds.
  expect(performance.now() - began).toBeLessThan(2_000);
});

it('rule OPS-3: tells `postgres`, which listens a moment later, why the system refuses a connection at once', async () => {
  const told: string[] = [];
  setImmediate(() => {
    // No system connects to it.
    const socket = sockets.connect({ host: ['255.255.255.255'], port: [5432] });
    void Promise.resolve().then(() => {
      socket.on('error', ({ message }) => told.push(message));
      socket.on('close', () => told.push('close'));
    });
  });
  const refused = expect.stringMatching(/^connect E\w+ 255\.255\.255\.255:5432/) as string;
  await expect.poll(() => told, { timeout: 5_000 }).toEqual([refused, 'close']);
});

it('waits if TLS begins without negotiation', async () => {
  const socket = sockets.connect({ ...place, sslnegotiation: 'direct' });
  await once(socket, 'connect');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

describe('a connection that was silent for 5 seconds', () => {
  /** A watched connection with an answer just now. Its clock stands still. */
  const answered = async (): Promise<net.Socket> => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const answering = net.createServer((socket) => socket.once('data', () => socket.write('Z')));
    answering.listen(0, '127.0.0.1');
    await once(answering, 'listening');
    const own = openSockets(5_000);
    const socket = own.connect({ ...place, port: [(answering.address() as net.AddressInfo).port] });
    onTestFinished(() => {
      own.close();
      socket.destroy();
      answering.close();
    });
    own.watch();
    setImmediate(() => socket.write(startup));
    await once(socket, 'data');
    vi.advanceTimersByTime(250);
    return socket;
  };

  it('rule OPS-3: is cut 5 seconds after its last answer if it was asked at once', async () => {
    const socket = await answered();
    socket.write('Q');
    vi.advanceTimersByTime(4_900);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(600);
    expect(socket.destroyed).toBe(true);
  });

  it('rule OPS-3: has 4 seconds for an answer if it was asked later, however many queries follow', async () => {
    const socket = await answered();
    vi.advanceTimersByTime(3_700);
    socket.write('Q');
    vi.advanceTimersByTime(2_000);
    socket.write('Q');
    vi.advanceTimersByTime(1_900);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(800);
    expect(socket.destroyed).toBe(true);
  });
});
