// A match in memory. It owns its queue of commands, its position, its state and its channel: nothing else changes them.
//
//   record(command)   the one way in for commands: decided on what is here, stored by compare-and-set, then shown
//   accept(changes)   the one way in for changes, whether committed here, announced by another node or read from the log
//
// A change is accepted only after it is stored. A node that loses the race for the next `seq` takes what it missed, decides
// again and commits.
import { EDITED } from '../../protocol/wire/edits.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Change, Command } from '../match/command.ts';
import { feedOf } from '../match/fixture.ts';
import { applyChange, type Match, openMatch } from '../match/match.ts';
import type { Deadlines } from '../ops/deadline.ts';
import { busy, Problem, shuttingDown, storeAway } from '../ops/problem.ts';
import type { Position, StoredPosition } from '../store/log/positions.ts';
import type { PositionedMatch } from '../store/matches.ts';
import {
  type AcceptedChange,
  type Batch,
  decideAtOnce,
  decideInTurns,
  type Recorded,
  type WaitingCommand,
  waitingCommand,
} from './batch.ts';
import { type CatchUp, type CatchUpDeps, missedChanges, openCatchUp } from './catch-up.ts';
import { type ChannelDeps, type LiveChannel, openChannel } from './channel.ts';
import type { Slept } from './dormant.ts';
import type { Step } from './kept-deltas.ts';
import type { LiveEmitter } from './events.ts';
import type { CommitSlots } from './commit-slots.ts';
import type { MarkerTurns } from './marker-turns.ts';

/** `races`, `slots`, `turns` and `deadlines` are shared by all matches of the node. */
type LiveMatchDeps = CatchUpDeps &
  ChannelDeps & {
    /** Of the answers to commands. */
    readonly deadlines: Deadlines;
    readonly slots: CommitSlots;
    readonly turns: MarkerTurns;
    readonly events: Pick<LiveEmitter, 'emit'>;
    /** Returns the object that serves the match now, for a command that reaches an evicted one. */
    readonly current: (ref: MatchRef) => Promise<LiveMatch | null>;
  };

export type LiveMatch = {
  readonly ref: MatchRef;
  readonly channel: LiveChannel;
  readonly match: () => Match;
  readonly position: () => StoredPosition;
  /**
   * Decides a command, commits it and shows it. Resolves when it is durable. Commands are decided in the order of their
   * arrival. Throws Problem 503 when the store does not answer in time, too many commands wait, or the node stops; a command
   * that has not begun by then is never executed.
   */
  readonly record: (command: Command, tokenId: number | null) => Promise<Recorded>;
  /** Accepts stored changes, in order. Ignores the ones that this node has already. */
  readonly accept: (changes: readonly AcceptedChange[]) => void;
  /** Handles a message that the match has changed on another node. Never rejects. */
  readonly receive: (message: Moved) => Promise<void>;
  /** Compares with the store. `before`: the position in memory at the time of the query. Never rejects. */
  readonly compare: (before: StoredPosition, stored: StoredPosition | undefined) => Promise<void>;
  /** Runs `work`, then reads the missing changes from the log; no other work changes the match. Throws Problem 503, and what `work` throws. */
  readonly catchUp: (work?: () => Promise<unknown>) => Promise<unknown>;
  /** Catches up to at least `seq` of `epoch`, so that a client that has seen it does not move back. Throws Problem 503. */
  readonly reach: CatchUp['reach'];
  /** A write had no answer in time: asks the store until it answers, so that the stored state is shown. */
  readonly doubt: CatchUp['doubt'];
  /** What a match that falls asleep keeps beside its value. */
  readonly slept: () => Slept;
  /** Whether no work runs, waits or is in doubt. */
  readonly isIdle: () => boolean;
  /** Retires the object: later commands go to the object that serves the match then. */
  readonly retire: () => void;
  /** Resolves when no work is running. */
  readonly settled: () => Promise<void>;
};

/** Maximum number of commands that wait for one match. */
const QUEUE_MAX = 1_000;
/** Maximum number of tries of a write: only an import, or a store that went back, makes a locked commit fail. */
const TRIES_MAX = 6;

export function openLiveMatch(ref: MatchRef, stored: PositionedMatch & Partial<Slept>, deps: LiveMatchDeps): LiveMatch {
  const { store, events, races, slots, turns, deadlines, logger } = deps;
  let match = openMatch(stored);
  /** Its number in the log; and the time of its position, whose `seq` is the match's. */
  let { id, at } = stored;
  const start = { epoch: stored.epoch, step: { seq: match.seq, at, cause: [], state: match.state } };
  const channel = stored.channel ?? openChannel(ref, start, deps, { hashed: true });
  const leftEpochs = new Set(stored.leftEpochs);
  const queue: WaitingCommand[] = [];
  /** Settles when the last work in the queue ends: the next work begins after it. */
  let working: Promise<void> | null = null;
  /** A commit of the queue is scheduled and has not begun. */
  let isCommitAsked = false;
  let isRetired = false;
  const position = (): StoredPosition => ({ seq: match.seq, at, epoch: channel.epoch() });
  /** Without changes: the other nodes ask the store. */
  const announcePosition = (): void => announce(position(), null);
  const catchUp = openCatchUp(
    ref,
    {
      position,
      accept,
      replace,
      restart,
      exclusively,
      announcePosition,
      hasLeft: (epoch) => leftEpochs.has(epoch),
      vanish: () => isRetired || events.emit('vanished', { ref }),
    },
    deps,
  );

  async function record(command: Command, tokenId: number | null): Promise<Recorded> {
    if (isRetired) return recordAnew(command, tokenId);
    if (deps.isClosing())
      throw shuttingDown('It was not stored: send it again, with the same id, after Retry-After seconds.');
    if (queue.length >= QUEUE_MAX) throw busy(new Error('Too many writes wait for this match.'));
    const waiting = waitingCommand(command, tokenId);
    const deadline = deadlines.begin(() => {
      const place = queue.indexOf(waiting);
      if (place >= 0) queue.splice(place, 1);
      waiting.reject(storeAway(new Error('The store has not answered in time.')));
    });
    queue.push(waiting);
    if (!isCommitAsked) {
      isCommitAsked = true;
      void exclusively(commitQueue);
    }
    try {
      return await waiting.answer;
    } finally {
      deadlines.end(deadline);
    }
  }

  async function recordAnew(command: Command, tokenId: number | null): Promise<Recorded> {
    const current = await deps.current(ref);
    if (!current) throw new Problem(404, 'No such match.');
    return current.record(command, tokenId);
  }

  /** Runs `work` while no other work changes the match, in the order of the calls. Steady writes do not block other work. */
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

  /** Handles one batch of commands, from decision to answer. Never rejects: each caller gets its own answer. */
  async function commitQueue(): Promise<void> {
    if (turns.isFull()) await turns.next();
    isCommitAsked = false;
    if (queue.length === 0) return;
    const batch: WaitingCommand[] = [];
    try {
      if (catchUp.isDoubtful()) await catchUp.fromLog();
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        if (isRetired) throw new Problem(404, 'No such match.');
        if (tries > 0 && !slots.isFull()) {
          if (await slots.run(() => commitLocked(batch))) return;
          continue;
        }
        const [base, expected] = [match, position()];
        const deciding = decideInTurns(base, batch, queue, turns);
        const decided = deciding instanceof Promise ? await deciding : deciding;
        if (decided.changes.length === 0) {
          // Without a change there was no comparison with the store: another node may have changed the match.
          await catchUp.fromLog();
          if (match !== base) continue;
        } else if ((await store.commit({ ref, id, expected, changes: decided.changes })) === 'behind') {
          races.lost += 1;
          // A locked commit reads the missed changes itself. Without a free slot, the log is read now.
          if (slots.isFull()) await catchUp.fromLog();
          continue;
        }
        if (turns.isFull()) await turns.next();
        accept(decided.decided);
        announceAndAnswer(expected, decided);
        return;
      }
      throw busy(new Error(`${ref} was moved by other nodes ${TRIES_MAX} times in a row.`));
    } catch (error) {
      rejectInFlight(batch, error);
    }
  }

  /** Accepts the missed changes, decides and stores, with the next row of the log reserved. Returns whether the batch is settled. */
  async function commitLocked(batch: WaitingCommand[]): Promise<boolean> {
    const before = position();
    const made: { readonly expected: Position; readonly decided: Batch }[] = [];
    const result = await store.commitLocked(ref, before.seq - 1, (entries) => {
      const missed = missedChanges(before, entries);
      if (typeof missed === 'string') return null;
      accept(missed);
      const expected = position();
      const decided = decideAtOnce(match, batch, queue);
      made.push({ expected, decided });
      return { ref, id, expected, changes: decided.changes };
    });
    const [own] = made;
    if (result === 'committed' && own) {
      accept(own.decided.decided);
      announceAndAnswer(own.expected, own.decided);
    } else await catchUp.fromLog();
    return result === 'committed';
  }

  function announceAndAnswer(after: Position, { decided, answers }: Batch): void {
    const changes = decided.map(({ change }) => change);
    if (changes.length > 0) announce(after, changes);
    for (const answer of answers) answer();
  }

  function rejectInFlight(batch: readonly WaitingCommand[], error: unknown): void {
    // The commands behind this batch have waited as long. They do not wait for the silent store a second time.
    const isAway = error instanceof Problem;
    for (const waiting of isAway ? [...batch, ...queue.splice(0)] : batch) waiting.reject(error);
    if (isAway && !isRetired) catchUp.doubt();
    else logger.debug({ err: error, ref }, 'a write failed');
  }

  function accept(changes: readonly AcceptedChange[]): void {
    // Everything is computed before anything is applied, so that the match and its channel always agree.
    let [next, nextAt] = [match, at];
    const steps: Step[] = [];
    for (const entry of changes) {
      const { change } = entry;
      if (change.seq !== next.seq + 1) continue;
      // The states computed for the decision are used again, unless another change came in between.
      next = 'after' in entry && entry.before === next ? entry.after : applyChange(next, change);
      nextAt = change.at;
      steps.push({ seq: change.seq, at: nextAt, cause: change.cause, state: next.state });
    }
    [match, at] = [next, nextAt];
    channel.advance(steps, queue.length > 0);
    for (const step of steps) events.emit('committed', { match, step });
  }

  function put(newer: PositionedMatch, show: (step: Step) => void): void {
    match = openMatch(newer);
    ({ at, id } = newer);
    const step: Step = { seq: match.seq, at, cause: EDITED, state: match.state };
    show(step);
    events.emit('committed', { match, step });
  }

  function replace(newer: PositionedMatch, isErased: boolean): void {
    const hasNewPolicy = newer.fixture.publicNames !== match.fixture.publicNames;
    put(newer, (step) => channel.advance([step]));
    if (isErased || hasNewPolicy) channel.forget();
  }

  function restart(other: PositionedMatch, epoch: string): void {
    leftEpochs.add(channel.epoch());
    put(other, (step) => channel.restart(epoch, step));
    races.wentBack += 1;
    logger.warn({ ref, ...position() }, 'the store is older than what was shown: a new epoch begins');
    announcePosition();
    events.emit('wentBack', { match });
  }

  function announce({ seq, at: since }: Position, changes: readonly Change[] | null): void {
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
    receive: catchUp.receive,
    compare: catchUp.compare,
    reach: catchUp.reach,
    doubt: catchUp.doubt,
    catchUp: (work) => exclusively(() => (work ? work().then(catchUp.fromLog) : catchUp.fromLog())),
    slept: () => ({ ...position(), id, leftEpochs, channel }),
    isIdle: () => working === null && queue.length === 0 && catchUp.isIdle(),
    retire() {
      isRetired = true;
    },
    async settled() {
      while (working !== null) await working;
    },
  };
}
