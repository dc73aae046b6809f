// A match at position 5 that catches up with a store in memory.
import type { Moved } from '../../src/cluster/messages.ts';
import { openCatchUp } from '../../src/live/catch-up.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { storeAway } from '../../src/ops/problem.ts';
import type { StoredPosition } from '../../src/store/log/positions.ts';
import type { LogEntry } from '../../src/store/log/read.ts';
import { game } from './play.ts';

const REF = 'game:100';
export const change = (seq: number, at = seq * 10) => ({ seq, at, cause: [] });
export const entry = (seq: number, at?: number): LogEntry => ({ ...change(seq, at), change: change(seq, at) });
export const edited = (seq: number, erased = false): LogEntry => ({ seq, at: seq * 10, change: null, erased });
export const position = (seq: number, at = seq * 10, epoch = 'e'): StoredPosition => ({ seq, at, epoch });
/** A message with the changes after `after`, up to `seq`. */
export const moved = (after: number, seq: number, over: Partial<Moved> = {}): Moved => ({
  kind: 'moved',
  ref: REF,
  ...position(seq),
  after: { seq: after, at: after * 10 },
  changes: Array.from({ length: seq - after }, (_, index) => change(after + 1 + index)),
  ...over,
});

/** A node at position 5, and its store, whose log has the entries 4 and 5. `did`: what the node did, in order. */
export function nodeAt5() {
  const here = { seq: 5, at: 50, epoch: 'e' };
  const store = {
    position: position(5) as StoredPosition | undefined,
    log: [entry(4), entry(5)] as readonly LogEntry[],
    isAway: false,
    isClosing: false,
  };
  const did: string[] = [];
  const ask = async <T>(question: string, answer: () => T): Promise<T> => {
    did.push(question);
    const [isAway, answered] = [store.isAway, answer()];
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
    if (isAway) throw storeAway();
    return answered;
  };
  const races = { holes: 0, wentBack: 0, lost: 0 };
  let last: Promise<unknown> = Promise.resolve();
  const catchUp = openCatchUp(
    REF,
    {
      position: () => ({ ...here }),
      accept(changes) {
        for (const { change: one } of changes) Object.assign(here, { seq: one.seq, at: one.at });
        did.push(`accept ${changes.length}`);
      },
      replace(newer, isErased) {
        Object.assign(here, { seq: newer.seq, at: newer.at });
        did.push(isErased ? 'replace, erased' : 'replace');
      },
      restart(newer, epoch) {
        Object.assign(here, { seq: newer.seq, at: newer.at, epoch });
        did.push(`restart ${epoch}`);
      },
      hasLeft: (epoch) => epoch === 'left',
      vanish: () => did.push('vanish'),
      announcePosition: () => did.push('announce'),
      exclusively: (work) => (last = last.then(work, work)),
    },
    {
      store: {
        load: () =>
          ask('load', () =>
            store.position ? { fixture: game(), id: 1, hand: {}, markers: [], ...store.position } : null,
          ),
        readLog: (_, seq, limit) =>
          ask(`log after ${seq}`, () => store.log.filter((one) => one.seq > seq).slice(0, limit)),
        readPosition: () => ask('position', () => store.position),
        renewEpoch: (_, epoch) => ask(`renew ${epoch}`, () => (store.position ? `after ${epoch}` : null)),
        commit: () => Promise.resolve('committed'),
        commitLocked: () => Promise.resolve('committed'),
      },
      races,
      isClosing: () => store.isClosing,
      logger: createLogger('silent'),
    },
  );
  /** The store has these entries now. */
  function stores(log: readonly LogEntry[], at = log.at(-1)): void {
    store.log = log;
    store.position = at && position(at.seq, at.at);
  }
  return { catchUp, here, store, stores, did, races };
}
