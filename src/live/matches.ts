// The matches that this node holds in memory. Every change comes through one door, `accept`, whether this node committed
// it or the log gave it back; it ignores what it already has. A change is accepted only after it is stored.
import type { Board } from '../../protocol/board.ts';
import type { MatchRef } from '../../protocol/ids.ts';
import { applyChange, type Match, openMatch } from '../match/match.ts';
import type { Change, Command } from '../match/record.ts';
import type { Log } from '../log.ts';
import { Problem, unavailable } from '../problem.ts';
import type { Committer } from '../store/commit.ts';
import type { LogEntry } from '../store/log.ts';
import type { LoadedMatch } from '../store/matches.ts';
import { type Accepted, type Asked, decideBatch, type Recorded } from './batch.ts';
import { type LiveChannel, openChannel, type Publish, type Step } from './channel.ts';
import type { Timing } from './timing.ts';

export type MatchesDeps = {
  readonly load: (ref: MatchRef) => Promise<LoadedMatch | null>;
  readonly readLog: (ref: MatchRef, seq: number) => Promise<readonly LogEntry[]>;
  /** Gives a match whose stored sequence went back a new epoch. */
  readonly renewEpoch: (ref: MatchRef) => Promise<string>;
  readonly committer: Committer;
  readonly publish: Publish;
  /** Hears of every accepted step, for the feeds. */
  readonly moved: (match: Match, step: Step) => void;
  readonly timing: Timing;
  readonly log: Log;
};

/** Commands waiting for one match at most. */
const QUEUE_MAX = 1_000;
/** Commands of one match that go into one commit. */
const BATCH_MAX = 64;
/** Lost races with other nodes after which a write is given up. */
const TRIES_MAX = 20;

type Held = {
  readonly ref: MatchRef;
  match: Match;
  readonly channel: LiveChannel;
  readonly queue: Asked[];
  /** The end of the last work begun on this match: the next begins after it. */
  working: Promise<void> | null;
  /** A commit failed without an answer: the store may be ahead of us. */
  doubtful: boolean;
  usedAt: number;
};

export type Matches = ReturnType<typeof openMatches>;

export function openMatches(deps: MatchesDeps) {
  const { timing, log } = deps;
  const matches = new Map<MatchRef, Held>();
  const loading = new Map<MatchRef, Promise<Held | null>>();
  const sweep = setInterval(evict, Math.max(1_000, timing.evictMs / 10)).unref();
  let closed = false;

  /** The match, loaded if needed (once, however many ask); null when there is none. */
  function hold(ref: MatchRef): Promise<Held | null> {
    const held = matches.get(ref);
    if (held) {
      held.usedAt = Date.now();
      return Promise.resolve(held);
    }
    const running = loading.get(ref);
    if (running) return running;
    const started = load(ref).finally(() => loading.delete(ref));
    loading.set(ref, started);
    return started;
  }

  async function load(ref: MatchRef): Promise<Held | null> {
    const stored = await deps.load(ref);
    if (!stored) return null;
    const match = openMatch(stored);
    const step: Step = { seq: match.seq, at: stored.at, cause: [], state: match.state };
    const channel = openChannel(ref, { epoch: stored.epoch, step }, { hashed: true, publish: deps.publish, timing });
    const held: Held = { ref, match, channel, queue: [], working: null, doubtful: false, usedAt: Date.now() };
    matches.set(ref, held);
    return held;
  }

  async function get(ref: MatchRef): Promise<Match | null> {
    return (await hold(ref))?.match ?? null;
  }

  /**
   * Decides a command, commits it and shows it. Resolves when it is durable. Commands of one match are taken in the
   * order in which they came.
   * @throws Problem 404 when there is no such match, 503 when the store does not answer.
   */
  async function record(ref: MatchRef, command: Command, tokenId: number | null): Promise<Recorded> {
    const held = await hold(ref);
    if (!held) throw new Problem(404, 'No such match.');
    if (closed || held.queue.length >= QUEUE_MAX) throw unavailable(new Error('Too many writes wait for this match.'));
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
  async function exclusively(held: Held, work: () => Promise<void>): Promise<void> {
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
      if (held.doubtful) await catchUp(held);
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const { steps, answers, changes } = decideBatch(held.match, batch, Date.now());
        if (changes.length > 0) {
          const result = await deps.committer.commit({ ref: held.ref, expected: held.match.seq, changes });
          if (result === 'behind') {
            await catchUp(held);
            continue;
          }
          accept(held, steps);
        }
        for (const answer of answers) answer();
        return;
      }
      throw unavailable(new Error(`${held.ref} was moved by others ${TRIES_MAX} times in a row.`));
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
      if (error instanceof Problem) doubt(held);
      else log.error({ err: error, ref: held.ref }, 'a write failed');
    }
  }

  /** The one door. Takes stored changes in order; what it already has is ignored. */
  function accept(held: Held, changes: readonly (Accepted | { readonly change: Change })[]): void {
    const steps: Step[] = [];
    for (const entry of changes) {
      const { change } = entry;
      if (change.seq !== held.match.seq + 1) continue;
      // What was computed for the decision serves again, unless another change came in between.
      held.match = 'after' in entry && entry.before === held.match ? entry.after : applyChange(held.match, change);
      steps.push({ seq: change.seq, at: change.at, cause: change.cause, state: held.match.state });
    }
    show(held, steps);
  }

  function show(held: Held, steps: readonly Step[]): void {
    held.channel.advance(steps);
    for (const step of steps) deps.moved(held.match, step);
  }

  /** Takes from the log what this node missed. Throws Problem 503 when the store is away. */
  async function catchUp(held: Held): Promise<void> {
    const entries = await deps.readLog(held.ref, held.match.seq);
    const changes: { change: Change }[] = [];
    for (const { change } of entries) {
      if (change === null) {
        await renew(held);
        return;
      }
      changes.push({ change });
    }
    if (changes.length > 0) accept(held, changes);
    else await renew(held);
    held.doubtful = false;
  }

  /** Loads a match anew (after an import, or a store that went back) and shows what is different. */
  async function renew(held: Held): Promise<void> {
    const stored = await deps.load(held.ref);
    held.doubtful = false;
    if (!stored) return;
    const wentBack = stored.seq < held.match.seq || stored.epoch !== held.channel.epoch();
    const isNew = stored.seq > held.match.seq;
    if (!wentBack && !isNew) return;
    held.match = openMatch(stored);
    const step: Step = { seq: stored.seq, at: Date.now(), cause: [{ action: 'edited' }], state: held.match.state };
    if (wentBack) {
      const epoch = stored.epoch === held.channel.epoch() ? await deps.renewEpoch(held.ref) : stored.epoch;
      held.channel.restart(epoch, step);
      deps.moved(held.match, step);
    } else show(held, [step]);
  }

  /** After a commit without an answer: look into the store until it answers, so that what is stored is shown. */
  function doubt(held: Held): void {
    if (held.doubtful) return;
    held.doubtful = true;
    const retry = (): void => {
      if (closed || !held.doubtful) return;
      exclusively(held, async () => {
        if (held.doubtful) await catchUp(held);
      }).catch((error: unknown) => {
        log.debug({ err: error, ref: held.ref }, 'the store does not answer yet');
        setTimeout(retry, 1_000).unref();
      });
    };
    setTimeout(retry, 250).unref();
  }

  /** After an import: loads these anew where this node holds them, and publishes what is different. */
  async function reload(refs: readonly MatchRef[]): Promise<void> {
    for (const ref of refs) {
      await loading.get(ref);
      const held = matches.get(ref);
      if (held) await exclusively(held, () => renew(held));
    }
  }

  function evict(): void {
    const before = Date.now() - timing.evictMs;
    for (const [ref, held] of matches) {
      const inUse = held.usedAt > before || held.channel.subscribers() > 0 || held.working || held.queue.length > 0;
      if (inUse || held.doubtful) continue;
      held.channel.stop();
      matches.delete(ref);
    }
  }

  return {
    get,
    record,
    reload,
    /** The channel of a match, loaded if needed, caught up with the store to at least `seq`. */
    async channel(ref: MatchRef, seq = 0): Promise<{ readonly channel: LiveChannel; readonly match: Match } | null> {
      const held = await hold(ref);
      if (!held) return null;
      // Nobody is taken back: a client that has seen more than this node makes it look into the store first.
      if (seq > held.match.seq) await exclusively(held, () => catchUp(held));
      return { channel: held.channel, match: held.match };
    },
    /** What is in memory now, without loading. */
    peek: (ref: MatchRef): Match | null => matches.get(ref)?.match ?? null,
    /** Channels that somebody watches. */
    *watched(): Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }> {
      for (const { channel, match } of matches.values()) {
        if (channel.subscribers() > 0) yield { channel, isLive: hasLiveBoard(match) };
      }
    },
    /** Takes no more writes and resolves when those taken are answered. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(sweep);
      await Promise.allSettled([...matches.values()].flatMap((held) => held.working ?? []));
      await deps.committer.idle();
      for (const held of matches.values()) held.channel.stop();
    },
  };
}

const hasLiveBoard = (match: Match): boolean =>
  Object.values<Board>(match.state.matches).some((board) => board.status === 'live');
