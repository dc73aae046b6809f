// When a peer counts as gone (P37).
import { expect, it } from 'vitest';
import { silenceOf } from '../../src/live/heartbeat.ts';

const HEARTBEAT_MS = 5_000;

it.each([
  ['it was heard of lately', { heardAt: 1, pingedAt: null }, 5_000, 'heard'],
  ['it was silent for a heartbeat', { heardAt: 1, pingedAt: null }, 5_001, 'unasked'],
  ['the node looks much too late', { heardAt: 1, pingedAt: null }, 60_000, 'unasked'],
  ['it was asked and may still answer', { heardAt: 1, pingedAt: 60_000 }, 64_999, 'asked'],
  ['it was asked early, and two heartbeats are not over', { heardAt: 1, pingedAt: 2_751 }, 10_000, 'asked'],
  ['two heartbeats are over', { heardAt: 1, pingedAt: 2_751 }, 10_001, 'gone'],
  ['it has not answered in time', { heardAt: 1, pingedAt: 60_000 }, 65_000, 'gone'],
] as const)('P37 %s', (_, session, now, silence) => {
  expect(silenceOf(session, now, HEARTBEAT_MS)).toBe(silence);
});
