// The store of a node with one match that nothing has changed.
import type { Fixture } from '../../src/match/fixture.ts';
import type { MatchStore } from '../../src/live/catch-up.ts';

export const oneMatchStore = (fixture: Fixture): MatchStore => ({
  load: () => Promise.resolve({ fixture, id: 1, seq: 0, at: 0, epoch: 'e', hand: {}, markers: [] }),
  readLog: () => Promise.resolve([]),
  readPosition: () => Promise.resolve(undefined),
  renewEpoch: (_, epoch) => Promise.resolve(epoch),
  commit: () => Promise.resolve('committed'),
  commitLocked: () => Promise.resolve('committed'),
});
