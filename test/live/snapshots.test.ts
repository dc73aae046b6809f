// The snapshots of a channel: shared by a crowd, and those of a sequence that begins anew at the same `seq`, with another state.
import { expect, it } from 'vitest';
import { hashOf, openChannel } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';

const stateAt = (at: number) => ({ kind: 'air', match: 'game:100', banners_off_at: at }) as const;
const stepAt = (at: number) => ({ seq: 1, at, cause: [], state: stateAt(at) });

const opened = () =>
  openChannel(
    'air:game:100',
    { epoch: 'e1', step: stepAt(1) },
    { publish: () => undefined, flushBudget: openFlushBudget(TIMING), timing: TIMING },
    { hashed: true },
  );

it('P36 has snapshots and heartbeats of the new state', () => {
  const channel = opened();
  expect(JSON.parse(channel.snapshot().toString())).toMatchObject({ epoch: 'e1', state: stateAt(1) });
  expect(JSON.parse(channel.heartbeat(0))).toMatchObject({ epoch: 'e1', seq: 1, hash: hashOf(stateAt(1)) });
  channel.restart('e2', stepAt(2));
  expect(JSON.parse(channel.snapshot().toString())).toMatchObject({ epoch: 'e2', state: stateAt(2) });
  expect(JSON.parse(channel.heartbeat(0))).toMatchObject({ epoch: 'e2', seq: 1, hash: hashOf(stateAt(2)) });
});

it('keeps the bytes of a snapshot from the second subscriber on, not for one alone', () => {
  const channel = opened();
  const first = channel.snapshot();
  const second = channel.snapshot();
  expect(second).not.toBe(first);
  expect(second).toEqual(first);
  expect(channel.snapshot()).toBe(second);
  channel.advance([{ ...stepAt(2), seq: 2 }]);
  const newest = channel.snapshot();
  expect(JSON.parse(newest.toString())).toMatchObject({ seq: 2, state: stateAt(2) });
  expect(channel.snapshot()).not.toBe(newest);
});
