// Work for the end of a turn of the event loop.
import { expect, it } from 'vitest';
import { atTurnEnd } from '../../src/ops/turn-end.ts';
import { nextTurn } from '../support/next-turn.ts';

it('runs in its order, with what it asks for, in the same turn', async () => {
  const done: string[] = [];
  atTurnEnd(() => {
    done.push('decided');
    atTurnEnd(() => done.push('sent'));
  });
  atTurnEnd(() => done.push('decided too'));
  await Promise.resolve();
  expect(done, 'before the end of the turn').toEqual([]);
  await nextTurn();
  expect(done).toEqual(['decided', 'decided too', 'sent']);
});

it('runs the works after one that throws', async () => {
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
  try {
    const done: string[] = [];
    atTurnEnd(() => {
      throw new Error('broken');
    });
    atTurnEnd(() => done.push('after it'));
    expect(await thrown).toEqual(new Error('broken'));
    await nextTurn();
    await nextTurn();
    expect(done).toEqual(['after it']);
  } finally {
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
});
