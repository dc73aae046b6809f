// P41, P43 and P44: what a socket that was full is sent when it drains, and when it is full again meanwhile.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AirRef } from '../../protocol/wire/ids.ts';
import { block, drained } from '../../src/live/backpressure.ts';
import { openChannel } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { forbid, join, leave, type Session } from '../../src/live/session.ts';
import { TIMING } from '../../src/live/timing.ts';
import { newCounters } from '../../src/ops/counters.ts';
import { nextTurn } from '../support/next-turn.ts';

let now = 100_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Sent = { readonly type: string; readonly channel: string; readonly ref?: number; readonly seq?: number };

/** A session whose socket takes `room` frames and is full then; `take` empties it. */
function openSession() {
  const socket = { room: Infinity, waiting: 0, kills: 0 };
  const sent: Sent[] = [];
  const topics = new Set<string>();
  const session = {
    state: { phase: 'open', owner: 'token:1' },
    channels: new Map(),
    blocked: null as Session['blocked'],
    heardAt: now,
    pingedAt: now,
    counts: newCounters(),
    socket: {
      buffered: () => socket.waiting,
      kill: () => (socket.kills += 1),
      subscribe: (name: string) => topics.add(name),
      unsubscribe: (name: string) => topics.delete(name),
      send(frame: string | Buffer): boolean {
        if (socket.waiting > 0) return false;
        if (socket.room === 0) {
          socket.waiting = 1;
          block(opened, TIMING);
          return false;
        }
        socket.room -= 1;
        sent.push(JSON.parse(frame.toString()) as Sent);
        return true;
      },
    },
  };
  const opened = session as unknown as Session;
  const channelOf = (id: number) => {
    const name: AirRef = `air:game:${id}`;
    const state = { kind: 'air', match: `game:${id}` } as const;
    const deps = { publish: () => undefined, flushBudget: openFlushBudget(TIMING), timing: TIMING };
    const channel = openChannel(name, { epoch: 'e', step: { seq: 1, at: 1, cause: [], state } }, deps, {
      hashed: true,
    });
    return { ...channel, move: (seq: number) => channel.advance([{ seq, at: seq, cause: [], state }]) };
  };
  return {
    session: opened,
    socket,
    topics,
    channelOf,
    /** The socket is full from the next frame on. */
    async fill() {
      socket.waiting = 1;
      block(opened, TIMING);
      await nextTurn();
    },
    /** What it is sent when it drains. */
    async take(room = Infinity): Promise<Sent[]> {
      sent.length = 0;
      Object.assign(socket, { room, waiting: 0 });
      drained(opened);
      await nextTurn();
      return sent.splice(0);
    },
  };
}

it('P41 it is sent each channel that moved since shortly before, and follows the others without a snapshot', async () => {
  const { session, channelOf, topics, fill, take } = openSession();
  const [quiet, early, late, moved] = [channelOf(1), channelOf(2), channelOf(3), channelOf(4)];
  for (const channel of [quiet, early, late, moved]) join(session, channel, undefined, undefined);
  early.move(2);
  now += 500;
  late.move(2);
  now += 700;
  await fill();
  expect([...topics], 'it is sent no deltas while it is full').toEqual([]);
  moved.move(2);
  expect(await take()).toMatchObject([late, moved].map(({ name }) => ({ type: 'snapshot', channel: name, seq: 2 })));
  expect([...topics]).toEqual([quiet, early, late, moved].map(({ name }) => name));
  expect(session.blocked).toBeNull();
  expect(session.counts.snapshots.slow_reader).toBe(2);
});

it('P41 it is sent nothing before it is empty', async () => {
  const { session, socket, channelOf, topics, fill } = openSession();
  join(session, channelOf(1), undefined, undefined);
  await fill();
  drained(session);
  await nextTurn();
  expect(session.blocked).not.toBeNull();
  expect([...topics]).toEqual([]);
  expect(socket.waiting).toBe(1);
});

it('P41 a subscribe that waits is answered with its ref, and the channels that find it full again are sent later', async () => {
  const { session, channelOf, topics, fill, take } = openSession();
  const [first, second, third, fourth] = [channelOf(1), channelOf(2), channelOf(3), channelOf(4)];
  join(session, fourth, undefined, undefined);
  await fill();
  for (const [index, channel] of [first, second, third].entries()) join(session, channel, index + 1, undefined);
  expect([...topics], 'it is sent no deltas of them').toEqual([]);
  fourth.move(2);
  expect(await take(1)).toMatchObject([{ channel: first.name, ref: 1 }]);
  await nextTurn();
  expect([...topics]).toEqual([]);
  expect(await take(2)).toMatchObject([
    { channel: second.name, ref: 2 },
    { channel: third.name, ref: 3 },
  ]);
  expect(await take()).toMatchObject([{ channel: fourth.name }]);
  expect([...topics].toSorted()).toEqual([first, second, third, fourth].map(({ name }) => name).toSorted());
});

it('P41 channels that move all the time do not keep others from a socket that has room for one snapshot', async () => {
  const { session, channelOf, fill, take } = openSession();
  const [busy, other, calm] = [channelOf(1), channelOf(2), channelOf(3)];
  for (const channel of [busy, other, calm]) join(session, channel, undefined, undefined);
  await fill();
  calm.move(2);
  const served: string[] = [];
  for (let seq = 2; seq <= 5; seq += 1) {
    now += 2_000;
    for (const channel of [busy, other]) channel.move(seq);
    served.push(...(await take(1)).map(({ channel }) => channel));
  }
  expect(served).toEqual([busy, other, calm, busy].map(({ name }) => name));
});

it('P21 a channel that it has left while it was full is not sent', async () => {
  const { session, channelOf, topics, fill, take } = openSession();
  const channel = channelOf(1);
  await fill();
  join(session, channel, 1, undefined);
  leave(session, channel.name);
  expect(await take()).toEqual([]);
  expect([...topics]).toEqual([]);
});

it('P44 it is told which channels it has lost, but not of one that it has subscribed again', async () => {
  const { session, channelOf, fill, take } = openSession();
  const [lost, again] = [channelOf(1), channelOf(2)];
  for (const channel of [lost, again]) join(session, channel, undefined, undefined);
  await fill();
  for (const channel of [lost, again]) forbid(session, channel.name);
  join(session, again, 5, undefined);
  expect(await take()).toMatchObject([
    { type: 'unsubscribed', channel: lost.name, reason: 'forbidden' },
    { type: 'snapshot', channel: again.name, ref: 5 },
  ]);
});

it('P43 that it drains is a sign of life, and it is not cut later', async () => {
  const { session, socket, channelOf, fill, take } = openSession();
  join(session, channelOf(1), undefined, undefined);
  await fill();
  now += 60_000;
  await take();
  expect(session).toMatchObject({ heardAt: now, pingedAt: null });
  vi.advanceTimersByTime(2 * TIMING.stuckMs);
  await nextTurn();
  expect(socket.kills).toBe(0);
  await fill();
  vi.advanceTimersByTime(TIMING.stuckMs);
  await nextTurn();
  expect(socket.kills, 'P42').toBe(1);
});

it('P41 what is dropped while it is full changes nothing of what it is owed', async () => {
  const { session, channelOf, fill, take } = openSession();
  await fill();
  join(session, channelOf(1), 1, undefined);
  block(session, TIMING);
  expect(await take()).toMatchObject([{ type: 'snapshot', ref: 1 }]);
});

it('P41 a socket that drains in the turn in which it was full follows its channels', async () => {
  const { session, socket, channelOf, topics } = openSession();
  const channel = channelOf(1);
  join(session, channel, undefined, undefined);
  socket.waiting = 1;
  block(session, TIMING);
  drained(session);
  expect([...topics], 'not before it is empty').toEqual([]);
  socket.waiting = 0;
  drained(session);
  await nextTurn();
  expect([...topics]).toEqual([channel.name]);
});

it('P41 a socket that drains and has lost nothing follows its channels', async () => {
  const { session, channelOf, topics, take } = openSession();
  const channel = channelOf(1);
  join(session, channel, undefined, undefined);
  expect(await take()).toEqual([]);
  expect([...topics]).toEqual([channel.name]);
});

it('P42 a socket that is full again when its time is over has all of it again', async () => {
  const { session, socket, channelOf, fill } = openSession();
  join(session, channelOf(1), undefined, undefined);
  await fill();
  vi.advanceTimersByTime(TIMING.stuckMs);
  // In the same turn.
  socket.waiting = 0;
  drained(session);
  await fill();
  expect(socket.kills).toBe(0);
});

it('a session that is closed is not kept as a slow reader', () => {
  const { session } = openSession();
  session.state = { phase: 'closed' };
  block(session, TIMING);
  expect(session.blocked).toBeNull();
});
