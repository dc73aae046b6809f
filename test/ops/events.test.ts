// The typed emitter: listeners in order, and waiting for them.
import { expect, it } from 'vitest';
import { openEvents } from '../../src/ops/events.ts';

type Values = { readonly scored: { readonly by: string }; readonly ended: undefined };

it('calls the listeners of an event at once, in the order in which they were added', () => {
  const events = openEvents<Values>();
  const heard: string[] = [];
  events.on('scored', ({ by }) => void heard.push(`first ${by}`));
  events.on('scored', ({ by }) => void heard.push(`second ${by}`));
  events.on('ended', () => void heard.push('ended'));
  events.emit('scored', { by: 'Ana' });
  expect(heard).toEqual(['first Ana', 'second Ana']);
});

it('waits for the work of all listeners, and fails when one of them fails', async () => {
  const events = openEvents<Values>();
  let isDone = false;
  events.on('ended', async () => {
    await new Promise(setImmediate);
    isDone = true;
  });
  await events.emitAndWait('ended', undefined);
  expect(isDone).toBe(true);
  events.on('ended', () => Promise.reject(new Error('no')));
  await expect(events.emitAndWait('ended', undefined)).rejects.toThrow('no');
});

it('says what happened also when no part listens', async () => {
  const events = openEvents<Values>();
  events.emit('ended', undefined);
  await events.emitAndWait('ended', undefined);
});
