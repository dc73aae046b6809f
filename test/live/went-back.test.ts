// How a match catches up with its store: one that went back, or has more than the log tells.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { edited, entry, moved, nodeAt5, position } from '../support/catching-up.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('rule LIVE-4: the store', () => {
  it.each([
    ['is older', [4].map((seq) => entry(seq)), ['load', 'renew e', 'restart after e']],
    ['is as long', [entry(4), entry(5, 51)], ['load', 'renew e', 'restart after e']],
    ['is longer', [entry(4), entry(5, 51), entry(6)], ['log after 4', 'load', 'renew e', 'restart after e']],
  ])('went back, and its history %s', async (_, log, done) => {
    const { catchUp, did, stores, store } = nodeAt5();
    stores(log);
    await catchUp.compare(position(5), store.position);
    expect(did).toEqual(done);
  });

  it('went back, and became longer while the match was loaded', async () => {
    const { catchUp, did, stores } = nodeAt5();
    const compared = catchUp.compare(position(5), position(4));
    stores([entry(4), entry(5, 51), entry(6)]);
    await compared;
    expect(did).toEqual(['load', 'log after 4', 'renew e', 'restart after e']);
  });

  it.each([
    ['the one that another node gave it', 'f', ['load', 'restart f']],
    ['a new one, when this node has left that of the store', 'left', ['load', 'renew left', 'restart after left']],
  ])('went back: the epoch is %s', async (_, epoch, done) => {
    const { catchUp, did, store } = nodeAt5();
    store.position = position(3, 30, epoch);
    await catchUp.compare(position(5), store.position);
    expect(did).toEqual(done);
  });

  it('has the match no more, or loses it while the epoch is renewed', async () => {
    const gone = nodeAt5();
    gone.store.position = undefined;
    await gone.catchUp.compare(position(5), undefined);
    expect(gone.did).toEqual(['load', 'vanish']);
    const going = nodeAt5();
    going.stores([entry(4)]);
    const compared = going.catchUp.compare(position(5), position(4));
    while (going.did.length === 0) await Promise.resolve();
    going.store.position = undefined;
    await compared;
    expect(going.did).toEqual(['load', 'renew e', 'vanish']);
  });

  it.each([
    ['is longer', position(6), ['position', 'log after 4', 'accept 1']],
    ['went back', position(5, 51), ['position', 'load', 'renew e', 'restart after e']],
    ['has the match no more', undefined, ['position', 'load', 'vanish']],
  ])('P33 %s: it is read before the answer to a client that has seen more', async (_, stored, done) => {
    const { catchUp, did, store } = nodeAt5();
    store.position = stored;
    store.log = [entry(4), entry(5), entry(6)];
    const reached = catchUp.reach(6);
    while (did.length === 0) await Promise.resolve();
    expect(catchUp.isIdle()).toBe(false);
    await reached;
    expect([did, catchUp.isIdle()]).toEqual([done, true]);
  });

  it('has the match no more, which had only a position of a data file', async () => {
    const { catchUp, did, here, store, stores } = nodeAt5();
    here.at = 0;
    stores([], undefined);
    await catchUp.fromLog();
    expect(did).toEqual(['log after 4', 'position', 'load', 'vanish']);
    did.length = 0;
    store.position = position(5, 0);
    await catchUp.fromLog();
    expect(did).toEqual(['log after 4', 'position', 'accept 0']);
  });

  it('has a later position: the log is read before the comparison ends', async () => {
    const { catchUp, did, stores } = nodeAt5();
    stores([entry(4), entry(5), entry(6)]);
    await catchUp.compare(position(5), position(6));
    expect(did).toEqual(['log after 4', 'accept 1']);
  });

  it('is compared without a question when it has the position that came here meanwhile', async () => {
    const { catchUp, did, stores } = nodeAt5();
    await catchUp.compare(position(4), position(5));
    stores([entry(4), entry(5), entry(6)]);
    const compared = catchUp.compare(position(5), position(6));
    await catchUp.receive(moved(5, 6));
    await compared;
    expect(did).toEqual(['accept 1']);
  });
});

describe('an edit', () => {
  it.each([
    ['replaces the match', [edited(6)], 'replace'],
    ['of a person who was erased replaces it too', [edited(6, true), entry(7)], 'replace, erased'],
    [
      'that was here already, of a person who was erased, does not count again',
      [edited(5, true), edited(6)],
      'replace',
    ],
  ])('%s', async (_, news, done) => {
    const { catchUp, did, stores } = nodeAt5();
    stores([entry(4), ...(news[0]?.seq === 5 ? [] : [entry(5)]), ...news]);
    await catchUp.fromLog();
    expect(did).toEqual(['log after 4', 'load', 'log after 4', done]);
  });

  it('before a page of other changes counts as an erasure', async () => {
    for (const [count, done] of [
      [1_000, 'replace, erased'],
      [999, 'replace'],
    ] as const) {
      const { catchUp, did, stores } = nodeAt5();
      stores([entry(5), edited(6), ...Array.from({ length: count - 2 }, (_, index) => entry(index + 7))]);
      await catchUp.fromLog();
      expect(did.at(-1)).toBe(done);
    }
  });
});

it('a long log is read in pages', async () => {
  const { catchUp, did, here, stores } = nodeAt5();
  stores(Array.from({ length: 1_500 }, (_, index) => entry(index + 5)));
  await catchUp.fromLog();
  expect([did, here.seq]).toEqual([['log after 4', 'accept 999', 'log after 1003', 'accept 500'], 1_504]);
});

describe('a commit without an answer', () => {
  it('is looked for again with the next change, when the store did not have it at first', async () => {
    const { catchUp, did, stores } = nodeAt5();
    catchUp.doubt();
    await vi.advanceTimersByTimeAsync(250);
    expect([did, catchUp.isDoubtful()]).toEqual([['log after 4', 'accept 0', 'announce'], false]);
    await catchUp.fromLog();
    expect(did.slice(3)).toEqual(['log after 4', 'accept 0']);
    did.length = 0;
    for (const seq of [6, 7]) {
      stores([entry(seq - 1), entry(seq)]);
      await catchUp.fromLog();
    }
    // The second change was announced by the node that made it.
    expect(did).toEqual(['log after 4', 'accept 1', 'announce', 'log after 5', 'accept 1']);
  });

  it('is announced when the whole match is read for it', async () => {
    const { catchUp, did, stores } = nodeAt5();
    catchUp.doubt();
    stores([entry(4), entry(5), edited(6)]);
    await catchUp.fromLog();
    expect([did.slice(-2), catchUp.isDoubtful()]).toEqual([['replace', 'announce'], false]);
  });

  it('is over with the history that it belongs to', async () => {
    const { catchUp, did, stores } = nodeAt5();
    catchUp.doubt();
    stores([entry(4)]);
    await catchUp.compare(position(5), position(4));
    expect(catchUp.isDoubtful()).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(did).toEqual(['load', 'renew e', 'restart after e']);
  });

  it('is not looked for while the node stops', async () => {
    const { catchUp, did, store } = nodeAt5();
    store.isClosing = true;
    catchUp.doubt();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(did).toEqual([]);
  });
});
