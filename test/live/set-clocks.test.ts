// P32 while wall clocks are set, or differ between nodes: how long deltas are kept does not depend on them.
import { expect, it } from 'vitest';
import { openKeptDeltas } from '../../src/live/kept-deltas.ts';
import { KEPT_BYTES_MAX, KEPT_DELTAS_MAX, TIMING } from '../../src/live/timing.ts';

const HOUR_MS = 3_600_000;
const LIMITS = { deltas: KEPT_DELTAS_MAX, ms: TIMING.keepMs, bytes: KEPT_BYTES_MAX };
const state = { kind: 'air', match: 'game:100' } as const;

it.each([
  ['forward', [0, 1, HOUR_MS, HOUR_MS + 1]],
  ['back', [HOUR_MS, HOUR_MS + 1, 0, 1]],
  ['back and forth between two nodes', [0, HOUR_MS, 1, HOUR_MS + 1]],
])('P32 deltas of the last 5 minutes are kept when the time of commits goes %s', (_, times) => {
  const kept = openKeptDeltas('air:game:100', { seq: 1, at: 0, state }, LIMITS);
  for (const [index, at] of times.entries()) kept.push({ seq: index + 2, at, cause: [], state });
  for (const [index] of times.entries()) expect(kept.after(index + 1)).toHaveLength(times.length - index);
});
