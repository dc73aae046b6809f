// Rule LIMIT-14: the bytes sent to a connection that subscribes again and again.
import { expect, it } from 'vitest';
import { type Channel, gameRef } from '../../protocol/wire/ids.ts';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import { countAnswer, freshAnswers, mayAnswer } from '../../src/live/answer-allowance.ts';
import type { Session } from '../../src/live/session.ts';
import { SUBSCRIPTIONS_MAX } from '../../protocol/wire/subscriptions.ts';
import { refuseBeyondLimits } from '../../src/live/subscription-limits.ts';

const KiB = 1_024;

it('rule LIMIT-14: lets a connection have one answer of any size for each channel, then 8 MiB, then 256 KiB a second', () => {
  const snapshot = ['x'.repeat(1_024 * KiB - 512)];
  let allowance = freshAnswers(0);
  const answer = (channel: Channel, now = 0): void => {
    expect(mayAnswer(allowance, channel, now)).toBe(true);
    allowance = countAnswer(allowance, channel, snapshot, now);
  };
  for (let id = 0; id < 200; id += 1) answer(gameRef(id));
  for (let again = 0; again < 8; again += 1) answer(again % 2 === 0 ? gameRef(0) : gameRef(200));
  for (const channel of [gameRef(0), gameRef(200)]) expect(mayAnswer(allowance, channel, 0)).toBe(false);
  answer(gameRef(0), 1_000);
  expect(mayAnswer(allowance, gameRef(0), 3_900), 'one may overdraw it, and is paid before the next').toBe(false);
  expect(mayAnswer(allowance, gameRef(0), 4_100)).toBe(true);
});

it('gives the same channel nothing free again, also after the connection left it', () => {
  const allowance = countAnswer(freshAnswers(0), gameRef(1), ['x'], 0);
  expect(allowance.left).toBe(8 * KiB * KiB);
  expect(countAnswer(allowance, gameRef(1), ['x'], 0).left).toBe(8 * KiB * KiB - 513);
});

it('counts each frame, so that many small deltas cost more than one', () => {
  const spent = (frames: readonly string[] | null): number => {
    const allowance = { answered: new Set([gameRef(1)]), left: 8 * KiB * KiB, at: 0 };
    return allowance.left - countAnswer(allowance, gameRef(1), frames, 0).left;
  };
  expect(spent(['x'.repeat(400)])).toBe(912);
  expect(spent(Array.from({ length: 4 }, () => 'x'.repeat(100)))).toBe(4 * 612);
  expect(spent(null), 'a refusal, which costs a query').toBe(8 * KiB);
});

it('refuses with limit and the ref before anything is looked up, and ends the connection after 200 refusals', () => {
  const sent: string[] = [];
  const closed: number[] = [];
  const socket = { send: (frame: string) => sent.push(frame) > 0, end: (code: number) => closed.push(code) };
  const session = {
    socket,
    channels: new Map([['match:701', null]]),
    answers: { answered: new Set(['match:701']), left: 0, at: 0 },
    heardAt: 0,
    refusedSubscriptions: 0,
  } as unknown as Session;
  for (let ref = 1; ref <= SUBSCRIPTIONS_MAX; ref += 1)
    expect(refuseBeyondLimits(session, 'match:701', ref)).toBe(true);
  expect(sent.map((frame) => JSON.parse(frame) as unknown)).toEqual(
    sent.map((_, index) => ({
      type: 'error',
      ref: index + 1,
      channel: 'match:701',
      code: 'limit',
      error: 'This connection subscribes again too often.',
      hint: expect.any(String),
    })),
  );
  expect(closed).toEqual([]);
  session.heardAt = 1_000;
  expect(refuseBeyondLimits(session, 'match:701', 1), 'a second later there is room').toBe(false);
  session.heardAt = 0;
  expect(refuseBeyondLimits(session, 'match:701', 1)).toBe(true);
  expect(closed).toEqual([CLOSE.policy]);
});
