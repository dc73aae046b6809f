// When checkpoints are written: behind the commits, so that no writer waits for one. A match is due when it was quiet for a
// second, after 200 changes, and when it leaves the memory. One statement writes many matches, and one is in flight.
//
// A checkpoint that is lost costs nothing but time: readers complete an old one from the log. Each node also looks for tails
// that a node left behind when it ended.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { withDeadline } from '../ops/deadline.ts';
import type { Logger } from '../ops/logger.ts';
import { openLookout } from '../ops/lookout.ts';
import { openRepeats } from '../ops/repeats.ts';
import { Problem } from '../ops/problem.ts';
import type { Timing } from './timing.ts';

type CheckpointsDeps = {
  /** Returns the matches whose checkpoint is at the end of their log now. Throws Problem 503. */
  readonly write: (refs: readonly MatchRef[]) => Promise<readonly MatchRef[]>;
  /** The matches whose checkpoint is not. Throws Problem 503. */
  readonly find: () => Promise<readonly MatchRef[]>;
  readonly timing: Pick<Timing, 'checkpointMs' | 'checkpointSearchMs'>;
  readonly logger: Logger;
};

export type Checkpoints = ReturnType<typeof openCheckpoints>;

/** A match without a quiet second is due after this number of changes. */
const CHANGES_MAX = 200;
/** Maximum numbers of changes and matches of a statement: on the embedded database commits wait for it. */
const GROUP_CHANGES_MAX = 500;
const GROUP_MATCHES_MAX = 64;
/** After this number of failures a match is left to the next search. */
const TRIES_MAX = 10;
/** When the node stops, the last checkpoints have this long, ms. */
const CLOSE_MS = 2_000;

type Behind = {
  /** Number of commits here; a statement that began with the same number covers all of them. */
  commits: number;
  changes: number;
  /** Of the first and the last commit, on the clock of `performance.now()`. */
  since: number;
  changedAt: number;
  isEvicted: boolean;
  tries: number;
};

export function openCheckpoints({ write, find, timing, logger }: CheckpointsDeps) {
  /** The matches with changes that no checkpoint has, the longest waiting first. */
  const behind = new Map<MatchRef, Behind>();
  const counts = { written: 0, failed: 0 };
  const logRepeats = openRepeats(logger);
  let writing: Promise<void> | null = null;
  const looking = openLookout(timing.checkpointMs / 4, look);
  const searching = setInterval(() => void search(), timing.checkpointSearchMs).unref();
  void search();

  /** Notes a commit of this number of changes. */
  function changed(ref: MatchRef, changes: number): void {
    looking.begin();
    const now = performance.now();
    const known = behind.get(ref);
    if (known) {
      known.commits += 1;
      known.changes += changes;
      known.changedAt = now;
    } else behind.set(ref, { commits: 1, changes, since: now, changedAt: now, isEvicted: false, tries: 0 });
  }

  /** The match leaves the memory. */
  function evicted(ref: MatchRef): void {
    const known = behind.get(ref);
    if (known) known.isEvicted = true;
  }

  /** Finds matches that another process left behind, or that this one gave up. Never rejects. */
  async function search(): Promise<void> {
    try {
      for (const ref of await find()) if (!behind.has(ref)) changed(ref, 1);
    } catch (error) {
      logger.debug({ err: error }, 'the checkpoints could not be compared with the log');
    }
  }

  /** Returns whether any match is behind. */
  function look(): boolean {
    const quietSince = performance.now() - timing.checkpointMs;
    writing ??= writeAll(
      ({ changes, changedAt, isEvicted }) => isEvicted || changes >= CHANGES_MAX || changedAt <= quietSince,
    ).finally(() => {
      writing = null;
    });
    return behind.size > 0;
  }

  /** Writes the checkpoints of the matches that are due, until the database is away. Never rejects. */
  async function writeAll(isDue: (match: Behind) => boolean): Promise<void> {
    const due = [...behind].filter(([, match]) => isDue(match)).map(([ref]) => ref);
    while (due.length > 0) if (!(await writeGroup(nextGroup(due)))) return;
  }

  /** Takes the first matches of the list. */
  function nextGroup(due: MatchRef[]): readonly MatchRef[] {
    let changes = 0;
    const end = due.findIndex((ref, index) => {
      if (index >= GROUP_MATCHES_MAX || changes >= GROUP_CHANGES_MAX) return true;
      changes += behind.get(ref)?.changes ?? 0;
      return false;
    });
    return due.splice(0, end === -1 ? due.length : end);
  }

  /** Returns whether the database answers. */
  async function writeGroup(refs: readonly MatchRef[]): Promise<boolean> {
    const commits = new Map(refs.map((ref) => [ref, behind.get(ref)?.commits]));
    try {
      const written = new Set(await write(refs));
      for (const ref of refs) {
        const match = behind.get(ref);
        if (!written.has(ref)) putOff(ref);
        else if (match?.commits === commits.get(ref)) behind.delete(ref);
        else if (match) Object.assign(match, { changes: 1, since: match.changedAt, tries: 0 });
      }
      counts.written += written.size;
      return true;
    } catch (error) {
      counts.failed += 1;
      if (error instanceof Problem) {
        logger.debug({ err: error }, 'checkpoints could not be written; trying again later');
        return false;
      }
      const [ref, ...others] = refs;
      if (ref === undefined) return true;
      if (others.length > 0) {
        // One match that cannot be written must not hold up the others.
        const half = Math.ceil(refs.length / 2);
        return (await writeGroup(refs.slice(0, half))) && writeGroup(refs.slice(half));
      }
      logRepeats('error', 'a checkpoint could not be written; trying again later', error, { ref });
      putOff(ref);
      return true;
    }
  }

  /** Puts a match at the end of the line. After too many tries the next search finds it. */
  function putOff(ref: MatchRef): void {
    const match = behind.get(ref);
    if (!match) return;
    behind.delete(ref);
    match.tries += 1;
    match.changedAt = performance.now();
    if (match.tries < TRIES_MAX) behind.set(ref, match);
  }

  return {
    changed,
    evicted,
    /** Matches written and statements failed, since the start. */
    counts: (): Readonly<typeof counts> => counts,
    /** Number of matches whose newest changes are only in the log. */
    behind: (): number => behind.size,
    /** How long the oldest of them waits, ms. */
    lagMs(): number {
      let oldest = performance.now();
      const now = oldest;
      for (const { since } of behind.values()) oldest = Math.min(oldest, since);
      return now - oldest;
    },
    /** Writes all checkpoints that can be written in 2 seconds. The others are found by another node or the next start. */
    async close(): Promise<void> {
      looking.end();
      clearInterval(searching);
      const last = async (): Promise<void> => {
        await writing;
        await writeAll(() => true);
      };
      await withDeadline(last(), CLOSE_MS, () => undefined);
    },
  };
}
