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
