// P5: an auth frame that came in time waits for its turn on a node that is busy, and what its time ends.
import { afterEach, expect, it, vi } from 'vitest';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { TIMING } from '../../src/live/timing.ts';
import { storeAway } from '../../src/ops/problem.ts';
import { inTurns } from '../../src/ops/turns.ts';
import { nextTurn } from '../support/next-turn.ts';
import { openSession, sessionsWith } from '../support/one-session.ts';
import { stall } from '../support/stall.ts';

afterEach(() => {
  vi.useRealTimers();
});

function* longTurns(): Generator<void, void> {
  for (let turn = 0; turn < 5; turn += 1) {
    stall(5);
    yield;
  }
}

const AUTH = new TextEncoder().encode(JSON.stringify({ type: 'auth', token: 't' })).buffer;

/** A connection without a credential; `ends`: the codes with which the server has closed it. */
function openWaiting(identify: () => Promise<Caller>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames: unknown[] = [];
  const ends: number[] = [];
  const sessions = sessionsWith({ identify });
  const session = openSession(sessions, null, {
    network: 'here',
    end: (code) => ends.push(code),
    send: (frame) => frames.push(JSON.parse(frame.toString())) > 0,
  });
  return { sessions, session, frames, ends };
}

const signsIn = (): Promise<Caller> => Promise.resolve({ kind: 'club_static', tokenId: 1, club: 'riverside' });

it.each([
  ['an auth frame that waits for its turn is answered', true, 'welcome'],
  ['without an auth frame the connection ends', false, 'error'],
])('P5 when the time is over, %s', async (_, isSent, type) => {
  const { sessions, session, frames } = openWaiting(signsIn);
  const work = inTurns(longTurns(), 'other');
  if (isSent) sessions.receive(session, AUTH);
  vi.advanceTimersByTime(TIMING.authMs);
  await work;
  while (frames.length === 0) await nextTurn();
  expect(frames).toMatchObject([{ type }]);
  sessions.closed(session);
});

it('P5 the time for an auth frame does not end a connection that has signed in', async () => {
  const { sessions, session, frames, ends } = openWaiting(signsIn);
  sessions.receive(session, AUTH);
  while (frames.length === 0) await nextTurn();
  vi.advanceTimersByTime(TIMING.authMs);
  await nextTurn();
  expect(frames).toMatchObject([{ type: 'welcome' }]);
  expect(session.state.phase).toBe('open');
  expect(ends).toEqual([]);
  sessions.closed(session);
});

it('P5 P23 a connection that sends no other frame after `unavailable` ends when its time is over', async () => {
  const { sessions, session, frames, ends } = openWaiting(() => Promise.reject(storeAway(new Error('away'))));
  sessions.receive(session, AUTH);
  while (frames.length === 0) await nextTurn();
  expect(frames).toMatchObject([{ type: 'error', code: 'unavailable' }]);
  expect(ends).toEqual([]);
  await nextTurn();
  vi.advanceTimersByTime(TIMING.authMs);
  await nextTurn();
  expect(frames).toMatchObject([{ code: 'unavailable' }, { code: 'unauthorized' }]);
  expect(ends).toEqual([CLOSE.authTimeout]);
  sessions.closed(session);
});
