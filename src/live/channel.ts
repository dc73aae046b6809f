// A channel on this node: the newest state, the deltas of the last minutes for subscribers that come back (kept-deltas.ts), and
// the frames to send. Updates in quick succession are sent as one delta. While its match is dormant, a channel has only its position,
// its hash and its subscribers; it wakes the match when a state is needed.
import { createHash } from 'node:crypto';
import type { AnyState } from '../../protocol/wire/air.ts';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import type { Ref, Since } from '../../protocol/wire/up.ts';
import type { FlushBudget } from './flush-budget.ts';
import { deltaFrame } from './delta-frame.ts';
import { type KeptDeltas, type Moment, openKeptDeltas, type SealedDeltas, type Step } from './kept-deltas.ts';
import type { StoredPosition } from '../store/log/positions.ts';
import { KEPT_BYTES_MAX, KEPT_DELTAS_MAX, type Timing } from './timing.ts';

type PublishedKind = 'delta' | 'snapshot' | 'heartbeat';

/** Sends one frame to every subscriber of a channel, synchronously. */
export type Publish = (channel: AnyChannel, frame: string, kind: PublishedKind) => void;

/** A frame to one subscriber: its text, or its bytes where many get the same. */
export type Frame = string | Buffer;

export type LiveChannel = ReturnType<typeof openChannel>;

/** A channel with subscribers. `isLive`: a match that it shows is being played. */
export type WatchedChannel = { readonly channel: LiveChannel; readonly isLive: boolean };

/** What all channels of a node share. */
export type ChannelDeps = { readonly publish: Publish; readonly flushBudget: FlushBudget; readonly timing: Timing };

/** The deltas of a channel whose match is dormant. */
type Asleep = { readonly sealed: SealedDeltas; readonly wake: () => Moment };

/** How the text of a snapshot begins. */
const SNAPSHOT = '{"type":"snapshot",';

/** Serves a channel, starting at the given position. `hashed`: heartbeats carry the state's hash (feeds have none). */
export function openChannel(
  name: AnyChannel,
  start: { readonly epoch: string; readonly step: Step },
  { publish, flushBudget, timing }: ChannelDeps,
  options: { readonly hashed: boolean },
) {
  const limits = { deltas: KEPT_DELTAS_MAX, ms: timing.keepMs, bytes: KEPT_BYTES_MAX };
  let { epoch } = start;
  let { seq, at } = start.step;
  let kept: KeptDeltas | Asleep = openKeptDeltas(name, start.step, limits);
  /** The steps that wait for the next frame, and the position before them, which was sent. */
  let unsent: { readonly from: Moment; readonly steps: readonly Step[] } | null = null;
  let sentAt = -Infinity;
  let gathering: NodeJS.Timeout | undefined;
  let subscribers = 0;
  let isEnded = false;
  /** The newest snapshot that was asked for. Its bytes are kept for a crowd only: many matches have one subscriber. */
  let snapshotBytes: { readonly seq: number; bytes: Buffer | null } | undefined;
  let hash: { readonly seq: number; readonly text: string } | undefined;

  /** The kept deltas; a dormant match wakes for them. */
  function awake(): KeptDeltas {
    return 'wake' in kept ? wake(kept.wake()) : kept;
  }

  /** Continues with the newest state, which a dormant match has again. */
  function wake(newest: Moment): KeptDeltas {
    if ('wake' in kept) kept = openKeptDeltas(name, newest, limits, kept.sealed);
    return kept;
  }

  /**
   * Adds the next states, in order, and publishes them: at once, or together with the states of the next milliseconds.
   * `isMoreComing`: the next change of the match is being stored.
   */
  function advance(steps: readonly Step[], isMoreComing = false): void {
    const last = steps.at(-1);
    if (!last) return;
    const deltas = awake();
    unsent = { from: unsent?.from ?? deltas.moment(), steps: unsent ? [...unsent.steps, ...steps] : steps };
    for (const step of steps) deltas.push(step);
    ({ seq, at } = last);
    const wait = isCrowded() ? flushBudget.waitMs(sentAt, isMoreComing) : 0;
    if (wait > 0) {
      gathering ??= setTimeout(flush, wait);
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
    if (unsent === null) return null;
    const { from, steps } = unsent;
    unsent = null;
    if (subscribers === 0) return null;
    if (isCrowded()) flushBudget.measure();
    sentAt = performance.now();
    if (steps.length === 1) return awake().newest();
    const cause = steps.flatMap((step) => step.cause);
    return deltaFrame(name, from, awake().moment(), cause);
  }

  /** The snapshot frame. From the second subscriber of a state on, all get the same bytes. */
  function snapshot(ref?: Ref): Buffer {
    const bytes = newestSnapshot();
    if (ref === undefined) return bytes;
    return Buffer.concat([Buffer.from(`${SNAPSHOT}"ref":${JSON.stringify(ref)},`), bytes.subarray(SNAPSHOT.length)]);
  }

  function newestSnapshot(): Buffer {
    if (snapshotBytes?.seq === seq) return (snapshotBytes.bytes ??= encodedSnapshot());
    snapshotBytes = { seq, bytes: null };
    return encodedSnapshot();
  }

  function encodedSnapshot(): Buffer {
    const { state } = awake().moment();
    return Buffer.from(JSON.stringify({ type: 'snapshot', channel: name, epoch, seq, at, state }));
  }

  /** Prepares the answer to a subscriber in pieces: it yields after each. */
  function* prepare(since: Since | undefined): Generator<void, void> {
    const deltas = awake();
    yield;
    if (since?.epoch === epoch) yield* deltas.open(since.seq);
  }

  /** The `resumed` frame and the deltas after `since`, or null when that position is not kept. Call it after `prepare`. */
  function resume(since: Since, ref?: Ref): readonly string[] | null {
    const deltas = since.epoch === epoch ? awake().after(since.seq) : null;
    if (!deltas) return null;
    const from = { epoch, seq: since.seq };
    return [
      JSON.stringify({ type: 'resumed', channel: name, ...(ref === undefined ? {} : { ref }), ...from }),
      ...deltas,
    ];
  }

  /** Prepares `since` in pieces: it yields after each. */
  function* prepareSince(time: number): Generator<void, void> {
    const deltas = awake();
    yield;
    if (at > time) yield* deltas.openAt(time);
  }

  /**
   * The frames for a subscriber that joined at `time` (ms since 1970): the snapshot of that time, or the oldest one that
   * is kept, and each delta after it. Call it after `prepareSince`.
   */
  function since(time: number): readonly string[] {
    if (at <= time) return [snapshot().toString()];
    const { state, deltas, ...position } = awake().since(time);
    const head = JSON.stringify({ type: 'snapshot', channel: name, epoch, ...position }).slice(0, -1);
    return [`${head},"state":${state}}`, ...deltas];
  }

  /** The heartbeat frame of the newest state. */
  function heartbeat(now: number): string {
    makeHash();
    return JSON.stringify({ type: 'heartbeat', channel: name, epoch, seq, hash: hash?.text, at: now });
  }

  /** Once per state. */
  function makeHash(): void {
    if (options.hashed && hash?.seq !== seq) hash = { seq, text: hashOf(awake().moment().state) };
  }

  /** Drops the kept deltas: subscribers that come back get a snapshot. */
  function forget(): void {
    flush();
    kept = openKeptDeltas(name, awake().moment(), limits);
  }

  /** Starts a new sequence because the store is older than the shown state. Every subscriber gets a snapshot. */
  function restart(nextEpoch: string, step: Step): void {
    clearTimeout(gathering);
    gathering = undefined;
    epoch = nextEpoch;
    kept = openKeptDeltas(name, step, limits);
    ({ seq, at } = step);
    unsent = null;
    snapshotBytes = undefined;
    hash = undefined;
    if (subscribers === 0) return;
    // A full socket that misses the snapshot gets one when it drains.
    sentAt = performance.now();
    publish(name, snapshot().toString(), 'snapshot');
  }

  /** Prepares `sleep` in pieces: it yields after each. It ends at once while a step waits to be sent: its text is needed. */
  function* seal(): Generator<void, void> {
    if (unsent !== null) return;
    yield* awake().seal();
    if (subscribers > 0) makeHash();
    yield;
  }

  /** Gives up all states. `wakeMatch` is called when one is needed, and returns the newest position and its state. */
  function sleep(wakeMatch: () => Moment): void {
    kept = { sealed: awake().sealed(), wake: wakeMatch };
    snapshotBytes = undefined;
  }

  return {
    name,
    seal,
    sleep,
    wake,
    /** No step waits to be sent. */
    isQuiet: (): boolean => unsent === null,
    advance,
    flush,
    forget,
    snapshot,
    prepare,
    resume,
    prepareSince,
    since,
    heartbeat,
    restart,
    /** The strong ETag of the newest state: epoch and seq. */
    tag: (): string => `"${epoch}-${seq}"`,
    newest: (): Moment => awake().moment(),
    position: (): StoredPosition => ({ epoch, seq, at }),
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
    /** It has no states any more: its match has vanished. One that is made again has another channel. */
    end(): void {
      clearTimeout(gathering);
      isEnded = true;
    },
    isEnded: (): boolean => isEnded,
  };
}

/** The state's hash as the heartbeats carry it (P36). */
export function hashOf(state: AnyState): string {
  return createHash('sha256').update(canonicalJson(state)).digest('hex').slice(0, 16);
}
