// The group commit: writes that arrive while a statement is in flight share the next one. One statement moves every match
// of a group by compare-and-set on its position, logs each change and stores the markers. A match that another node moved
// in the meantime is skipped and its writer gets `behind`.
import type { ISql, Sql } from '../driver/sql.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { Change, ManualResult, StoredMarker } from '../../match/command.ts';
import { withDeadline } from '../../ops/deadline.ts';
import { busy, storeAway } from '../../ops/problem.ts';
import { orStoreAway } from '../driver/with-deadline.ts';
import type { Position } from './positions.ts';

export type LoggedChange = { readonly change: Change; readonly tokenId: number | null };
/** Consecutive changes of one match, the first with the `seq` after `expected`. */
export type Write = { readonly ref: MatchRef; readonly expected: Position; readonly changes: readonly LoggedChange[] };
/** `behind`: the stored match has another position; nothing was written. */
export type CommitResult = 'committed' | 'behind';

export type Committer = {
  /** Resolves when durable. Throws Problem 503 when the database does not answer in time; it may still have committed. */
  commit(write: Write): Promise<CommitResult>;
  /** Resolves when no write is in flight or waiting. */
  idle(): Promise<void>;
  /** Number of writes that wait for a statement. */
  waiting(): number;
};

export type CommitSettings = {
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
};

export const COMMIT_DEFAULTS: CommitSettings = { inFlight: 2, groupSize: 256, queueSize: 10_000, deadlineMs: 4_000 };

type Waiting = {
  readonly write: Write;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
};

/** Opens the group commit over a connection pool. At most one write per match may wait or be in flight. */
export function openCommitter(sql: Sql, settings: CommitSettings = COMMIT_DEFAULTS): Committer {
  const queue: Waiting[] = [];
  const idleListeners: (() => void)[] = [];
  let inFlight = 0;
  let scheduled = false;

  function commit(write: Write): Promise<CommitResult> {
    if (queue.length >= settings.queueSize) return Promise.reject(busy(new Error('The commit queue is full.')));
    const done = new Promise<CommitResult>((resolve, reject) => {
      queue.push({ write, resolve, reject });
      schedule();
    });
    return withDeadline(done, settings.deadlineMs, () => {
      const at = queue.findIndex((waiting) => waiting.write === write);
      if (at >= 0) queue.splice(at, 1);
      throw storeAway(new Error(`No answer from the database within ${settings.deadlineMs} ms.`));
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
      // compare-and-set of the next write detects it.
      const statement = groupStatement(
        sql,
        group.map((waiting) => waiting.write),
      );
      const rows = await orStoreAway(statement, settings.deadlineMs);
      const moved = new Set(rows.map((row) => row.ref));
      settings.observe?.(group.length, performance.now() - started);
      for (const waiting of group) waiting.resolve(moved.has(waiting.write.ref) ? 'committed' : 'behind');
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    } finally {
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

/** One statement; returns the refs whose compare-and-set succeeded. */
export function groupStatement(sql: ISql, writes: readonly Write[]) {
  // Rows as the statement reads them.
  const matches: object[] = [];
  const log: object[] = [];
  const markers: object[] = [];
  const drops: { ref: MatchRef; key: string }[] = [];
  for (const { ref, expected, changes } of writes) {
    let hand: ManualResult | null = null;
    // A key may be written and deleted within one group: only its final state is stored.
    const net = new Map<string, StoredMarker | null>();
    for (const { change, tokenId } of changes) {
      log.push({ ref, seq: change.seq, at: change.at, token_id: tokenId, change });
      if (change.hand) hand = change.hand;
      for (const key of change.drop ?? []) net.set(key, null);
      for (const marker of change.put ?? []) net.set(marker.key, marker);
    }
    matches.push({
      ref,
      expected: expected.seq,
      expected_at: expected.at,
      next: expected.seq + changes.length,
      next_at: changes.at(-1)?.change.at ?? expected.at,
      hand,
    });
    for (const [key, marker] of net) {
      if (marker === null) drops.push({ ref, key });
      else markers.push(markerRow(ref, marker));
    }
  }
  const refs = writes.map(({ ref }) => ref);
  // Rows are locked in the order of `ref`, so that groups of several nodes cannot deadlock. Under the lock `held` has the
  // newest position, which is compared. Each step repeats the list of refs: the planner cannot estimate the rows of a JSON
  // text, and with the list it uses the index instead of scanning the table.
  return sql<{ ref: string }[]>`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(matches)}::text::jsonb)
        as i(ref text, expected integer, expected_at bigint, next integer, next_at bigint, hand jsonb)
    ), held as (
      select m.ref, m.seq, m.at from live_match m where m.ref = any(${refs}) order by m.ref for update
    ), moved as (
      update live_match m set seq = i.next, at = i.next_at, hand = coalesce(i.hand, m.hand)
      from held h join input i on i.ref = h.ref and i.expected = h.seq and i.expected_at = h.at
      where m.ref = h.ref and m.ref = any(${refs})
      returning m.ref
    ), logged as (
      insert into match_log (ref, seq, at, token_id, change)
      select l.ref, l.seq, l.at, l.token_id, l.change
      from jsonb_to_recordset(${JSON.stringify(log)}::text::jsonb)
        as l(ref text, seq integer, at bigint, token_id integer, change jsonb)
      join moved on moved.ref = l.ref
    ), dropped as (
      delete from marker k
      using jsonb_to_recordset(${JSON.stringify(drops)}::text::jsonb) as d(ref text, key uuid), moved
      where moved.ref = d.ref and k.ref = d.ref and k.key = d.key and k.key = any(${drops.map(({ key }) => key)}::uuid[])
        and k.ref = any(${refs})
    ), saved as (
      insert into marker (ref, key, arrival, touched, body)
      select n.ref, n.key, n.arrival, n.touched, n.body
      from jsonb_to_recordset(${JSON.stringify(markers)}::text::jsonb)
        as n(ref text, key uuid, arrival integer, touched integer, body jsonb)
      join moved on moved.ref = n.ref
      on conflict (ref, key) do update
        set arrival = excluded.arrival, touched = excluded.touched, body = excluded.body
    )
    select ref from moved`;
}

/** A row of the table `marker`. */
export function markerRow(ref: MatchRef, { arrival, touched, ...body }: StoredMarker) {
  return { ref, key: body.key, arrival, touched, body };
}
