// Rule LIMIT-8: clients that send or take too slowly.
import { afterEach, expect, it, vi } from 'vitest';
import { apiJson } from '../../../src/http/core/answer.ts';
import { type Exchange, SLOW_MS } from '../../../src/http/core/exchange.ts';
import { echo, get, GET_HEALTH, HOST, testServers } from '../../support/http-server.ts';
import { openRaw } from '../../support/raw-http.ts';
import { nextTurn } from '../../support/next-turn.ts';

const serve = testServers();
/** Bytes. The buffers of the system take some; the server keeps none. */
const UNREAD_MAX = 64 * 1_048_576;

afterEach(() => {
  vi.useRealTimers();
});

it('rule LIMIT-8: closes a request whose body drips for 20 seconds, and serves others meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let asked: Exchange | undefined;
  const { port, server } = await serve({ ...echo, handle: (exchange: Exchange) => echo.handle((asked = exchange)) });
  const raw = await openRaw(port);
  raw.write(`POST /p HTTP/1.1\r\n${HOST}Content-Length: 1000\r\n\r\n`);
  while (server.inFlight() === 0) await nextTurn();
  for (let seconds = 0; seconds < SLOW_MS / 1_000; seconds += 1) {
    vi.advanceTimersByTime(1_000);
    raw.write('x');
    while (asked?.activeAt !== performance.now()) await nextTurn(); // `expect.poll` would move the clock
  }
  expect(server.inFlight()).toBe(1);
  const other = await openRaw(port);
  other.write(GET_HEALTH);
  expect((await other.answer()).status).toBe(200);
  vi.advanceTimersByTime(1_000);
  await raw.closed;
  expect(server.inFlight()).toBe(0);
  expect(raw.rest()).toBe('');
  other.socket.destroy();
});

it('rule LIMIT-8: waits longer for the rest of a body than for the head of a request', async () => {
  // Our own time stands still, that of the library goes on.
  vi.useFakeTimers({ toFake: ['performance'] });
  const { port } = await serve(echo);
  const slow = await openRaw(port);
  slow.write(`POST /p HTTP/1.1\r\n${HOST}Content-Length: 4\r\n\r\nsl`);
  // The library ends a connection without a request after about 10 seconds.
  const silent = await openRaw(port);
  await silent.closed;
  slow.write('ow');
  expect(await slow.answer()).toMatchObject({ status: 200, body: '{"bytes":4}' });
  slow.socket.destroy();
});

it('rule LIMIT-8: closes a connection whose answer is not taken for 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { port } = await serve(get('/big', () => apiJson(200, 'x'.repeat(32_000_000))));
  const raw = await openRaw(port);
  raw.socket.pause();
  raw.write(`GET /big HTTP/1.1\r\n${HOST}\r\n`);
  // Served after the big one was begun.
  const other = await openRaw(port);
  other.write(GET_HEALTH);
  expect((await other.answer()).status).toBe(200);
  vi.advanceTimersByTime(SLOW_MS + 1_000);
  raw.socket.resume();
  await raw.closed;
  expect(raw.rest().length).toBeLessThan(32_000_000);
  other.socket.destroy();
});

it.each([60_000, 15_000, 1_000])(
  'rule LIMIT-8: keeps one answer of %i bytes for a reader that takes none, however slowly it asks',
  async (size) => {
    let bytes = 0;
    const { port } = await serve(
      get('/answer', () => {
        bytes += size;
        return apiJson(200, 'x'.repeat(size));
      }),
    );
    const raw = await openRaw(port);
    raw.socket.pause();
    const client = { isClosed: false };
    void raw.closed.then(() => {
      client.isClosed = true;
    });
    while (!client.isClosed && bytes < UNREAD_MAX) {
      // One request in a turn: no turn of the event loop is crowded.
      raw.write(`GET /answer HTTP/1.1\r\n${HOST}\r\n`);
      await nextTurn();
    }
    expect(bytes).toBeLessThan(UNREAD_MAX);
    raw.socket.destroy();
  },
);

it('sends a large answer whole to a reader that takes it', async () => {
  const { url } = await serve(get('/big', () => apiJson(200, 'x'.repeat(8_000_000))));
  const answer = await fetch(`${url}/big`);
  expect((await answer.text()).length).toBe(8_000_002);
});
