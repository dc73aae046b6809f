// Addresses whose connections bring no request (rule OPS-28). ../silent-peers.io.test.ts has a real nginx.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSilentPeers, PEERS_MAX, REPORTS_MAX, SILENT_CONNECTIONS } from '../../../src/http/core/silent-peers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openTestPeers() {
  const warned: string[] = [];
  const peers = openSilentPeers({
    warn: (fields: unknown) => void warned.push((fields as { address: string }).address),
  });
  return {
    ...peers,
    warned,
    /** Connections of one address that open at once. */
    open(peer: string, count = SILENT_CONNECTIONS) {
      for (let each = 0; each < count; each += 1) peers.opened(peer);
    },
  };
}

it('rule OPS-28: ten connections of an address without a request are one line an hour', () => {
  const { open, warned } = openTestPeers();
  for (let minute = 0; minute < 60; minute += 1) {
    open('192.0.2.7');
    vi.advanceTimersByTime(MINUTE_MS);
  }
  expect(warned).toEqual(['192.0.2.7']);
  open('192.0.2.7');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(warned).toEqual(['192.0.2.7', '192.0.2.7']);
});

it('rule OPS-28: the line of a server with a certificate names https', () => {
  for (const isTls of [true, false]) {
    const lines: string[] = [];
    const peers = openSilentPeers({ warn: (_: unknown, line?: string) => void lines.push(line ?? '') }, isTls);
    for (let each = 0; each < SILENT_CONNECTIONS; each += 1) peers.opened('192.0.2.7');
    vi.advanceTimersByTime(MINUTE_MS);
    expect(lines.map((line) => line.includes('let it come by https'))).toEqual([isTls]);
    peers.end();
  }
});

it('rule OPS-28: one request over any of them, also a late one, is enough for the minute', () => {
  const { open, requested, warned } = openTestPeers();
  for (const before of [1, SILENT_CONNECTIONS - 1, SILENT_CONNECTIONS]) {
    open('192.0.2.7', before);
    vi.advanceTimersByTime(1_000);
    requested(() => '192.0.2.7');
    open('192.0.2.7', 100);
    vi.advanceTimersByTime(HOUR_MS);
  }
  expect(warned).toEqual([]);
});

it('rule OPS-28: a request of another address does not count, and nine connections a minute are no sign', () => {
  const { open, requested, warned } = openTestPeers();
  open('192.0.2.7');
  requested(() => '192.0.2.8');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(warned).toEqual(['192.0.2.7']);
  for (let minute = 0; minute < 10; minute += 1) {
    open('192.0.2.9', SILENT_CONNECTIONS - 1);
    vi.advanceTimersByTime(MINUTE_MS);
  }
  expect(warned).toEqual(['192.0.2.7']);
});

it('rule OPS-28: requests do not ask for their address while no address is silent', () => {
  const { open, requested } = openTestPeers();
  const peer = vi.fn(() => '192.0.2.7');
  requested(peer);
  expect(peer).not.toHaveBeenCalled();
  open('192.0.2.7', 1);
  requested(peer);
  requested(peer);
  expect(peer).toHaveBeenCalledTimes(1);
});

it('rule OPS-28: counts a number of addresses at most, and writes ten lines an hour at most', () => {
  const { open, warned } = openTestPeers();
  for (let peer = 0; peer < PEERS_MAX; peer += 1) open(`2001:db8::${peer.toString(16)}`, 1);
  open('192.0.2.7');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(warned).toEqual([]);
  for (let peer = 0; peer < REPORTS_MAX + 5; peer += 1) open(`192.0.2.${peer}`);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(warned).toHaveLength(REPORTS_MAX);
});
