// P33: subscribers that are ahead of this node share one query and do not wait for a write. What they find is announced.
import { afterEach, expect, it, vi } from 'vitest';
import type { StoredPosition } from '../../src/store/log/positions.ts';
import type { LogEntry } from '../../src/store/log/read.ts';
import { openCatchUp } from '../../src/live/catch-up.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { storeAway } from '../../src/ops/problem.ts';
import { game } from '../support/play.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A node at position `here`, with a store at position `stored`. */
function nodeAt(here: number, stored: number, epoch = 'e') {
  const counts = { looks: 0, sections: 0, accepted: 0, announced: 0, restarts: 0 };
  const node = { seq: here, at: here, epoch: 'e' };
  const store = { position: { seq: stored, at: stored, epoch } satisfies StoredPosition, isAway: false };
  const entry = (seq: number): LogEntry => ({ seq, at: seq, change: { seq, at: seq, cause: [] } });
  const catchUp = openCatchUp(
    'match:701',
    {
      position: () => ({ ...node }),
      accept(changes) {
        counts.accepted += changes.length;
        for (const { change } of changes) Object.assign(node, { seq: change.seq, at: change.at });
      },
      replace: () => undefined,
      restart(newer, next) {
        counts.restarts += 1;
        Object.assign(node, { seq: newer.seq, at: newer.at, epoch: next });
      },
      hasLeft: (left) => left === 'd',
      vanish: () => undefined,
      announcePosition: () => (counts.announced += 1),
      exclusively(work) {
        counts.sections += 1;
        return work();
      },
    },
    {
      store: {
        load: () => Promise.resolve({ fixture: game(), id: 1, hand: {}, markers: [], ...store.position }),
        async readPosition() {
          counts.looks += 1;
          await new Promise(setImmediate);
          if (store.isAway) throw storeAway(new Error('away'));
          return store.position;
        },
        readLog: (_, seq) =>
          Promise.resolve(Array.from({ length: store.position.seq - seq }, (__, index) => entry(seq + 1 + index))),
        renewEpoch: (_, epoch) => Promise.resolve(epoch),
        commit: () => Promise.resolve('committed'),
        commitLocked: () => Promise.resolve('committed'),
      },
      races: { holes: 0, wentBack: 0, lost: 0 },
      isClosing: () => false,
      logger: createLogger('silent'),
    },
  );
  return { catchUp, counts, node, store };
}

const storm = (reach: (seq: number) => Promise<void>, seq: number): Promise<unknown> =>
  Promise.all(Array.from({ length: 1_000 }, () => reach(seq)));

it('P33 asks nothing for a position that is here', async () => {
  const { catchUp, counts } = nodeAt(5, 5);
  await storm(catchUp.reach, 5);
  await catchUp.reach(5, 'e');
  expect(counts).toEqual({ looks: 0, sections: 0, accepted: 0, announced: 0, restarts: 0 });
});

it('P33 looks once for a storm of positions that no change ever had, and never enters the queue of the match', async () => {
  const { catchUp, counts } = nodeAt(5, 5);
  await storm(catchUp.reach, 1_000_000);
  expect(counts).toEqual({ looks: 1, sections: 0, accepted: 0, announced: 0, restarts: 0 });
});

it('P33 catches up once for all that are ahead of a node that is behind', async () => {
  const { catchUp, counts, node } = nodeAt(5, 9);
  await storm(catchUp.reach, 9);
  expect(counts).toEqual({ looks: 1, sections: 1, accepted: 4, announced: 0, restarts: 0 });
  expect(node.seq).toBe(9);
});

it('P33 looks again for a client that came while a look was under way: that one may have begun too early', async () => {
  const { catchUp, counts, node, store } = nodeAt(5, 5);
  const early = catchUp.reach(6);
  while (counts.looks === 0) await Promise.resolve();
  const late = storm(catchUp.reach, 7);
  await early;
  store.position = { seq: 7, at: 7, epoch: 'e' };
  await late;
  expect(node.seq).toBe(7);
  expect(counts).toMatchObject({ looks: 2, sections: 1 });
});

it.each([
  ['shorter', 3],
  ['as long', 5],
  ['longer', 7],
])('P33 looks for a client that has a newer epoch than this node, whose history is %s', async (_, seq) => {
  const { catchUp, counts, node } = nodeAt(5, seq, 'f');
  await Promise.all(Array.from({ length: 1_000 }, () => catchUp.reach(seq, 'f')));
  expect(counts).toMatchObject({ looks: 1, sections: 1, restarts: 1 });
  expect(node).toMatchObject({ seq, epoch: 'f' });
});

it('P33 asks nothing for an epoch that this node has left', async () => {
  const { catchUp, counts } = nodeAt(5, 5);
  await catchUp.reach(5, 'd');
  expect(counts.looks).toBe(0);
});

it('P33 lets a client of another epoch have what is here while the store is away, but none from the future', async () => {
  const { catchUp, counts, store } = nodeAt(5, 5);
  store.isAway = true;
  await catchUp.reach(5, 'f');
  expect(counts.looks).toBe(1);
  await expect(catchUp.reach(6, 'f')).rejects.toMatchObject({ status: 503 });
  await expect(catchUp.reach(6)).rejects.toMatchObject({ status: 503 });
});

it('P33 looks again for a client that came while a look failed', async () => {
  const { catchUp, counts, node, store } = nodeAt(5, 7);
  store.isAway = true;
  const early = expect(catchUp.reach(6)).rejects.toMatchObject({ status: 503 });
  while (counts.looks === 0) await Promise.resolve();
  const late = catchUp.reach(7);
  await early;
  store.isAway = false;
  await late;
  expect([counts.looks, node.seq]).toEqual([2, 7]);
});

it('a fault of this node is no answer of a store that is away', async () => {
  const { catchUp, store } = nodeAt(5, 7);
  Object.defineProperty(store, 'position', {
    get() {
      throw new TypeError('no position');
    },
  });
  await expect(catchUp.reach(5, 'f')).rejects.toThrow('no position');
});

it.each(['a poll', 'a subscriber', 'the next write'])(
  'the changes of a commit without an answer are announced once, also when %s finds them',
  async (finder) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { catchUp, counts, node, store } = nodeAt(5, 6);
    catchUp.doubt();
    if (finder === 'a poll') await catchUp.compare({ ...node }, store.position);
    else if (finder === 'a subscriber') await catchUp.reach(6);
    else await catchUp.fromLog();
    expect([node.seq, catchUp.isDoubtful()]).toEqual([6, false]);
    // Longer than the wait of the retry.
    await vi.advanceTimersByTimeAsync(300);
    expect(counts.announced).toBe(1);
  },
);
