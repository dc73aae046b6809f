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
