// A channel on this node: the newest state, the deltas of the last minutes for subscribers that come back (kept-deltas.ts), and
// the frames to send. Updates in quick succession are sent as one delta.
import { createHash } from 'node:crypto';
import type { AnyState } from '../../protocol/wire/air.ts';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import type { Ref, Since } from '../../protocol/wire/up.ts';
import type { FlushBudget } from './flush-budget.ts';
import { deltaFrame, openKeptDeltas, type Step } from './kept-deltas.ts';
import { KEPT_BYTES_MAX, KEPT_DELTAS_MAX, type Timing } from './timing.ts';

export type PublishedKind = 'delta' | 'snapshot' | 'heartbeat';

/** Sends one frame to every subscriber of a channel, synchronously. */
export type Publish = (channel: AnyChannel, frame: string, kind: PublishedKind) => void;

export type LiveChannel = ReturnType<typeof openChannel>;

/** What all channels of a node share. */
export type ChannelDeps = { readonly publish: Publish; readonly flushBudget: FlushBudget; readonly timing: Timing };

/** Serves a channel, starting at the given position. `hashed`: heartbeats carry the state's hash (feeds have none). */
export function openChannel(
  name: AnyChannel,
  start: { readonly epoch: string; readonly step: Step },
  { publish, flushBudget, timing }: ChannelDeps,
  options: { readonly hashed: boolean },
) {
  const limits = { deltas: KEPT_DELTAS_MAX, ms: timing.keepMs, bytes: KEPT_BYTES_MAX };
  let epoch = start.epoch;
  let kept = openKeptDeltas(name, start.step, limits);
  let newest = start.step;
  /** Position of the last frame sent. */
  let sent = start.step;
  /** The steps after it that wait for the next frame. */
  let unsent: readonly Step[] = [];
  let sentAt = -Infinity;
  let gathering: NodeJS.Timeout | undefined;
  let subscribers = 0;
  let snapshotBody: { readonly seq: number; readonly text: string } | undefined;
  let hash: { readonly seq: number; readonly text: string } | undefined;

  /** Adds the next states, in order, and publishes them: at once, or together with the states of the next milliseconds. */
  function advance(steps: readonly Step[]): void {
    const last = steps.at(-1);
    if (!last) return;
    for (const step of steps) kept.push(step);
    newest = last;
    unsent = [...unsent, ...steps];
    if (gathering) return;
    const wait = isCrowded() ? flushBudget.waitMs(sentAt) : 0;
    if (wait > 0) {
      gathering = setTimeout(flush, wait);
      return;
    }
    const frame = nextFrame();
    if (frame !== null) publish(name, frame, 'delta');
  }

  const isCrowded = (): boolean => subscribers > timing.eagerSubscribers;

  /** Sends the waiting steps. A subscriber that joins right after it needs no older step. */
  function flush(): void {
    const frame = nextFrame();
    if (frame !== null) publish(name, frame, 'delta');
  }

  /** One delta of all unsent steps, which count as sent from now on. Null when there are no such steps or no subscribers. */
  function nextFrame(): string | null {
    clearTimeout(gathering);
    gathering = undefined;
    if (unsent.length === 0) return null;
    const steps = unsent;
    const before = sent;
    unsent = [];
    sent = newest;
    if (subscribers === 0) return null;
    if (isCrowded()) flushBudget.measure();
    sentAt = performance.now();
    if (steps.length === 1) return kept.newest();
    const cause = steps.flatMap((step) => step.cause);
    return deltaFrame(name, before, newest, cause);
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
    const deltas = since.epoch === epoch ? kept.after(since.seq) : null;
    if (!deltas) return null;
    const { seq } = since;
    return [
      JSON.stringify({ type: 'resumed', channel: name, ...(ref === undefined ? {} : { ref }), epoch, seq }),
      ...deltas,
    ];
  }

  /**
   * The frames for a subscriber that joined at `at` (ms since 1970): the snapshot of that time, or the oldest one that
   * is kept, and each delta after it.
   */
  function since(at: number): readonly string[] {
    if (newest.at <= at) return [snapshot()];
    const { state, deltas, ...position } = kept.since(at);
    const head = JSON.stringify({ type: 'snapshot', channel: name, epoch, ...position }).slice(0, -1);
    return [`${head},"state":${state}}`, ...deltas];
  }

  /** The heartbeat frame of the newest state. */
  function heartbeat(now: number): string {
    if (options.hashed && hash?.seq !== newest.seq) {
      hash = { seq: newest.seq, text: hashOf(newest.state) };
    }
    return JSON.stringify({ type: 'heartbeat', channel: name, epoch, seq: newest.seq, hash: hash?.text, at: now });
  }

  /** Starts a new sequence because the store is older than the shown state. Every subscriber gets a snapshot. */
  function restart(nextEpoch: string, step: Step): void {
    clearTimeout(gathering);
    gathering = undefined;
    epoch = nextEpoch;
    kept = openKeptDeltas(name, step, limits);
    newest = step;
    sent = step;
    unsent = [];
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
    /** Estimate of the bytes kept for subscribers that come back. */
    keptBytes: (): number => kept.bytes(),
    epoch: (): string => epoch,
    subscribers: (): number => subscribers,
    /** Time of the last frame, on the clock of `performance.now()`. */
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
export function hashOf(state: AnyState): string {
  return createHash('sha256').update(canonicalJson(state)).digest('hex').slice(0, 16);
}
