// One channel as a subscriber follows it: the four rules of P34. A pure step decides what a frame does to the current state.
// The shell around it sends the subscribes and runs the timers.
import type { AnyState } from '../wire/air.ts';
import type { ChannelState } from '../wire/board.ts';
import { type Sha256, stateHash } from '../wire/canonical-json.ts';
import type { ChannelFrame, ErrorFrame } from './link.ts';
import type { ClientTiming } from './timing.ts';
import { backoffDelay } from './backoff.ts';
import type { Cause, DeltaFrame, HeartbeatFrame } from '../wire/down.ts';
import { mergePatch } from '../wire/merge-patch.ts';
import type { Since } from '../wire/up.ts';

/** The position and state that a subscriber has of a channel. `at`: server time of the commit, ms since 1970, where it is known. */
export type CurrentState = {
  readonly epoch: string;
  readonly seq: number;
  readonly state: AnyState;
  readonly at?: number | undefined;
};

/** `State`: the states of the channel; those of games, matches and feeds, if the channel is not named. */
export type ChannelUpdate<State = ChannelState> =
  | {
      readonly kind: 'state';
      readonly channel: string;
      /** Unchanged parts keep their identity from one update to the next. */
      readonly state: State;
      readonly epoch: string;
      readonly seq: number;
      /** Server time of the commit, ms since 1970. */
      readonly at: number;
      /** What happened; empty for a snapshot, which replaces the whole state. */
      readonly cause: readonly Cause[];
    }
  /** The channel ended: the token may not, or may no longer, read it, or its name is malformed. */
  | {
      readonly kind: 'refused';
      readonly channel: string;
      readonly code: 'forbidden' | 'invalid';
      readonly message: string;
      readonly hint: string | null;
    };

/** An update of any channel. */
export type AnyUpdate = ChannelUpdate<AnyState>;

/** The effect of a delta. `old`: the client ignores it. `next`: the new state. `gap`: a delta before it is missing. */
export function stepDelta(current: CurrentState, delta: DeltaFrame): 'old' | 'gap' | { readonly next: CurrentState } {
  if (delta.seq <= current.seq) return 'old';
  if ((delta.from ?? delta.seq - 1) !== current.seq) return 'gap';
  return { next: { epoch: current.epoch, seq: delta.seq, state: mergePatch(current.state, delta.patch) } };
}

export type FollowedChannel = ReturnType<typeof followChannel>;

/** Follows one channel. `ask` sends a subscribe with the given `ref`; nothing is sent before `connected()`. */
export function followChannel(
  channel: string,
  options: {
    /** `state`: what the client has at `since`. */
    readonly ask: (ref: number, since: Since | null, state?: AnyState) => void;
    readonly nextRef: () => number;
    readonly emit: (update: AnyUpdate) => void;
    readonly sha256: Sha256 | null;
    readonly now: () => number;
    readonly random: () => number;
    readonly timing: ClientTiming;
    /** A state that is known already. Only later changes are emitted. */
    readonly start?: (CurrentState & { readonly at: number }) | undefined;
  },
) {
  const { timing, now, start } = options;
  let current: CurrentState | null = start ?? null;
  let latest = start === undefined ? null : updateOf(start, start.at, []);
  /** The subscribe that waits for its answer. */
  let asked: { readonly ref: number; readonly plain: boolean } | null = null;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let reachTimer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let behindSince: number | null = now();
  /** The position where the hash differed last. A second subscribe at the same position cannot help. */
  let doubted: { readonly epoch: string; readonly seq: number } | null = null;
  let hashed: { readonly state: AnyState; readonly hash: Promise<string> } | null = null;
  let connected = false;
  let ended = false;

  function ask(how: 'since' | 'plain'): void {
    if (ended || !connected) return;
    const plain = how === 'plain' || current === null;
    if (asked && (asked.plain || !plain)) return;
    clearTimeout(askTimer);
    behindSince ??= now();
    asked = { ref: options.nextRef(), plain };
    if (plain || current === null) options.ask(asked.ref, null);
    else options.ask(asked.ref, { epoch: current.epoch, seq: current.seq }, current.state);
    askTimer = setTimeout(() => {
      asked = null;
      ask('plain');
    }, timing.answerMs);
  }
  function answered(): void {
    clearTimeout(askTimer);
    asked = null;
    refusals = 0;
    behindSince = null;
  }

  function take(frame: ChannelFrame): void {
    switch (frame.type) {
      case 'snapshot':
        // That of an earlier subscribe is no answer to the one that waits.
        if (asked === null || (frame.ref ?? asked.ref) === asked.ref) answered();
        advance({ epoch: frame.epoch, seq: frame.seq, state: frame.state }, frame.at, []);
        break;
      case 'resumed':
        takeResumed(frame);
        break;
      case 'delta':
        takeDelta(frame);
        break;
      case 'heartbeat':
        takeHeartbeat(frame);
        break;
      case 'unsubscribed':
        if (frame.reason === 'forbidden') refuse('forbidden', 'The right to read this channel was withdrawn.', null);
    }
  }

  function takeResumed({ ref, epoch }: Extract<ChannelFrame, { type: 'resumed' }>): void {
    if (asked !== null && ref !== asked.ref) return;
    if (current?.epoch === epoch) {
      answered();
      return;
    }
    ask('plain');
  }

  function takeDelta(delta: DeltaFrame): void {
    // The subscribe that waits brings the state.
    if (current === null) return;
    const step = stepDelta(current, delta);
    if (step === 'gap') ask('since');
    else if (step !== 'old') advance(step.next, delta.at, delta.cause);
  }

  function takeHeartbeat(heartbeat: HeartbeatFrame): void {
    if (current?.epoch !== heartbeat.epoch) {
      ask('since');
      return;
    }
    if (heartbeat.seq === current.seq) return void compare(current, heartbeat);
    if (heartbeat.seq < current.seq || reachTimer !== undefined) return;
    behindSince ??= now();
    reachTimer = setTimeout(() => {
      reachTimer = undefined;
      // A snapshot of another epoch is newer than the heartbeat.
      if (current?.epoch === heartbeat.epoch && current.seq < heartbeat.seq) ask('since');
      else if (asked === null) behindSince = null;
    }, timing.reachMs);
  }

  async function compare(mine: CurrentState, heartbeat: HeartbeatFrame): Promise<void> {
    if (heartbeat.hash === undefined || options.sha256 === null) return;
    if (hashed?.state !== mine.state) hashed = { state: mine.state, hash: stateHash(mine.state, options.sha256) };
    const hash = await hashed.hash;
    if (hash === heartbeat.hash || current !== mine) return;
    if (doubted?.epoch === mine.epoch && doubted.seq === mine.seq) return;
    doubted = { epoch: mine.epoch, seq: mine.seq };
    ask('plain');
  }

  function updateOf({ state, epoch, seq }: CurrentState, at: number, cause: readonly Cause[]) {
    return { kind: 'state', channel, state, epoch, seq, at, cause } satisfies AnyUpdate;
  }

  function advance(next: CurrentState, at: number, cause: readonly Cause[]): void {
    current = next;
    latest = updateOf(next, at, cause);
    options.emit(latest);
  }

  /** `forbidden` and `invalid` are final. After any other error the channel subscribes again later. */
  function takeError(error: ErrorFrame): void {
    if (asked === null) return;
    if (error.code === 'forbidden' || error.code === 'invalid') {
      refuse(error.code, error.error, error.hint ?? null);
      return;
    }
    clearTimeout(askTimer);
    const { plain } = asked;
    const wait = backoffDelay(refusals, { baseMs: timing.backoffBaseMs, maxMs: timing.backoffMaxMs }, options.random);
    refusals += 1;
    askTimer = setTimeout(() => {
      asked = null;
      ask(plain ? 'plain' : 'since');
    }, wait);
  }

  function refuse(code: 'forbidden' | 'invalid', message: string, hint: string | null): void {
    stop();
    options.emit({ kind: 'refused', channel, code, message, hint });
  }

  function rest(): void {
    clearTimeout(askTimer);
    clearTimeout(reachTimer);
    reachTimer = undefined;
    asked = null;
  }
  function stop(): void {
    ended = true;
    rest();
  }

  return {
    take,
    takeError,
    stop,
    /** Subscribes on a new connection, with `since` if there is a state already. */
    connected(): void {
      connected = true;
      ask('since');
    },
    disconnected(): void {
      connected = false;
      behindSince ??= now();
      rest();
    },
    awaits: (ref: unknown): boolean => asked !== null && asked.ref === ref,
    latest: () => latest,
    /** Since when (our clock) a change is known to be missing; null while the state is current. */
    behindSince: (): number | null => behindSince,
  };
}
