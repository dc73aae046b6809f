// How a match catches up with other nodes: what a message, a position and a log tell (rules LIVE-3 and LIVE-4).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isNews, missedChanges, missesAny } from '../../src/live/catch-up.ts';
import { change, edited, entry, moved, nodeAt5, position } from '../support/catching-up.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the changes of a log after a position', () => {
  it('are those behind it', () => {
    const log = [4, 5, 6, 7].map((seq) => entry(seq));
    expect(missedChanges({ seq: 5, at: 50 }, log)).toEqual([{ change: change(6) }, { change: change(7) }]);
    expect(missedChanges({ seq: 5, at: 50 }, [entry(5)])).toEqual([]);
  });

  it('rule LIVE-4: are of another history without this position, but a position of a data file is in no log', () => {
    expect(missedChanges({ seq: 5, at: 50 }, [entry(5, 51), entry(6)])).toBe('rewritten');
    expect(missedChanges({ seq: 5, at: 50 }, [entry(6)])).toBe('rewritten');
    expect(missedChanges({ seq: 5, at: 50 }, [])).toBe('rewritten');
    expect(missedChanges({ seq: 5, at: 0 }, [entry(6)])).toEqual([{ change: change(6) }]);
    expect(missedChanges({ seq: 5, at: 0 }, [entry(5), entry(6)])).toBe('rewritten');
  });

  it('are not all there after an edit', () => {
    expect(missedChanges({ seq: 5, at: 50 }, [entry(5), entry(6), edited(7)])).toBe('edited');
    expect(missedChanges({ seq: 5, at: 50 }, [edited(5), entry(6)])).toEqual([{ change: change(6) }]);
  });
});

it.each([
  ['an earlier position', false, moved(3, 4)],
  ['an earlier position at the time of this one', false, moved(3, 4, { at: 50 })],
  ['this position', false, moved(4, 5)],
  ['this position at another time', true, moved(4, 5, { at: 51 })],
  ['a later position', true, moved(5, 6)],
  ['a later position of the same millisecond', true, moved(5, 6, { at: 50 })],
  ['a position after a gap', true, moved(6, 7)],
  ['no changes', true, moved(5, 6, { changes: null })],
  ['an earlier position of another epoch', true, moved(3, 4, { epoch: 'f' })],
])('a message with %s: is it news? %s', (_, isNew, message) => {
  expect(isNews(position(5), message)).toBe(isNew);
});

it.each([
  ['no position', true, undefined],
  ['the same', false, position(5)],
  ['the same at another time', true, position(5, 51)],
  ['an earlier one', true, position(4)],
  ['another epoch', true, position(5, 50, 'f')],
  ['one that came here meanwhile', false, position(6)],
  ['a later one', true, position(7)],
])('a store with %s has another position than a match that came from 5 to 6: %s', (_, misses, stored) => {
  expect(missesAny(position(6), position(5), stored)).toBe(misses);
});

describe('rule LIVE-3: a message', () => {
  it.each([
    ['that follows', moved(5, 7), ['accept 2'], 7],
    ['that overlaps', moved(3, 6), ['accept 1'], 6],
    ['that is old', moved(3, 5), [], 5],
  ])('%s needs no store', async (_, message, done, seq) => {
    const { catchUp, did, here, races } = nodeAt5();
    await catchUp.receive(message);
    expect([did, here.seq, races.holes]).toEqual([done, seq, 0]);
  });

  it.each([
    ['with a gap', moved(6, 7)],
    ['without changes', moved(5, 7, { changes: null })],
    ['that follows another history', moved(5, 7, { after: { seq: 5, at: 51 } })],
    ['that overlaps with another history', moved(3, 7, { changes: [change(4), change(5, 51), change(6), change(7)] })],
    ['whose changes are not in a row', moved(5, 7, { changes: [change(7)] })],
    ['that leaves out a change', moved(4, 7, { after: { seq: 4, at: 50 }, changes: [change(6), change(7)] })],
  ])('%s asks the log', async (_, message) => {
    const { catchUp, did, here, races, stores } = nodeAt5();
    stores([4, 5, 6, 7].map((seq) => entry(seq)));
    await catchUp.receive(message);
    expect([did, here.seq, races.holes]).toEqual([['log after 4', 'accept 2'], 7, 1]);
  });

  it('of a new epoch asks for the whole match, once', async () => {
    const { catchUp, did, store } = nodeAt5();
    store.position = position(4, 41, 'f');
    const message = moved(3, 4, { epoch: 'f', at: 41 });
    await Promise.all([catchUp.receive(message), catchUp.receive(message)]);
    expect(did).toEqual(['load', 'restart f']);
  });

  it('of an epoch that is over changes nothing', async () => {
    const { catchUp, did } = nodeAt5();
    await catchUp.receive(moved(5, 6, { epoch: 'left' }));
    expect(did).toEqual(['load', 'log after 4']);
  });

  it('while the store is away is followed by questions until it answers', async () => {
    const { catchUp, did, here, store, stores } = nodeAt5();
    store.isAway = true;
    await catchUp.receive(moved(6, 7));
    expect([catchUp.isDoubtful(), catchUp.isIdle()]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(250);
    store.isAway = false;
    stores([4, 5, 6, 7].map((seq) => entry(seq)));
    did.length = 0;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([did, here.seq]).toEqual([['log after 4', 'accept 2', 'announce'], 7]);
    expect([catchUp.isDoubtful(), catchUp.isIdle()]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(did).toHaveLength(3);
  });
});
