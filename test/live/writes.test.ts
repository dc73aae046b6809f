// Writes that never end, and what else has to be done with the same match.
import { expect, it } from 'vitest';
import { openChannel } from '../../src/live/channel.ts';
import type { Held } from '../../src/live/live-match.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openWrites } from '../../src/live/writes.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { openMatch } from '../../src/match/match.ts';
import { game } from '../support/play.ts';

function holdGame(): Held {
  const match = openMatch({ fixture: game(), seq: 0, hand: {}, markers: [] });
  const step = { seq: 0, at: 0, cause: [], state: match.state };
  const channel = openChannel(
    'game:100',
    { epoch: 'e', step },
    { hashed: true, publish: () => undefined, timing: TIMING },
  );
  return {
    ref: 'game:100',
    match,
    at: 0,
    channel,
    leftEpochs: new Set(),
    queue: [],
    working: null,
    isAsked: false,
    doubtful: false,
    usedAt: 0,
  };
}

it('lets a look into the store have its turn while there is always a write waiting', async () => {
  const held = holdGame();
  let commits = 0;
  let isOver = false;
  const answers: Promise<unknown>[] = [];
  const write = (): void => {
    const deadline = performance.now() + 5_000;
    answers.push(writes.record(held, { kind: 'scores', scores: { '1': commits + 1 } }, null, deadline));
  };
  const writes = openWrites({
    door: {
      accept: () => undefined,
      take: () => true,
      takeLogged: () => 'taken',
      catchUp: () => Promise.resolve(false),
      renew: () => Promise.resolve(),
    },
    commit: async () => {
      commits += 1;
      await new Promise(setImmediate);
      // Somebody writes while this one is stored.
      if (!isOver && commits < 1_000) write();
      return 'committed';
    },
    commitInTurn: () => Promise.resolve('committed'),
    committed: () => undefined,
    doubt: () => undefined,
    log: createLogger('silent'),
  });
  write();
  await writes.exclusively(held, () => Promise.resolve());
  expect(commits).toBeLessThan(10);
  isOver = true;
  // And everybody who wrote is answered.
  await Promise.all(answers);
  expect(held.queue).toEqual([]);
  await expect.poll(() => held.working).toBe(null);
});
