// Shows a match some seconds late, for streams that run behind. It holds each state until the state is old enough.
// Entries cancelled in the meantime are never shown.
//
// A freshly loaded page receives the newest state. If that state is already old enough, it is shown at once. If it is
// younger, the page needs the state before it. The server does not send that one, so the page reads it from the
// browser's storage: the page before the reload saved its states there, with the time until which they were the newest.
// If the storage does not help, the page shows nothing until the state is old enough, because it must not show anything
// newer.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { readFrame } from '../../../protocol/client/frame.ts';
import type { Cause } from '../../../protocol/wire/down.ts';
import type { StateUpdate } from './follow.ts';
import { showsCancelled } from './cancelled-events.ts';

/** The part of the browser's storage that the delay uses. */
export type DelayStorage = Pick<Storage, 'getItem' | 'setItem'>;

export type Delay = {
  take(update: StateUpdate): void;
  /** ms until a state can be shown; null when a state is already shown, or none is waiting. */
  waitMs(): number | null;
  stop(): void;
};

/** The clock may be corrected during a long wait, so the wait is checked again after this time, ms. */
const LOOK_AGAIN_MS = 1_000;

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

  function take(update: StateUpdate): void {
    if (delayMs === 0) {
      newest = shown = update;
      show(update);
      return;
    }
    if (newest === null) recall(update);
    const isSame = newest?.epoch === update.epoch;
    // A new subscription repeats the same position, perhaps with corrections.
    if (isSame && newest !== null && update.seq <= newest.seq) waiting = waiting.filter(({ seq }) => seq < update.seq);
    // Another epoch: the server was restored from a backup, so the states held here are no longer valid.
    waiting = isSame ? joined(update) : [update];
    newest = update;
    keep();
    pump();
  }

  /** The waiting states that stay true, then `update`. A dropped state passes its causes to the state after it. */
  function joined(update: StateUpdate): readonly StateUpdate[] {
    const kept: StateUpdate[] = [];
    let untold: readonly Cause[] = [];
    for (const one of [...waiting, update]) {
      const cause = [...untold, ...one.cause];
      const isLeftOut = one !== update && showsCancelled(shown?.state ?? null, one.state, update.state);
      if (!isLeftOut) kept.push({ ...one, cause });
      untold = isLeftOut ? cause : [];
    }
    return kept;
  }

  function pump(): void {
    clearTimeout(timer);
    const [next, ...rest] = waiting;
    if (next !== undefined && due(next) <= 0) {
      waiting = rest;
      shown = next;
      show(next);
      pump();
      return;
    }
    if (storage !== null && newest !== null) storeTime();
    const wait = next === undefined ? LOOK_AGAIN_MS : Math.min(LOOK_AGAIN_MS, due(next));
    if (next !== undefined || storage !== null) timer = setTimeout(pump, wait);
  }

  const due = ({ at }: StateUpdate): number => at + delayMs - now();

  const framesKey = `touchline.shown:${channel}`;
  const untilKey = `touchline.until:${channel}`;

  function keep(): void {
    if (storage === null) return;
    const frames = [...(shown === null ? [] : [shown]), ...waiting].map(({ epoch, seq, at, state }) =>
      JSON.stringify({ type: 'snapshot', channel, epoch, seq, at, state }),
    );
    put(framesKey, JSON.stringify(frames));
    storeTime();
  }
  /** Stores the time until which the last state was the newest. */
  function storeTime(): void {
    put(untilKey, String(Math.floor(now())));
  }
  function put(key: string, value: string): void {
    try {
      storage?.setItem(key, value);
    } catch (error) {
      // Storage is full or forbidden. After a reload the page then waits for the delay.
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** Restores the states of the page before the reload, if they reach back `delayMs`. */
  function recall(update: StateUpdate): void {
    if (storage === null || due(update) <= 0) return;
    const until = Number(storage.getItem(untilKey));
    if (!(until >= now() - delayMs)) return;
    waiting = framesOf(storage.getItem(framesKey)).flatMap((frame) =>
      frame.epoch === update.epoch && frame.seq < update.seq
        ? [{ kind: 'state', channel, epoch: frame.epoch, seq: frame.seq, at: frame.at, state: frame.state, cause: [] }]
        : [],
    );
    const past = waiting.filter((one) => due(one) <= 0);
    // Of the states that are old enough, keep only the newest. The page before the reload has shown the others.
    waiting = waiting.slice(Math.max(0, past.length - 1));
    newest = waiting.at(-1) ?? null;
    shown = past.at(-1) ?? null;
    if (shown !== null) {
      waiting = waiting.slice(1);
      show(shown);
    }
  }

  return {
    take,
    waitMs: () => (shown === null && waiting[0] !== undefined ? Math.max(0, due(waiting[0])) : null),
    stop: () => clearTimeout(timer),
  };
}

type KeptFrame = { epoch: string; seq: number; at: number; state: ChannelState };

function framesOf(kept: string | null): readonly KeptFrame[] {
  const list = parsed(kept ?? '[]');
  if (!Array.isArray(list)) return [];
  return list.flatMap((text: unknown) => {
    const frame = readFrame(text);
    return frame?.type === 'snapshot' ? [frame] : [];
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
