// Writes to the matches in memory: those that wait for one match are decided together upon what is here, stored by
// compare-and-set and only then shown. A node that loses the race for the next `seq` takes what it missed, decides anew and
// tries again.
import type { Log } from '../log.ts';
import type { Change, Command } from '../match/record.ts';
import { Problem, unavailable } from '../problem.ts';
import type { Committer } from '../store/commit.ts';
import type { Position } from '../store/positions.ts';
import { type Asked, decideBatch, type Recorded } from './batch.ts';
import { type Door, type Held, positionOf } from './held.ts';

export type WritesDeps = {
  readonly door: Door;
  readonly committer: Committer;
  /** Changes of this node are stored and shown here; `after`: where the match stood before them. */
  readonly committed: (held: Held, after: Position, changes: readonly Change[]) => void;
  /** A commit was not answered: what became of it is in the store only. */
  readonly doubt: (held: Held) => void;
  readonly log: Log;
};

export type Writes = ReturnType<typeof openWrites>;

/** Commands waiting for one match at most. */
const QUEUE_MAX = 1_000;
/** Commands of one match that go into one commit. */
const BATCH_MAX = 64;
/** Lost races with other nodes after which a write is given up. */
const TRIES_MAX = 20;

export function openWrites(deps: WritesDeps) {
  const { door, log } = deps;
  let racesLost = 0;

  /**
   * Decides a command, commits it and shows it. Resolves when it is durable. Commands of one match are taken in the
   * order in which they came. Throws Problem 503 when the store does not answer.
   */
  function record(held: Held, command: Command, tokenId: number | null): Promise<Recorded> {
    if (held.queue.length >= QUEUE_MAX) throw unavailable(new Error('Too many writes wait for this match.'));
    return new Promise((resolve, reject) => {
      held.queue.push({ command, tokenId, resolve, reject });
      goOn(held);
    });
  }

  /** Works on what waits for a match, unless something is being done there already. */
  function goOn(held: Held): void {
    if (held.working !== null || held.queue.length === 0) return;
    void exclusively(held, async () => {
      while (held.queue.length > 0) await settle(held, held.queue.splice(0, BATCH_MAX));
    });
  }

  /** Runs `work` when nothing else moves the match. */
  async function exclusively(held: Held, work: () => Promise<unknown>): Promise<void> {
    while (held.working !== null) await held.working;
    const run = work();
    const done = (): void => {
      held.working = null;
    };
    held.working = run.then(done, done);
    await held.working;
    goOn(held);
    await run;
  }

  /** One batch of commands from decision to answer. Never throws: each caller hears for itself. */
  async function settle(held: Held, batch: readonly Asked[]): Promise<void> {
    try {
      if (held.doubtful) await door.catchUp(held);
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const { steps, answers, changes } = decideBatch(held.match, batch, Date.now());
        if (changes.length > 0) {
          const expected = positionOf(held);
          const result = await deps.committer.commit({ ref: held.ref, expected, changes });
          if (result === 'behind') {
            racesLost += 1;
            await door.catchUp(held);
            continue;
          }
          door.accept(held, steps);
          deps.committed(
            held,
            expected,
            changes.map(({ change }) => change),
          );
        } else if (await door.catchUp(held)) {
          // What would change nothing here was not held against the store by any commit: another node may know better.
          continue;
        }
        for (const answer of answers) answer();
        return;
      }
      throw unavailable(new Error(`${held.ref} was moved by others ${TRIES_MAX} times in a row.`));
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
      if (error instanceof Problem) deps.doubt(held);
      else log.error({ err: error, ref: held.ref }, 'a write failed');
    }
  }

  return {
    record,
    exclusively,
    /** Commits that found the match moved by another node, since the start. */
    racesLost: (): number => racesLost,
  };
}
