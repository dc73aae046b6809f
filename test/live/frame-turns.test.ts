// Rule LIMIT-22: many connections that send at once hold up no other client.
import { expect, it } from 'vitest';
import { openFrameTurns } from '../../src/live/frame-turns.ts';
import type { Session } from '../../src/live/session.ts';
import { nextTurn } from '../support/next-turn.ts';
import { stall } from '../support/stall.ts';

const from = (network: string): Session => ({ socket: { network } }) as Session;
const frame = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

it('rule LIMIT-22: frames of many connections share the time of a turn, and those of another network wait for few', async () => {
  await nextTurn();
  const crowd = Array.from({ length: 500 }, () => from('crowd'));
  const other = from('other');
  const handled: Session[] = [];
  const turns = openFrameTurns((session) => {
    stall(0.1);
    handled.push(session);
    return undefined;
  });
  for (const session of crowd) for (let sent = 0; sent < 10; sent += 1) turns.put(session, frame('x'), false);
  expect(handled.length, 'of one turn').toBeLessThanOrEqual(21);
  turns.put(other, frame('x'), false);
  while (!handled.includes(other)) await nextTurn();
  expect(handled.length, 'the crowd still waits').toBeLessThan(100);
  while (handled.length < 5_001) await nextTurn();
});

it('a frame is handled at once, and those of one connection in their order', async () => {
  await nextTurn();
  const handled: string[] = [];
  const turns = openFrameTurns((_, { text, isRefused }) => {
    handled.push(`${text} ${isRefused}`);
    if (text === 'slow') stall(3);
    return undefined;
  });
  const session = from('n');
  turns.put(session, frame('slow'), false);
  expect(handled).toEqual(['slow false']);
  turns.put(session, frame('é'), true);
  turns.put(session, frame('b'), false);
  await expect.poll(() => handled).toEqual(['slow false', 'é true', 'b false']);
});

it('rule LIMIT-22: while 8 MiB of a network are not answered, a connection with four such frames may send no more', async () => {
  await nextTurn();
  let answer: () => void = () => undefined;
  const answers = new Promise<void>((resolve) => (answer = resolve));
  const turns = openFrameTurns(() => answers);
  const text = frame('x'.repeat(4_000));
  const [busy, calm] = [from('crowd'), from('crowd')];
  for (let sent = 0; sent < 4; sent += 1) expect(turns.put(busy, text, false)).toBe(true);
  while (turns.put(from('crowd'), text, false) && turns.put(busy, text, false));
  for (let sent = 0; sent < 4; sent += 1) expect(turns.put(calm, text, false)).toBe(true);
  expect(turns.put(calm, text, false)).toBe(false);
  expect(turns.put(from('other'), text, false), 'another network').toBe(true);
  answer();
  await expect.poll(() => turns.put(busy, text, false)).toBe(true);
});

/** Frames whose answers are held back until `answer` is called for their connection; frames of `quick` are answered at once. */
function openHeld() {
  const held: { readonly session: Session; readonly answered: () => void }[] = [];
  const quick = from('crowd');
  const turns = openFrameTurns((session) => {
    if (session === quick) return undefined;
    return new Promise((answered) => held.push({ session, answered }));
  });
  const text = frame('x'.repeat(4_000));
  const put = (session: Session): boolean => turns.put(session, text, false);
  return {
    quick,
    put,
    handled: () => held.length,
    /** Fills the network: one frame of each of many connections. */
    async fill(): Promise<void> {
      const before = held.length;
      const frames = Math.ceil((8 * 1_024 * 1_024) / text.byteLength);
      for (let sent = 0; sent < frames; sent += 1) put(from('crowd'));
      await expect.poll(() => held.length - before).toBe(frames);
    },
    /** Answers the next frames of these connections. */
    async answer(count: number, isOne: (session: Session) => boolean): Promise<void> {
      const some = held.filter(({ session }) => isOne(session)).slice(0, count);
      for (const one of some) {
        held.splice(held.indexOf(one), 1);
        one.answered();
      }
      await nextTurn();
    },
  };
}

it('rule LIMIT-22: a frame that is answered counts no more, for its connection and for its network', async () => {
  const { quick, put, handled, fill, answer } = openHeld();
  const busy = from('crowd');
  for (let sent = 0; sent < 10; sent += 1) put(quick);
  for (let sent = 0; sent < 4; sent += 1) put(busy);
  // On a busy machine that takes several turns.
  await expect.poll(handled).toBe(4);
  await fill();
  expect(put(busy), 'four frames wait for their answer').toBe(false);
  for (let sent = 0; sent < 4; sent += 1) expect(put(quick), 'all of them were answered').toBe(true);
  await answer(3, (session) => session === busy);
  expect([put(busy), put(busy), put(busy), put(busy)]).toEqual([true, true, true, false]);
  await answer(200, (session) => session !== busy);
  expect(put(busy), 'the network has room').toBe(true);
});

it('a frame is handled before the one in front of it is answered', async () => {
  const { put, handled } = openHeld();
  const session = from('crowd');
  for (let sent = 1; sent <= 3; sent += 1) {
    await nextTurn();
    put(session);
    await nextTurn();
    expect(handled()).toBe(sent);
  }
});
