// The group commit: writes that arrive while a statement is in flight share the next one. One statement appends a row to
// match_log for each match of the group, and writes nothing else. Only one row can follow a position: the primary key
// decides which. A writer that another one preceded gets `behind`, and nothing of its write is stored.
import type { Sql } from '../driver/sql.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { Change } from '../../match/command.ts';
import { openDeadlines, type Wait } from '../../ops/deadline.ts';
import { busy, storeAway } from '../../ops/problem.ts';
import { orStoreAway } from '../driver/with-deadline.ts';
import type { Position } from './positions.ts';

export type LoggedChange = { readonly change: Change; readonly tokenId: number | null };
/** Consecutive changes of one match, the first with the `seq` after `expected`. At least one. */
export type Write = {
  readonly ref: MatchRef;
  /** The match's number in the log. */
  readonly id: number;
  readonly expected: Position;
  readonly changes: readonly LoggedChange[];
};
/** `behind`: the stored match has another position; nothing was written. */
export type CommitResult = 'committed' | 'behind';

type Committer = {
  /** Resolves when durable. Throws Problem 503 when the database does not answer in time; it may still have committed. */
  commit(write: Write): Promise<CommitResult>;
  /** Resolves when no write is in flight or waiting. */
  idle(): Promise<void>;
  /** Number of writes that wait for a statement. */
  waiting(): number;
};

type CommitSettings = {
  /** Maximum number of statements in flight. */
  readonly inFlight: number;
  /** Maximum number of matches per statement. */
  readonly groupSize: number;
  /** Maximum number of waiting writes; further ones are rejected with 503. */
  readonly queueSize: number;
  /** ms until a write fails. */
  readonly deadlineMs: number;
  /** Called after each group with its number of matches and its time in ms. */
  readonly observe?: (size: number, ms: number) => void;
  /** Called after each statement that failed. */
  readonly failed?: (error: unknown) => void;
};

export const COMMIT_DEFAULTS: CommitSettings = { inFlight: 2, groupSize: 256, queueSize: 10_000, deadlineMs: 4_000 };

type Waiting = {
  readonly write: Write;
  readonly deadline: Wait;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
};

/** Opens the group commit over a connection pool. At most one write per match may wait or be in flight. */
export function openCommitter(sql: Sql, settings: CommitSettings = COMMIT_DEFAULTS): Committer {
  const queue: Waiting[] = [];
  const idleListeners: (() => void)[] = [];
  let inFlight = 0;
  let scheduled = false;
  const deadlines = openDeadlines(settings.deadlineMs);

  function commit(write: Write): Promise<CommitResult> {
    if (queue.length >= settings.queueSize) return Promise.reject(busy(new Error('The commit queue is full.')));
    return new Promise<CommitResult>((resolve, reject) => {
      const deadline = deadlines.begin(() => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        reject(storeAway(new Error(`No answer from the database within ${settings.deadlineMs} ms.`)));
      });
      const waiting: Waiting = { write, deadline, resolve, reject };
      queue.push(waiting);
      schedule();
    });
  }

  // Writes of one event-loop turn go together: the statement is sent at the end of the turn.
  function schedule(): void {
    if (scheduled || inFlight >= settings.inFlight || queue.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (inFlight < settings.inFlight && queue.length > 0) {
        const share = Math.ceil(queue.length / (settings.inFlight - inFlight));
        void send(queue.splice(0, Math.min(share, settings.groupSize)));
      }
    });
  }

  async function send(group: readonly Waiting[]): Promise<void> {
    inFlight += 1;
    const started = performance.now();
    try {
      // The deadline frees the place of a statement that never returns (frozen database). If it still runs later, the
      // primary key makes the next write of its matches find that.
      const statement = groupStatement(
        sql,
        group.map((waiting) => waiting.write),
      );
      const rows = await orStoreAway(statement, settings.deadlineMs);
      const appended = new Set(rows.map((row) => row.match));
      settings.observe?.(group.length, performance.now() - started);
      for (const waiting of group) waiting.resolve(appended.has(waiting.write.id) ? 'committed' : 'behind');
    } catch (error) {
      settings.failed?.(error);
      for (const waiting of group) waiting.reject(error);
    } finally {
      for (const { deadline } of group) deadlines.end(deadline);
      inFlight -= 1;
      schedule();
      if (inFlight === 0 && queue.length === 0) for (const listener of idleListeners.splice(0)) listener();
    }
  }

  function idle(): Promise<void> {
    if (inFlight === 0 && queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => idleListeners.push(resolve));
  }

  return { commit, idle, waiting: () => queue.length };
}

/** The changes as the log has them: JSON without a line break. */
export const changesText = (changes: readonly LoggedChange[]): string =>
  `[${changes.map(({ change, tokenId }) => changeText(JSON.stringify(change), tokenId)).join(',')}]`;

const changeText = (text: string, tokenId: number | null): string =>
  tokenId === null ? text : `{"token":${tokenId},${text.slice(1)}`;

/** One statement; returns the matches whose row was appended. */
function groupStatement(sql: Sql, writes: readonly Write[]) {
  // In the order of the ids, so that groups of several nodes cannot wait for each other.
  const ordered = [...writes].sort((a, b) => a.id - b.id);
  const ids = ordered.map(({ id }) => id);
  const refs = ordered.map(({ ref }) => ref);
  const after = ordered.map(({ expected }) => expected.seq);
  const afterAt = ordered.map(({ expected }) => expected.at);
  const seqs = ordered.map(({ expected, changes }) => expected.seq + changes.length);
  const ats = ordered.map(({ expected, changes }) => changes.at(-1)?.change.at ?? expected.at);
  // JSON has no line break outside of its escapes, so the texts need no second encoding as an array.
  const texts = ordered.map(({ changes }) => changesText(changes)).join('\n');
  // The primary key refuses a second row after the same position. The condition refuses a row after a position that is not
  // stored: the database went back. The newest row before it is that position, or the checkpoint is.
  return sql<{ match: number }[]>`
    insert into match_log (match, after, at, seq, changes)
    select w.id, w.after, w.at, w.seq, w.changes::json
    from unnest(${ids}::integer[], ${refs}::text[], ${after}::integer[], ${afterAt}::bigint[], ${ats}::bigint[],
      ${seqs}::integer[], string_to_array(${texts}, E'\n')) as w(id, ref, after, after_at, at, seq, changes)
    where coalesce((
        select p.seq = w.after and p.at = w.after_at from match_log p
        where p.match = w.id and p.after < w.after order by p.after desc limit 1), false)
      or coalesce((
        select l.seq = w.after and l.at = w.after_at from live_match l where l.id = w.id and l.ref = w.ref), false)
    on conflict do nothing
    returning match`;
}
