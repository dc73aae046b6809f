// A live match on a store in memory, whose answers the test may change.
import type { Command } from '../../src/match/command.ts';
import { decide } from '../../src/match/match.ts';
import { openCommitSlots } from '../../src/live/commit-slots.ts';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { type LiveMatch, openLiveMatch } from '../../src/live/live-match.ts';
import { openMarkerTurns } from '../../src/live/marker-turns.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openDeadlines } from '../../src/ops/deadline.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import type { CommitResult, Write } from '../../src/store/log/append.ts';
import type { LogEntry } from '../../src/store/log/read.ts';
import type { PositionedMatch } from '../../src/store/matches.ts';
import { game, NOW } from './play.ts';

/** Sets the score of the first team by hand. */
export const scoreOf = (score: number): Command => ({ kind: 'scores', scores: { '1': score } });

export const fresh = (over: Partial<PositionedMatch> = {}): PositionedMatch => ({
  fixture: game(),
  id: 1,
  seq: 0,
  at: 0,
  epoch: 'e',
  hand: {},
  markers: [],
  ...over,
});

export function openLive() {
  const log: LogEntry[] = [];
  const frames: string[] = [];
  /** What happened, in order. */
  const did: string[] = [];
  const races = { holes: 0, wentBack: 0, lost: 0 };
  const events = openEvents<LiveEvents>();
  events.on('moved', ({ message: { seq, after, changes } }) => {
    did.push(`moved ${after.seq}–${seq}${changes === null ? '' : `, ${changes.length}`}`);
  });
  events.on('committed', ({ step }) => void did.push(`shown ${step.seq}`));
  events.on('vanished', () => void did.push('vanished'));
  events.on('wentBack', () => void did.push('went back'));
  const append = ({ changes }: Write): void => {
    log.push(...changes.map(({ change }) => ({ seq: change.seq, at: change.at, change })));
  };
  const store = {
    stored: null as PositionedMatch | null,
    isClosing: false,
    current: null as LiveMatch | null,
    /** The answers of the next commits; then each succeeds. */
    results: [] as (() => CommitResult | Promise<CommitResult>)[],
    /** The same of commits under a lock. */
    locked: [] as CommitResult[],
  };
  const slots = openCommitSlots(4);
  const waits = { begun: 0, ended: 0 };
  const deadlines = openDeadlines(4_000);
  const live = openLiveMatch('game:100', fresh(), {
    store: {
      load: () => Promise.resolve(store.stored),
      readLog(_, seq) {
        did.push('log');
        return Promise.resolve(log.filter((entry) => entry.seq > seq));
      },
      readPosition: () => Promise.resolve({ seq: 0, at: 0, epoch: 'e' }),
      renewEpoch: (_, epoch) => Promise.resolve(`after ${epoch}`),
      async commit(write) {
        did.push(`commit ${write.expected.seq}, ${write.changes.length}`);
        const result = (await store.results.shift()?.()) ?? 'committed';
        if (result === 'committed') append(write);
        return result;
      },
      async commitLocked(_, seq, decideNow) {
        await Promise.resolve();
        const write = decideNow(log.filter((entry) => entry.seq > seq));
        did.push(`locked ${write === null ? 'null' : `${write.expected.seq}, ${write.changes.length}`}`);
        const result = write === null ? 'behind' : (store.locked.shift() ?? 'committed');
        if (result === 'committed' && write) append(write);
        return result;
      },
    },
    races,
    slots,
    turns: openMarkerTurns(() => 0),
    events,
    deadlines: {
      begin(late) {
        waits.begun += 1;
        return deadlines.begin(late);
      },
      end(wait) {
        waits.ended += 1;
        deadlines.end(wait);
      },
    },
    publish: (_, frame) => frames.push(frame),
    flushBudget: openFlushBudget(TIMING),
    current: () => Promise.resolve(store.current),
    isClosing: () => store.isClosing,
    timing: TIMING,
    logger: createLogger('silent'),
  });
  return {
    live,
    log,
    did,
    frames,
    races,
    slots,
    store,
    waits,
    record: (score: number) => live.record(scoreOf(score), null),
    /** Another node stores this score. */
    elsewhere(score: number): void {
      const { change } = decide(live.match(), scoreOf(score), NOW);
      if (change) log.push({ seq: change.seq, at: change.at, change });
    },
  };
}
