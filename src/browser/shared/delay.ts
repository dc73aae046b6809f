// Shows a match some seconds late, for streams that run behind. It holds each state until the state is old enough.
// Entries cancelled in the meantime are never shown.
//
// A freshly loaded page receives the newest state. If that state is already old enough, it is shown at once. If it is
// younger, the page needs the state before it. The server does not send that one, so the page reads it from the
// browser's storage: the page before the reload saved its states there, with the time until which they were the newest.
// If the storage does not help, the page shows nothing until the state is old enough, because it must not show anything
// newer.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { Cause, SnapshotFrame } from '../../../protocol/wire/down.ts';
import { readFrame } from '../../../protocol/client/frame.ts';
import type { StateUpdate } from './follow.ts';
import { showsCancelled } from './cancelled-events.ts';

/** The part of the browser's storage that the delay uses. */
export type DelayStorage = Pick<Storage, 'getItem' | 'setItem'>;

export type Delay = {
  add(update: StateUpdate): void;
  /** ms until a state can be shown; null when a state is already shown, or none is waiting. */
  waitMs(): number | null;
  stop(): void;
};

/** The clock may be corrected during a long wait, so the wait is checked again after this time, ms. */
const RECHECK_MS = 1_000;

/** Calls `show` with each state when it is `delayMs` old by `now`, the server's time in ms since 1970. */
export function openDelay(options: {
  readonly channel: string;
  readonly delayMs: number;
  readonly now: () => number;
  readonly show: (update: StateUpdate) => void;
  readonly storage?: DelayStorage | null;
}): Delay {
  const { channel, delayMs, now, show, storage = null } = options;
  let shown: StateUpdate | null = null;
  let waiting: readonly StateUpdate[] = [];
  let newest: StateUpdate | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function add(update: StateUpdate): void {
    if (delayMs === 0) {
      newest = shown = update;
      show(update);
      return;
    }
    if (newest === null) restore(update);
    const isSame = newest?.epoch === update.epoch;
    // A new subscription repeats the same position, perhaps with corrections.
    if (isSame && newest !== null && update.seq <= newest.seq) waiting = waiting.filter(({ seq }) => seq < update.seq);
    // Another epoch: the server was restored from a backup, so the states held here are no longer valid.
    waiting = isSame ? withUpdate(update) : [update];
    newest = update;
    save();
    showDue();
  }

  /** The waiting states that stay true, then `update`. A dropped state passes its causes to the state after it. */
  function withUpdate(update: StateUpdate): readonly StateUpdate[] {
    const remaining: StateUpdate[] = [];
    let droppedCauses: readonly Cause[] = [];
    for (const one of [...waiting, update]) {
      const cause = [...droppedCauses, ...one.cause];
      const isDropped = one !== update && showsCancelled(shown?.state ?? null, one.state, update.state);
      if (!isDropped) remaining.push({ ...one, cause });
      droppedCauses = isDropped ? cause : [];
    }
    return remaining;
  }

  function showDue(): void {
    clearTimeout(timer);
    const [next, ...rest] = waiting;
    if (next !== undefined && dueInMs(next) <= 0) {
      waiting = rest;
      shown = next;
      show(next);
      showDue();
      return;
    }
    if (storage !== null && newest !== null) storeTime();
    const wait = next === undefined ? RECHECK_MS : Math.min(RECHECK_MS, dueInMs(next));
    if (next !== undefined || storage !== null) timer = setTimeout(showDue, wait);
  }

  const dueInMs = ({ at }: StateUpdate): number => at + delayMs - now();

  const framesKey = `touchline.shown:${channel}`;
  const untilKey = `touchline.until:${channel}`;

  function save(): void {
    if (storage === null) return;
    const frames = [...(shown === null ? [] : [shown]), ...waiting].map(({ epoch, seq, at, state }) =>
      JSON.stringify({ type: 'snapshot', channel, epoch, seq, at, state }),
    );
    setItem(framesKey, JSON.stringify(frames));
    storeTime();
  }
  /** Stores the time until which the last state was the newest. */
  function storeTime(): void {
    setItem(untilKey, String(Math.floor(now())));
  }
  function setItem(key: string, value: string): void {
    try {
      storage?.setItem(key, value);
    } catch (error) {
      // Storage is full or forbidden. After a reload the page then waits for the delay.
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** Restores the states of the page before the reload, if they reach back `delayMs`. */
  function restore(update: StateUpdate): void {
    if (storage === null || dueInMs(update) <= 0) return;
    const until = Number(storage.getItem(untilKey));
    if (!(until >= now() - delayMs)) return;
    waiting = framesOf(storage.getItem(framesKey)).flatMap((frame) =>
      frame.epoch === update.epoch && frame.seq < update.seq
        ? [{ kind: 'state', channel, epoch: frame.epoch, seq: frame.seq, at: frame.at, state: frame.state, cause: [] }]
        : [],
    );
    const old = waiting.filter((one) => dueInMs(one) <= 0);
    // Of the states that are old enough, keep only the newest. The page before the reload has shown the others.
    waiting = waiting.slice(Math.max(0, old.length - 1));
    newest = waiting.at(-1) ?? null;
    shown = old.at(-1) ?? null;
    if (shown !== null) {
      waiting = waiting.slice(1);
      show(shown);
    }
  }

  return {
    add: add,
    waitMs: () => (shown === null && waiting[0] !== undefined ? Math.max(0, dueInMs(waiting[0])) : null),
    stop: () => clearTimeout(timer),
  };
}

/** The page stores frames of games, matches and feeds only. */
type StoredFrame = Omit<SnapshotFrame, 'state'> & { readonly state: ChannelState };

function framesOf(stored: string | null): readonly StoredFrame[] {
  const list = parsed(stored ?? '[]');
  if (!Array.isArray(list)) return [];
  return list.flatMap((text: unknown) => {
    const frame = readFrame(text);
    return frame?.type === 'snapshot' && frame.state.kind !== 'air' ? [{ ...frame, state: frame.state }] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
