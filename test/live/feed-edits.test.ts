// Edits that change nothing of a feed: screens of the feed read their facts again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { openFeeds } from '../../src/live/feeds.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import type { Step } from '../../src/live/kept-deltas.ts';
import { TIMING } from '../../src/live/timing.ts';
import type { Match } from '../../src/match/match.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { bigGame, empty } from '../support/play.ts';

const EDITED: Step['cause'] = [{ action: 'edited' }];
const game = (id: number): Match => empty({ ...bigGame(), id, kickOff: Date.now() + 3_600_000 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A feed of games 100 and 101 with a subscriber. */
async function followed() {
  const frames: unknown[] = [];
  const positions = new Map<MatchRef, { readonly seq: number; readonly at: number }>([
    ['game:100', { seq: 0, at: 0 }],
    ['game:101', { seq: 0, at: 0 }],
  ]);
  const feeds = openFeeds({
    feedGames: () => Promise.resolve([100, 101]),
    feedMatches: () => Promise.resolve(null),
    readMarks: (refs) => Promise.resolve(new Map(refs.map((ref) => [ref, JSON.stringify([...positions])]))),
    readPositions: () => Promise.resolve(new Map(positions)),
    getMatch: (ref) => Promise.resolve({ match: () => game(Number(ref.split(':')[1])) }),
    follow: () => Promise.resolve(),
    unfollow: () => undefined,
    publish: (_, frame) => frames.push(JSON.parse(frame)),
    flushBudget: openFlushBudget(TIMING),
    timing: TIMING,
    logger: createLogger('silent'),
  });
  (await feeds.channel('club:riverside-fc'))?.joined();
  const moved = (id: number, cause: Step['cause']): void =>
    feeds.moved(game(id), { seq: 1, at: 1, cause, state: game(id).state });
  return { feeds, frames, positions, moved };
}

const ONE_EMPTY_DELTA = [{ type: 'delta', seq: 2, cause: EDITED, patch: {} }];

it('P22 many edits that change nothing of the feed are one empty delta; other changes send nothing', async () => {
  const { feeds, frames, moved } = await followed();
  moved(100, [{ action: 'recorded', marker_id: 'm', type: 'Foul' }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(frames).toEqual([]);
  moved(100, EDITED);
  moved(101, EDITED);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(frames).toMatchObject(ONE_EMPTY_DELTA);
  moved(100, EDITED);
  feeds.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(frames).toHaveLength(1);
});

it('P22 an edit of a match that is not in memory is told after the import, and not when it is found without one', async () => {
  const { feeds, frames, positions } = await followed();
  await feeds.forget();
  positions.set('game:100', { seq: 1, at: 1 });
  await feeds.compareAll();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(frames).toEqual([]);
  positions.set('game:101', { seq: 1, at: 1 });
  await feeds.forget();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(frames).toMatchObject(ONE_EMPTY_DELTA);
  feeds.close();
});
