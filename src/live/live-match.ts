// A match in memory. It owns its queue of commands, its position, its state and its channel: nothing else changes them.
//
//   record(command)   the one way in for commands: decided on what is here, stored by compare-and-set, then shown
//   accept(changes)   the one way in for changes, whether committed here, announced by another node or read from the log
//
// A change is accepted only after it is stored. A node that loses the race for the next `seq` takes what it missed, decides
// again and commits in its turn.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Change, Command } from '../match/command.ts';
import { feedOf } from '../match/fixture.ts';
import { applyChange, type Match, openMatch } from '../match/match.ts';
import { Problem, unavailable } from '../ops/problem.ts';
import type { Position, StoredPosition } from '../store/log/positions.ts';
import type { PlacedMatch } from '../store/matches.ts';
import {
  type AcceptedChange,
  type Batch,
  decideBatch,
  fillBatch,
  type Recorded,
  type WaitingCommand,
  waitingCommand,
} from './batch.ts';
import { type CatchUpDeps, missedChanges, openCatchUp } from './catch-up.ts';
import { type LiveChannel, openChannel, type Publish, type Step } from './channel.ts';
import type { LiveEmitter } from './events.ts';
import type { Timing } from './timing.ts';
import type { Turns } from './turns.ts';

/** `races` and `turns` are shared by all matches of the node. */
export type LiveMatchDeps = CatchUpDeps & {
  readonly turns: Turns;
  readonly events: Pick<LiveEmitter, 'emit'>;
  readonly publish: Publish;
  /** The object that serves the match now, for a command that comes to one already evicted. */
  readonly current: (ref: MatchRef) => Promise<LiveMatch | null>;
  readonly timing: Timing;
};

export type LiveMatch = {
  readonly ref: MatchRef;
  readonly channel: LiveChannel;
  readonly match: () => Match;
  readonly position: () => StoredPosition;
  /**
   * Decides a command, commits it and shows it. Resolves when it is durable. Commands are taken in the order in which
   * they came. Throws Problem 503 when the store does not answer in time; a command not begun by then is never done.
   */
  readonly record: (command: Command, tokenId: number | null) => Promise<Recorded>;
  /** Takes changes that are stored, in order. Ignores those that are here already. */
  readonly accept: (changes: readonly AcceptedChange[]) => void;
  /** Another node says that the match has moved. Never rejects. */
  readonly hear: (message: Moved) => Promise<void>;
  /** Compares with the store; `before` is where the match stood here when the store was asked. Never rejects. */
  readonly compare: (before: StoredPosition, stored: StoredPosition | undefined) => Promise<void>;
  /** Reads from the log what is missing here, up to at least `seq` or, without it, everything. Throws Problem 503. */
  readonly catchUp: (seq?: number) => Promise<void>;
  /** Nothing is under way, waits or is in doubt. */
  readonly isIdle: () => boolean;
  /** Takes the object out of use: later commands go to the one that serves the match then. */
  readonly retire: () => void;
  /** Resolves when no work is under way. */
  readonly settled: () => Promise<void>;
};

/** A write is answered within this time; with the check of its credential in less than 5 seconds (rule OPS-2). */
const ANSWER_MS = 4_000;
/** Commands waiting for one match at most. */
const QUEUE_MAX = 1_000;
/** Tries after which a write is given up: only an import or a store that went back takes a turn away. */
const TRIES_MAX = 6;

export function openLiveMatch(ref: MatchRef, stored: PlacedMatch, deps: LiveMatchDeps): LiveMatch {
  const { store, events, races, turns, log } = deps;
  let match = openMatch(stored);
  /** With the match's `seq`: where it stands in the store's history. */
  let at = stored.at;
  const start = { epoch: stored.epoch, step: { seq: match.seq, at, cause: [], state: match.state } };
  const channel = openChannel(ref, start, { hashed: true, publish: deps.publish, timing: deps.timing });
  const leftEpochs = new Set<string>();
  const queue: WaitingCommand[] = [];
  /** The end of the work asked for last: the next work begins after it. */
  let working: Promise<void> | null = null;
  /** A commit of the queue is asked for and has not begun. */
  let isCommitAsked = false;
  let isRetired = false;
  const missing = openCatchUp(
    ref,
    {
      ...{ position, accept, replace, restart, exclusively, tellPosition },
      hasLeft: (epoch) => leftEpochs.has(epoch),
      vanish: () => {
        if (!isRetired) events.emit('vanished', { ref });
      },
    },
    deps,
  );

  function position(): StoredPosition {
    return { seq: match.seq, at, epoch: channel.epoch() };
  }

  async function record(command: Command, tokenId: number | null): Promise<Recorded> {
    if (isRetired) return recordAnew(command, tokenId);
    if (deps.isClosing()) throw unavailable(new Error('Shutting down.'));
    if (queue.length >= QUEUE_MAX) throw unavailable(new Error('Too many writes wait for this match.'));
    const waiting = waitingCommand(command, tokenId);
    const timer = setTimeout(() => {
      const place = queue.indexOf(waiting);
      if (place >= 0) queue.splice(place, 1);
      waiting.reject(unavailable(new Error('The store has not answered in time.')));
    }, ANSWER_MS);
    queue.push(waiting);
    if (!isCommitAsked) {
      isCommitAsked = true;
      void exclusively(commitQueue);
    }
    try {
      return await waiting.answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async function recordAnew(command: Command, tokenId: number | null): Promise<Recorded> {
    const current = await deps.current(ref);
    if (!current) throw new Problem(404, 'No such match.');
    return current.record(command, tokenId);
  }

  /** Runs `work` while nothing else moves the match, in the order of asking: writes that never end delay no other work. */
  function exclusively(work: () => Promise<unknown>): Promise<unknown> {
    const run = working === null ? work() : working.then(work);
    const done = (): void => {
      if (working === ended) working = null;
      if (isCommitAsked || queue.length === 0) return;
      isCommitAsked = true;
      void exclusively(commitQueue);
    };
    const ended: Promise<void> = run.then(done, done);
    working = ended;
    return run;
  }

  /** One batch of commands from decision to answer. Never rejects: each caller gets an answer of its own. */
  async function commitQueue(): Promise<void> {
    isCommitAsked = false;
    if (queue.length === 0) return;
    const batch: WaitingCommand[] = [];
    try {
      if (missing.isDoubtful()) await missing.fromLog();
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        if (tries > 0 && !turns.isFull()) {
          if (await turns.run(() => commitInTurn(batch))) return;
          continue;
        }
        const decided = decideBatch(match, fillBatch(batch, queue), Date.now());
        const expected = position();
        if (decided.changes.length === 0) {
          // Nothing to commit, so nothing was compared with the store: another node may have changed the match.
          const before = match;
          await missing.fromLog();
          if (match !== before) continue;
        } else if ((await store.commit({ ref, expected, changes: decided.changes })) === 'behind') {
          races.lost += 1;
          // Its turn reads what it missed. Without a free turn the log is read now.
          if (turns.isFull()) await missing.fromLog();
          continue;
        }
        accept(decided.decided);
        tellAndAnswer(expected, decided);
        return;
      }
      throw unavailable(new Error(`${ref} was moved by other nodes ${TRIES_MAX} times in a row.`));
    } catch (error) {
      rejectInFlight(batch, error);
    }
  }

  /** Waits for the lock, takes what was missed, then decides and stores under it. Answers whether the batch is settled. */
  async function commitInTurn(batch: WaitingCommand[]): Promise<boolean> {
    const before = position();
    const made: { readonly expected: Position; readonly decided: Batch }[] = [];
    const result = await store.commitInTurn(ref, before.seq - 1, (entries) => {
      const missed = missedChanges(before, entries);
      if (typeof missed === 'string') return null;
      accept(missed);
      const expected = position();
      const decided = decideBatch(match, fillBatch(batch, queue), Date.now());
      made.push({ expected, decided });
      return { ref, expected, changes: decided.changes };
    });
    const [own] = made;
    if (result === 'committed' && own) {
      accept(own.decided.decided);
      tellAndAnswer(own.expected, own.decided);
    } else await missing.fromLog();
    return result === 'committed';
  }

  function tellAndAnswer(after: Position, { changes, answers }: Batch): void {
    if (changes.length > 0) {
      tell(
        after,
        changes.map(({ change }) => change),
      );
    }
    for (const answer of answers) answer();
  }

  function rejectInFlight(batch: readonly WaitingCommand[], error: unknown): void {
    // Commands behind this batch have waited as long: the store that does not answer is not waited for twice.
    const isAway = error instanceof Problem;
    for (const waiting of isAway ? [...batch, ...queue.splice(0)] : batch) waiting.reject(error);
    if (isAway) missing.doubt();
    else log.error({ err: error, ref }, 'a write failed');
  }

  function accept(changes: readonly AcceptedChange[]): void {
    // All of it is computed before any of it is taken: the match and its channel always agree.
    let next = match;
    let nextAt = at;
    const steps: Step[] = [];
    for (const entry of changes) {
      const { change } = entry;
      if (change.seq !== next.seq + 1) continue;
      // What was computed for the decision serves again, unless another change came in between.
      next = 'after' in entry && entry.before === next ? entry.after : applyChange(next, change);
      nextAt = change.at;
      steps.push({ seq: change.seq, at: nextAt, cause: change.cause, state: next.state });
    }
    match = next;
    at = nextAt;
    channel.advance(steps);
    for (const step of steps) events.emit('committed', { match, step });
  }

  function put(newer: PlacedMatch): void {
    match = openMatch(newer);
    at = newer.at;
  }

  const editedStep = (): Step => ({ seq: match.seq, at, cause: [{ action: 'edited' }], state: match.state });

  function replace(newer: PlacedMatch): void {
    put(newer);
    const step = editedStep();
    channel.advance([step]);
    events.emit('committed', { match, step });
  }

  function restart(other: PlacedMatch, epoch: string): void {
    leftEpochs.add(channel.epoch());
    put(other);
    const step = editedStep();
    channel.restart(epoch, step);
    events.emit('committed', { match, step });
    races.wentBack += 1;
    log.warn({ ref, ...position() }, 'the store is older than what was shown: a new epoch begins');
    tellPosition();
    events.emit('wentBack', { match });
  }

  /** Without changes: the other nodes ask the store. */
  function tellPosition(): void {
    tell(position(), null);
  }

  function tell({ seq, at: since }: Position, changes: readonly Change[] | null): void {
    const message: Moved = { kind: 'moved', ref, ...position(), after: { seq, at: since }, changes };
    events.emit('moved', { message, feed: feedOf(match.fixture) });
  }

  return {
    ref,
    channel,
    match: () => match,
    position,
    record,
    accept,
    hear: missing.hear,
    compare: missing.compare,
    async catchUp(seq = Infinity) {
      if (seq > match.seq) await exclusively(missing.fromLog);
    },
    isIdle: () => working === null && queue.length === 0 && !missing.isDoubtful(),
    retire() {
      isRetired = true;
      channel.stop();
    },
    async settled() {
      while (working !== null) await working;
    },
  };
}
