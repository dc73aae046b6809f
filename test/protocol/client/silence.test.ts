// When a connection counts as dead, by its own clock and without a server.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOffset } from '../../../protocol/client/clock-offset.ts';
import { type LinkEnd, openLink, type SocketEvent } from '../../../protocol/client/link.ts';
import { CLIENT_TIMING } from '../../../protocol/client/timing.ts';
import { WELCOME } from '../../support/follower.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A link with an open socket, whose server sends what `hear` is given. */
function open() {
  const sent: string[] = [];
  const ends: LinkEnd[] = [];
  const listeners = new Map<string, (event: SocketEvent) => void>();
  class OpenSocket {
    readonly readyState = 1;
    send(text: string): void {
      sent.push((JSON.parse(text) as { readonly type: string }).type);
    }
    close(): void {}
    addEventListener(type: string, listener: (event: SocketEvent) => void): void {
      listeners.set(type, listener);
    }
  }
  openLink({
    url: 'ws://host/live',
    token: 't',
    WebSocket: OpenSocket,
    now: () => Date.now(),
    offset: openOffset(),
    timing: { ...CLIENT_TIMING, burstPings: 0 },
    onReady: () => undefined,
    onWelcome: () => undefined,
    onHeard: () => undefined,
    onFrame: () => undefined,
    onEnd: (end) => ends.push(end),
  });
  const hear = (frame: object): void => listeners.get('message')?.({ type: 'message', data: JSON.stringify(frame) });
  return { sent, ends, hear };
}
const pong = { type: 'pong', server_time: 1 };

it('a connection without a welcome is given up after 10 seconds', () => {
  const { ends } = open();
  vi.advanceTimersByTime(9_999);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('P5 one whose token cannot be checked now is given up at once', () => {
  const { ends, hear } = open();
  hear({ type: 'error', code: 'unavailable', error: 'The store is away.' });
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]);
});

it('a silent one is asked once after an interval of heartbeats, and given up after two', () => {
  const { sent, ends, hear } = open();
  hear(WELCOME);
  vi.advanceTimersByTime(5_499);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(4_500);
  expect([sent, ends]).toEqual([['ping'], []]);
  vi.advanceTimersByTime(1);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 10_000, failed: false }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('one that answers is not given up, nor is one that is not silent', () => {
  const { sent, ends, hear } = open();
  hear(WELCOME);
  for (let time = 0; time < 5; time += 1) {
    vi.advanceTimersByTime(9_999);
    hear(pong);
  }
  expect([sent, ends]).toEqual([['ping', 'ping', 'ping', 'ping', 'ping'], []]);
  for (let time = 0; time < 5; time += 1) {
    vi.advanceTimersByTime(2_000);
    hear(pong);
  }
  expect([sent.length, ends]).toEqual([5, []]);
});
