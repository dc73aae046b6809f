// How the load test tells a long turn of the gateway from one that waits for a processor.
import { expect, it } from 'vitest';
import { ownMs, turnLines, turnsIn } from '../../loadtest/turn-times.ts';

const waited = { wallMs: 250, cpuMs: 3, gcMs: 0 };
const collected = { wallMs: 24, cpuMs: 23, gcMs: 18 };
const worked = { wallMs: 40, cpuMs: 16, gcMs: 1 };

it('counts the CPU time of the thread, garbage collection aside', () => {
  expect([waited, collected, worked].map(ownMs)).toEqual([3, 5, 15]);
  expect(ownMs({ wallMs: 6, cpuMs: 9, gcMs: 0 }), 'CPU time is known to a tick').toBe(6);
});

it('reads what the gateway has written, without a line that is not whole', () => {
  const lines = [
    { turns: 5, long: [waited] },
    { turns: 9, long: [] },
    { turns: 12, long: [worked] },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  expect(turnsIn(`${text}{"turns":1`)).toEqual({ turns: 12, long: [waited, worked] });
  expect(turnsIn('')).toEqual({ turns: 0, long: [] });
});

it('prints the turns after the first look alone', () => {
  const before = { turns: 100, long: [worked] };
  const after = { turns: 300, long: [worked, waited, collected, worked] };
  expect(turnLines(before, after)).toEqual([
    'turns: 200; over 10 ms by the clock: 3',
    '… by CPU time of the thread: 2; garbage collection aside: 1',
    'the longest by CPU time, garbage collection aside: 15.0 ms, 5.0 ms, 3.0 ms',
  ]);
  expect(turnLines(after, after).at(-1)).toContain('below 5 ms');
});
