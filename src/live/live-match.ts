// A match in memory, and the one door through which every change of it comes: whether this node committed it, another node
// announced it or the log gave it back. What is here already is ignored; what does not follow from what is here makes this
// node look into the store. A change comes only after it is stored.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { applyChange, type Match, openMatch } from '../match/match.ts';
import type { Change } from '../match/command.ts';
import type { Moved } from '../cluster/messages.ts';
import type { LogEntry } from '../store/log/read.ts';
import type { PlacedMatch } from '../store/matches.ts';
import type { Position, StoredPosition } from '../store/log/positions.ts';
import type { Accepted, Asked } from './batch.ts';
import type { LiveChannel, Step } from './channel.ts';

export type Held = {
  readonly ref: MatchRef;
  match: Match;
  /** With the match's `seq`: where it stands in the store's history. */
  at: number;
  readonly channel: LiveChannel;
  /** Epochs that were left: one of them in the store means that it went back once more. */
  readonly leftEpochs: Set<string>;
  readonly queue: Asked[];
  /** The end of the last work asked for on this match: the next begins after it. */
  working: Promise<void> | null;
  /** Work on the queue is asked for already. */
  isAsked: boolean;
  /** A commit failed without an answer: the store may be ahead of us. */
  doubtful: boolean;
  usedAt: number;
};

export type DoorDeps = {
  /** Both throw Problem 503 when the store is away. */
  readonly load: (ref: MatchRef) => Promise<PlacedMatch | null>;
  /** What was logged after `seq`, at most `limit` of it. */
  readonly readLog: (ref: MatchRef, seq: number, limit: number) => Promise<readonly LogEntry[]>;
  /** Gives a match whose stored sequence went back a new epoch; the answer is the one that is stored in the end. */
  readonly renewEpoch: (ref: MatchRef, epoch: string) => Promise<string | null>;
  /** Hears of every accepted step. */
  readonly moved: (match: Match, step: Step) => void;
  /** The store went back behind what was shown: the match is here as it is now, under a new epoch. */
  readonly wentBack: (held: Held) => void;
  /** The store knows the match no more. */
  readonly vanished: (held: Held) => void;
  /** The log was asked for what is missing here. */
  readonly logRead: () => void;
};

/** Changes taken from the log at a time. */
const LOG_PAGE = 1_000;

export type Door = ReturnType<typeof openDoor>;

export function openDoor(deps: DoorDeps) {
  /** Takes changes that are stored, in order; what is here already is ignored. */
  function accept(held: Held, changes: readonly (Accepted | { readonly change: Change })[]): void {
    // All of it is computed before any of it is taken: the match and its channel never part.
    let { match, at } = held;
    const steps: Step[] = [];
    for (const entry of changes) {
      const { change } = entry;
      if (change.seq !== match.seq + 1) continue;
      // What was computed for the decision serves again, unless another change came in between.
      match = 'after' in entry && entry.before === match ? entry.after : applyChange(match, change);
      at = change.at;
      steps.push({ seq: change.seq, at, cause: change.cause, state: match.state });
    }
    held.match = match;
    held.at = at;
    show(held, steps);
  }

  function show(held: Held, steps: readonly Step[]): void {
    held.channel.advance(steps);
    for (const step of steps) deps.moved(held.match, step);
  }

  /** Takes what another node says. False when that does not follow from what is here: the store has to be asked. */
  function take(held: Held, { epoch, seq, at, after, changes }: Moved): boolean {
    if (epoch !== held.channel.epoch()) return false;
    if (seq < held.match.seq || (seq === held.match.seq && at === held.at)) return true;
    // The position that is here must stand in what was said: an equal number alone may be of another history.
    const news = (changes ?? []).filter((change) => change.seq > held.match.seq);
    const base = changes?.find((change) => change.seq === held.match.seq) ?? after;
    if (news[0]?.seq === held.match.seq + 1 && base.seq === held.match.seq && base.at === held.at) {
      accept(
        held,
        news.map((change) => ({ change })),
      );
      return true;
    }
    return false;
  }

  /**
   * Takes from the log what is missing here; what the log cannot tell is loaded anew. Answers whether there was anything.
   * Throws Problem 503.
   */
  async function catchUp(held: Held): Promise<boolean> {
    const before = held.match;
    await takeMissing(held);
    return held.match !== before;
  }

  async function takeMissing(held: Held): Promise<void> {
    for (;;) {
      const before = positionOf(held);
      const entries = await deps.readLog(held.ref, before.seq - 1, LOG_PAGE);
      deps.logRead();
      const taken = takeLogged(held, before, entries);
      if (taken !== 'taken') return renew(held, taken === 'rewritten');
      held.doubtful = false;
      if (entries.length < LOG_PAGE) return;
    }
  }

  /**
   * Takes what was logged from the position `before` on, which is where the match stood here when the log was asked. That
   * position must be in the log as it was here, else the store has another history: `rewritten`. `edited`: the log does
   * not say all, the match has to be loaded anew.
   */
  function takeLogged(held: Held, before: Position, entries: readonly LogEntry[]): 'taken' | 'edited' | 'rewritten' {
    const known = entries.find(({ seq }) => seq === before.seq);
    // What came with a data file has a position without a line in the log.
    if (known ? known.at !== before.at : before.at !== 0) return 'rewritten';
    const changes: { readonly change: Change }[] = [];
    for (const { seq, change } of entries) {
      if (seq <= before.seq) continue;
      if (change === null) return 'edited';
      changes.push({ change });
    }
    accept(held, changes);
    return 'taken';
  }

  /**
   * Loads the match anew (after an import, or when the store went back) and shows what is different. `isRewritten`: the
   * store's history is not the one that was shown. Throws Problem 503.
   */
  async function renew(held: Held, isRewritten: boolean): Promise<void> {
    const before = positionOf(held);
    const stored = await deps.load(held.ref);
    held.doubtful = false;
    if (!stored) {
      deps.vanished(held);
      return;
    }
    if (isRewritten || isBehind(stored, before)) {
      const epoch =
        stored.epoch === before.epoch || held.leftEpochs.has(stored.epoch)
          ? await deps.renewEpoch(held.ref, stored.epoch)
          : stored.epoch;
      if (epoch === null) deps.vanished(held);
      else restart(held, stored, epoch);
    } else if (stored.seq > held.match.seq) {
      put(held, stored);
      show(held, [editedStep(held)]);
    }
  }

  function restart(held: Held, stored: PlacedMatch, epoch: string): void {
    held.leftEpochs.add(held.channel.epoch());
    put(held, stored);
    const step = editedStep(held);
    held.channel.restart(epoch, step);
    deps.moved(held.match, step);
    deps.wentBack(held);
  }

  function put(held: Held, stored: PlacedMatch): void {
    held.match = openMatch(stored);
    held.at = stored.at;
  }

  return { accept, take, takeLogged, catchUp, renew };
}

const editedStep = (held: Held): Step => ({
  seq: held.match.seq,
  at: held.at,
  cause: [{ action: 'edited' }],
  state: held.match.state,
});

/** Where a match stands on this node. */
export const positionOf = (held: Held): StoredPosition => ({
  seq: held.match.seq,
  at: held.at,
  epoch: held.channel.epoch(),
});

/** Whether what is stored is not what led to, or follows from, what was shown. */
export const isBehind = (stored: StoredPosition, shown: StoredPosition): boolean =>
  stored.epoch !== shown.epoch || stored.seq < shown.seq || (stored.seq === shown.seq && stored.at !== shown.at);
