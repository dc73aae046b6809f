// The signals that end the process.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onFirstSignal } from '../../src/ops/signals.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const listeners = new Map(signals.map((signal) => [signal, process.listeners(signal)]));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!listeners.get(signal)?.includes(listener)) process.off(signal, listener);
});

test('a signal within a second of the first one is the same, a later one ends the process', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const acted: string[] = [];
  onFirstSignal(signals, 130, (signal) => acted.push(signal));
  process.emit('SIGINT');
  process.emit('SIGINT');
  vi.advanceTimersByTime(1_000);
  process.emit('SIGTERM');
  expect([acted, exit.mock.calls]).toEqual([['SIGINT'], []]);
  vi.advanceTimersByTime(1);
  process.emit('SIGINT');
  expect([acted, exit.mock.calls]).toEqual([['SIGINT'], [[130]]]);
});
