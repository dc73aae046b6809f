// One channel as this node serves it: the newest state, the states of the last minutes for whoever comes back, and the
// frames that go out. A delta is computed between two states that are held anyway (they share what did not change), so
// any two positions can be bridged, and updates that come close together leave as one.
import { createHash } from 'node:crypto';
import type { ChannelState } from '../../protocol/wire/board.ts';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import type { Channel } from '../../protocol/wire/ids.ts';
import { patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { Ref, Since } from '../../protocol/wire/up.ts';
import { HELD_DELTAS, type Timing } from './timing.ts';

/** Sends one frame to every subscriber of a channel; at once, without waiting. */
export type Publish = (channel: Channel, frame: string) => void;

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
  /** Consecutive; the last one is the newest, the first one has no usable cause. */
  let held: Step[] = [start.step];
  let newest = start.step;
  /** Position of the last frame sent: what follows it is being gathered. */
  let sent = start.step;
  let sentAt = -Infinity;
  let gathering: NodeJS.Timeout | undefined;
  let subscribers = 0;
  let snapshotBody: { readonly seq: number; readonly text: string } | undefined;
  let hash: { readonly seq: number; readonly text: string } | undefined;

  /** Takes the next states, in order, and lets the subscribers know. */
  function advance(steps: readonly Step[]): void {
    const last = steps.at(-1);
    if (!last) return;
    held.push(...steps);
    newest = last;
    trim();
    if (gathering) return;
    const wait = sentAt + timing.gatherMs - performance.now();
    if (subscribers === 0 || wait <= 0) flush();
    else gathering = setTimeout(flush, wait);
  }

  /** Sends what was gathered. Whoever joins right after it needs nothing older. */
  function flush(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (sent.seq === newest.seq) return;
    if (subscribers > 0) {
      publish(name, deltaFrame(sent, newest));
      sentAt = performance.now();
    }
    sent = newest;
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
    const last = held.findLastIndex((step) => step.seq === to.seq);
    let first = last;
    while (first > 0 && (held[first - 1]?.seq ?? 0) > from.seq) first -= 1;
    return held.slice(first, last + 1).flatMap((step) => step.cause);
  }

  /** Forgets positions older than the held time or beyond the held number, never the newest or what is being gathered. */
  function trim(): void {
    const oldest = newest.at - timing.holdMs;
    let drop = Math.max(0, held.length - 1 - HELD_DELTAS);
    // A position serves until the one after it is too old as well: its state is where the next delta starts.
    while (drop < held.length - 1 && (held[drop + 1]?.at ?? Infinity) < oldest) drop += 1;
    while (drop > 0 && (held[drop]?.seq ?? 0) > sent.seq) drop -= 1;
    if (drop > 0) held = held.slice(drop);
  }

  /** The snapshot frame; encoded once per state, however many ask for it. */
  function snapshot(ref?: Ref): string {
    if (snapshotBody?.seq !== newest.seq) {
      const { seq, at, state } = newest;
      snapshotBody = { seq, text: JSON.stringify({ channel: name, epoch, seq, at, state }).slice(1) };
    }
    const head = ref === undefined ? '{"type":"snapshot",' : `{"type":"snapshot","ref":${JSON.stringify(ref)},`;
    return head + snapshotBody.text;
  }

  /** The `resumed` frame and the deltas after `since`, or null when that position is not held. */
  function resume(since: Since, ref?: Ref): readonly string[] | null {
    if (since.epoch !== epoch) return null;
    const at = held.findIndex((step) => step.seq === since.seq);
    const from = held[at];
    if (!from) return null;
    const frames = [
      JSON.stringify({ type: 'resumed', channel: name, ...(ref === undefined ? {} : { ref }), epoch, seq: since.seq }),
    ];
    const missed = held.slice(at);
    // Each in its turn as long as they are few; a long absence is bridged in one step.
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
   * What a subscriber who has been there since `at` (ms since 1970) would have been sent: a snapshot as it was then, or as
   * it was when this node began to hold the channel, and each delta since.
   */
  function since(at: number): readonly string[] {
    const steps = held.slice(
      Math.max(
        0,
        held.findLastIndex((step) => step.at <= at),
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

  /** Starts the sequence anew: the store went back behind what was shown. Every subscriber gets a snapshot. */
  function restart(nextEpoch: string, step: Step): void {
    clearTimeout(gathering);
    gathering = undefined;
    epoch = nextEpoch;
    held = [step];
    newest = step;
    sent = step;
    snapshotBody = undefined;
    hash = undefined;
    if (subscribers > 0) publish(name, snapshot());
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
    /** Strong validator of the newest state: epoch and seq. */
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
