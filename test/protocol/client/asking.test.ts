// When a channel of the client subscribes again by time or by the hash of its state, and when not (P34).
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChannel } from '../../../protocol/client/channel.ts';
import type { ChannelFrame, ErrorFrame } from '../../../protocol/client/link.ts';
import { CLIENT_TIMING } from '../../../protocol/client/timing.ts';
import type { Since } from '../../../protocol/wire/up.ts';
import { delta, hashOf, heartbeat, snapshot, state } from '../../support/follower.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const CHANNEL = 'match:701';
const DAY_MS = 86_400_000;

/** A channel on an open connection; `asked`: its subscribes. */
function follow() {
  let now = 0;
  const asked: { readonly ref: number; readonly since: Since | null }[] = [];
  let refs = 0;
  const channel = followChannel(CHANNEL, {
    ask: (ref, since) => asked.push({ ref, since }),
    nextRef: () => (refs += 1),
    emit: () => undefined,
    sha256: (text) => Promise.resolve(createHash('sha256').update(text).digest('hex')),
    now: () => now,
    random: () => 1,
    timing: CLIENT_TIMING,
  });
  channel.connected();
  return {
    channel,
    asked,
    take: (frame: object) => {
      channel.take(frame as ChannelFrame);
    },
    refuse: () => {
      const error = { type: 'error', code: 'unavailable', error: 'The store is away.' } satisfies ErrorFrame;
      channel.takeError(error);
    },
    pass(ms: number) {
      now += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}

test('P34 a subscribe without an answer is sent again, without since', () => {
  const { asked, take, pass } = follow();
  take(snapshot(5, state(1), { ref: 1 }));
  take(delta(7, {}));
  expect(asked.at(-1)).toEqual({ ref: 2, since: { epoch: 'e1', seq: 5 } });
  pass(CLIENT_TIMING.answerMs - 1);
  expect(asked).toHaveLength(2);
  pass(1);
  expect(asked.at(-1)).toEqual({ ref: 3, since: null });
  pass(CLIENT_TIMING.answerMs);
  expect(asked).toHaveLength(4);
});

test('P34 one that is answered, also by a snapshot without ref, is not sent again', () => {
  const { channel, asked, take, pass } = follow();
  take(snapshot(5, state(1), { ref: 1 }));
  pass(DAY_MS);
  expect(asked).toHaveLength(1);
  take(delta(7, {}));
  take(snapshot(7, state(2)));
  pass(DAY_MS);
  take(delta(9, {}));
  take({ type: 'resumed', channel: CHANNEL, ref: 3, epoch: 'e1', seq: 7 });
  pass(DAY_MS);
  expect(asked).toHaveLength(3);
  expect(channel.behindSince()).toBeNull();
});

test('P34 one that another took the place of is not sent again', () => {
  const { channel, asked, take, pass } = follow();
  take(snapshot(5, state(1), { ref: 1 }));
  take(delta(7, {}));
  // The answer to the first one says that its position is of another epoch: the next one asks for all.
  pass(CLIENT_TIMING.answerMs - 1_000);
  take({ type: 'resumed', channel: CHANNEL, ref: 2, epoch: 'e2', seq: 5 });
  expect(asked.at(-1)).toEqual({ ref: 3, since: null });
  take(snapshot(7, state(2), { ref: 3 }));
  pass(DAY_MS);
  expect(asked).toHaveLength(3);
  channel.stop();
});

test('P23 waits between refused subscribes double up to 10 seconds, and begin anew after an answer', () => {
  const { asked, take, refuse, pass } = follow();
  const { backoffBaseMs } = CLIENT_TIMING;
  for (const wait of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
    const before = asked.length;
    refuse();
    pass(wait - 1);
    expect(asked).toHaveLength(before);
    pass(1);
    expect(asked).toHaveLength(before + 1);
  }
  take(snapshot(5, state(1)));
  take(delta(7, {}));
  const before = asked.length;
  refuse();
  pass(backoffBaseMs);
  expect(asked).toHaveLength(before + 1);
  expect(asked.at(-1)?.since, 'as it was asked').toEqual({ epoch: 'e1', seq: 5 });
  take(snapshot(7, state(2)));
  pass(DAY_MS);
  expect(asked, 'the earlier waits are over').toHaveLength(before + 1);
});

const WRONG = 'f'.repeat(16);
/** The hash is compared in a microtask. */
const compared = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('P36 a hash is compared with the state at its position, where the heartbeat has one', async () => {
  const { asked, take } = follow();
  take(snapshot(5, state(1), { ref: 1 }));
  take({ ...heartbeat(5, ''), hash: undefined });
  take(heartbeat(5, hashOf(state(1))));
  await compared();
  take(delta(6, { score: { home: 2 } }));
  take(heartbeat(6, hashOf(state(2))));
  await compared();
  take(heartbeat(6, WRONG));
  take(delta(7, {}));
  await compared();
  expect(asked).toHaveLength(1);
});

test('P34 a state is doubted once at each position, and asked for until it comes', async () => {
  const { asked, take, refuse, pass } = follow();
  take(snapshot(5, state(1), { ref: 1 }));
  const doubt = async (seq: number, epoch = 'e1'): Promise<void> => {
    take(heartbeat(seq, WRONG, epoch));
    await compared();
  };
  await doubt(5);
  refuse();
  pass(CLIENT_TIMING.backoffBaseMs);
  expect(asked.slice(1)).toEqual([
    { ref: 2, since: null },
    { ref: 3, since: null },
  ]);
  take(snapshot(5, state(1), { ref: 3 }));
  await doubt(5);
  expect(asked).toHaveLength(3);
  take(delta(6, {}));
  await doubt(6);
  expect(asked.at(-1)).toEqual({ ref: 4, since: null });
  take(snapshot(6, state(1), { ref: 4, epoch: 'e2' }));
  await doubt(6, 'e2');
  expect(asked.at(-1)).toEqual({ ref: 5, since: null });
});

test('a doubt that comes after the connection was lost does not keep the next one from subscribing', async () => {
  const { channel, asked, take } = follow();
  take(snapshot(5, state(1), { ref: 1 }));
  take(heartbeat(5, WRONG));
  channel.disconnected();
  await compared();
  channel.connected();
  expect(asked.slice(1)).toEqual([{ ref: 2, since: { epoch: 'e1', seq: 5 } }]);
});
