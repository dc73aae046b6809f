// One channel as this node serves it: the newest state, the states of the last minutes for subscribers that come back, and
// the frames that go out. A delta is computed between two kept states (they share what did not change), so it can lead from
// any position to any later one, and updates that come close together leave as one.
import { createHash } from 'node:crypto';
import type { ChannelState } from '../../protocol/wire/board.ts';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import type { Channel } from '../../protocol/wire/ids.ts';
import { patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { Ref, Since } from '../../protocol/wire/up.ts';
import { HELD_DELTAS, type Timing } from './timing.ts';

export type PublishedKind = 'delta' | 'snapshot' | 'heartbeat';

/** Sends one frame to every subscriber of a channel; at once, without waiting. */
export type Publish = (channel: Channel, frame: string, kind: PublishedKind) => void;

/** A state and how it came to be. */
export type Step = {
  readonly seq: number;
  /** Server time of the commit, ms since 1970. */
  readonly at: number;
  readonly cause: readonly Cause[];
  readonly state: ChannelState;
};

export type LiveChannel = ReturnType<typeof openChannel>;

/** Serves one channel from the given position on. `hashed`: heartbeats carry the state's hash (feeds have none). */
export function openChannel(
  name: Channel,
  start: { readonly epoch: string; readonly step: Step },
  options: { readonly hashed: boolean; readonly publish: Publish; readonly timing: Timing },
) {
  const { publish, timing } = options;
  let epoch = start.epoch;
  /** Consecutive. The last one is the newest. The cause of the first one is not used. */
  let kept: Step[] = [start.step];
  let newest = start.step;
  /** Position of the last frame sent: the steps after it wait for the next frame. */
  let sent = start.step;
  let sentAt = -Infinity;
  let gathering: NodeJS.Timeout | undefined;
  let subscribers = 0;
  let snapshotBody: { readonly seq: number; readonly text: string } | undefined;
  let hash: { readonly seq: number; readonly text: string } | undefined;

  /** Takes the next states, in order, and publishes them: at once, or together with those of the next milliseconds. */
  function advance(steps: readonly Step[]): void {
    const last = steps.at(-1);
    if (!last) return;
    kept.push(...steps);
    newest = last;
    trim();
    if (gathering) return;
    const wait = sentAt + timing.gatherMs - performance.now();
    if (subscribers > 0 && wait > 0) {
      gathering = setTimeout(flush, wait);
      return;
    }
    const frame = nextFrame();
    if (frame !== null) publish(name, frame, 'delta');
  }

  /** Sends what was gathered. A subscriber that joins right after it needs nothing older. */
  function flush(): void {
    const frame = nextFrame();
    if (frame !== null) publish(name, frame, 'delta');
  }

  /** One delta of all steps not sent yet, which count as sent from now on. Null when there are none, or no subscribers. */
  function nextFrame(): string | null {
    clearTimeout(gathering);
    gathering = undefined;
    if (sent.seq === newest.seq) return null;
    const before = sent;
    sent = newest;
    if (subscribers === 0) return null;
    sentAt = performance.now();
    return deltaFrame(before, newest);
  }

  function deltaFrame(from: Step, to: Step): string {
    return JSON.stringify({
      type: 'delta',
      channel: name,
      seq: to.seq,
      ...(from.seq === to.seq - 1 ? {} : { from: from.seq }),
      at: to.at,
      cause: causesBetween(from, to),
      patch: patchBetween(from.state, to.state),
    });
  }

  function causesBetween(from: Step, to: Step): readonly Cause[] {
    const last = kept.findLastIndex((step) => step.seq === to.seq);
    let first = last;
    while (first > 0 && (kept[first - 1]?.seq ?? 0) > from.seq) first -= 1;
    return kept.slice(first, last + 1).flatMap((step) => step.cause);
  }

  /** Forgets positions that are too old or too many, but never the newest one and never those that are not sent yet. */
  function trim(): void {
    const oldest = newest.at - timing.holdMs;
    let drop = Math.max(0, kept.length - 1 - HELD_DELTAS);
    // A position serves until the one after it is too old as well: its state is where the next delta starts.
    while (drop < kept.length - 1 && (kept[drop + 1]?.at ?? Infinity) < oldest) drop += 1;
    while (drop > 0 && (kept[drop]?.seq ?? 0) > sent.seq) drop -= 1;
    if (drop > 0) kept = kept.slice(drop);
  }

  /** The snapshot frame, encoded once per state. */
  function snapshot(ref?: Ref): string {
    if (snapshotBody?.seq !== newest.seq) {
      const { seq, at, state } = newest;
      snapshotBody = { seq, text: JSON.stringify({ channel: name, epoch, seq, at, state }).slice(1) };
    }
    const head = ref === undefined ? '{"type":"snapshot",' : `{"type":"snapshot","ref":${JSON.stringify(ref)},`;
    return head + snapshotBody.text;
  }

  /** The `resumed` frame and the deltas after `since`, or null when that position is not kept. */
  function resume(since: Since, ref?: Ref): readonly string[] | null {
    if (since.epoch !== epoch) return null;
    const at = kept.findIndex((step) => step.seq === since.seq);
    const from = kept[at];
    if (!from) return null;
    const frames = [
      JSON.stringify({ type: 'resumed', channel: name, ...(ref === undefined ? {} : { ref }), epoch, seq: since.seq }),
    ];
    const missed = kept.slice(at);
    // One by one while they are few. A long absence is one delta.
    if (missed.length > 101) frames.push(deltaFrame(from, newest));
    else {
      for (const [index, step] of missed.entries()) {
        const next = missed[index + 1];
        if (next) frames.push(deltaFrame(step, next));
      }
    }
    return frames;
  }

  /**
   * The frames for a subscriber that joined at `at` (ms since 1970): the snapshot of that time, or the oldest one that
   * is kept, and each delta after it.
   */
  function since(at: number): readonly string[] {
    const steps = kept.slice(
      Math.max(
        0,
        kept.findLastIndex((step) => step.at <= at),
      ),
    );
    return steps.map((step, index) => {
      const before = steps[index - 1];
      if (before) return deltaFrame(before, step);
      return JSON.stringify({ type: 'snapshot', channel: name, epoch, seq: step.seq, at: step.at, state: step.state });
    });
  }

  /** The heartbeat frame of the newest state. */
  function heartbeat(now: number): string {
    if (options.hashed && hash?.seq !== newest.seq) {
      hash = { seq: newest.seq, text: hashOf(newest.state) };
    }
    return JSON.stringify({ type: 'heartbeat', channel: name, epoch, seq: newest.seq, hash: hash?.text, at: now });
  }

  /** Starts a new sequence: the store went back behind what was shown. Every subscriber gets a snapshot. */
  function restart(nextEpoch: string, step: Step): void {
    clearTimeout(gathering);
    gathering = undefined;
    epoch = nextEpoch;
    kept = [step];
    newest = step;
    sent = step;
    snapshotBody = undefined;
    hash = undefined;
    if (subscribers > 0) publish(name, snapshot(), 'snapshot');
  }

  return {
    name,
    advance,
    flush,
    snapshot,
    resume,
    since,
    heartbeat,
    restart,
    /** The strong ETag of the newest state: epoch and seq. */
    tag: (): string => `"${epoch}-${newest.seq}"`,
    newest: (): Step => newest,
    epoch: (): string => epoch,
    subscribers: (): number => subscribers,
    /** When a frame last left, on the clock of `performance.now()`. */
    sentAt: (): number => sentAt,
    joined(): void {
      subscribers += 1;
    },
    left(): void {
      subscribers -= 1;
    },
    stop(): void {
      clearTimeout(gathering);
    },
  };
}

/** The state's hash as the heartbeats carry it (P36). */
export function hashOf(state: ChannelState): string {
  return createHash('sha256').update(canonicalJson(state)).digest('hex').slice(0, 16);
}
