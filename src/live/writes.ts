// Writes to the matches in memory: those that wait for one match are decided together upon what is here, stored by
// compare-and-set and only then shown. A node that loses the race for the next `seq` takes what it missed, decides anew and
// tries again, in its turn.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Logger } from '../ops/logger.ts';
import type { Change, Command } from '../match/command.ts';
import { Problem, unavailable } from '../ops/problem.ts';
import type { CommitResult, Write } from '../store/log/append.ts';
import type { LogEntry } from '../store/log/read.ts';
import type { Position } from '../store/log/positions.ts';
import { type Asked, type Batch, decideBatch, type Recorded } from './batch.ts';
import { type Door, type Held, positionOf } from './live-match.ts';

export type WritesDeps = {
  readonly door: Door;
  /** Both throw Problem 503 when the store does not answer; what was asked may be stored all the same. */
  readonly commit: (write: Write) => Promise<CommitResult>;
  /** Stores what `decide` makes of what was logged after `seq`, while nobody else can move the match. */
  readonly commitInTurn: (
    ref: MatchRef,
    seq: number,
    decide: (missed: readonly LogEntry[]) => Write | null,
  ) => Promise<CommitResult>;
  /** Changes of this node are stored and shown here; `after`: where the match stood before them. */
  readonly committed: (held: Held, after: Position, changes: readonly Change[]) => void;
  /** A commit was not answered: what became of it is in the store only. */
  readonly doubt: (held: Held) => void;
  readonly log: Logger;
};

export type Writes = ReturnType<typeof openWrites>;

/** Commands waiting for one match at most. */
const QUEUE_MAX = 1_000;
/** Commands of one match that go into one commit. */
const BATCH_MAX = 64;
/** Tries after which a write is given up: a turn is only lost to an import or to a store that went back. */
const TRIES_MAX = 6;
/** Turns waited for at once: each holds a connection to the store. */
const TURNS_MAX = 4;

export function openWrites(deps: WritesDeps) {
  const { door, log } = deps;
  let racesLost = 0;
  let turns = 0;

  /**
   * Decides a command, commits it and shows it. Resolves when it is durable. Commands of one match are taken in the
   * order in which they came. Throws Problem 503 when the store has not answered by `deadline` (on the clock of
   * `performance.now()`); what was not begun by then is never done.
   */
  function record(held: Held, command: Command, tokenId: number | null, deadline: number): Promise<Recorded> {
    if (held.queue.length >= QUEUE_MAX) throw unavailable(new Error('Too many writes wait for this match.'));
    let timer: NodeJS.Timeout | undefined;
    const recorded = new Promise<Recorded>((resolve, reject) => {
      const asked: Asked = { command, tokenId, resolve, reject };
      timer = setTimeout(() => {
        const at = held.queue.indexOf(asked);
        if (at >= 0) held.queue.splice(at, 1);
        reject(unavailable(new Error('The store has not answered in time.')));
      }, deadline - performance.now());
      held.queue.push(asked);
      goOn(held);
    });
    return recorded.finally(() => {
      clearTimeout(timer);
    });
  }

  /** Works on what waits for a match, a batch at a time. */
  function goOn(held: Held): void {
    if (held.isAsked || held.queue.length === 0) return;
    held.isAsked = true;
    void exclusively(held, async () => {
      held.isAsked = false;
      if (held.queue.length > 0) await settle(held, []);
    });
  }

  /** Runs `work` when nothing else moves the match, in the order of asking: writes that never end hold up nobody. */
  function exclusively(held: Held, work: () => Promise<unknown>): Promise<unknown> {
    const run = held.working === null ? work() : held.working.then(work);
    const done = (): void => {
      if (held.working === ended) held.working = null;
      goOn(held);
    };
    const ended: Promise<void> = run.then(done, done);
    held.working = ended;
    return run;
  }

  /** Takes what waits into the batch, as long as there is room. */
  const fill = (held: Held, batch: Asked[]): Asked[] => {
    batch.push(...held.queue.splice(0, BATCH_MAX - batch.length));
    return batch;
  };

  /** One batch of commands from decision to answer. Never throws: each caller hears for itself. */
  async function settle(held: Held, batch: Asked[]): Promise<void> {
    try {
      if (held.doubtful) await door.catchUp(held);
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        if (tries === 0 || turns >= TURNS_MAX ? await race(held, batch) : await inTurn(held, batch)) return;
      }
      throw unavailable(new Error(`${held.ref} was moved by others ${TRIES_MAX} times in a row.`));
    } catch (error) {
      // Who waited behind this batch has waited as long: a store that does not answer is not waited for twice.
      const isAway = error instanceof Problem;
      for (const waiting of isAway ? [...batch, ...held.queue.splice(0)] : batch) waiting.reject(error);
      if (isAway) deps.doubt(held);
      else log.error({ err: error, ref: held.ref }, 'a write failed');
    }
  }

  /** Decides upon what is here and stores it unless another node was faster. Answers whether the batch is settled. */
  async function race(held: Held, batch: Asked[]): Promise<boolean> {
    const decided = decideBatch(held.match, fill(held, batch), Date.now());
    const expected = positionOf(held);
    // What would change nothing here is held against the store by no commit: another node may know better.
    if (decided.changes.length === 0) {
      if (await door.catchUp(held)) return false;
    } else if ((await deps.commit({ ref: held.ref, expected, changes: decided.changes })) === 'behind') {
      racesLost += 1;
      // What it missed it reads in its turn, unless there is none to be had.
      if (turns >= TURNS_MAX) await door.catchUp(held);
      return false;
    }
    show(held, expected, decided);
    return true;
  }

  /** Waits for its turn, takes what it missed, and decides and stores before anybody else can. Answers as `race`. */
  async function inTurn(held: Held, batch: Asked[]): Promise<boolean> {
    turns += 1;
    try {
      const before = positionOf(held);
      const made: { expected: Position; batch: Batch }[] = [];
      const result = await deps.commitInTurn(held.ref, before.seq - 1, (missed) => {
        if (door.takeLogged(held, before, missed) !== 'taken') return null;
        const expected = positionOf(held);
        const decided = decideBatch(held.match, fill(held, batch), Date.now());
        made.push({ expected, batch: decided });
        return { ref: held.ref, expected, changes: decided.changes };
      });
      const [own] = made;
      if (result === 'committed' && own) show(held, own.expected, own.batch);
      else await door.catchUp(held);
      return result === 'committed';
    } finally {
      turns -= 1;
    }
  }

  /** What is stored is shown, told and answered. */
  function show(held: Held, after: Position, { steps, changes, answers }: Batch): void {
    if (changes.length > 0) {
      door.accept(held, steps);
      deps.committed(
        held,
        after,
        changes.map(({ change }) => change),
      );
    }
    for (const answer of answers) answer();
  }

  return {
    record,
    exclusively,
    /** Commits that found the match moved by another node, since the start. */
    racesLost: (): number => racesLost,
  };
}
