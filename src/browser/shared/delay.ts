// A match as it was some seconds ago, for streams that run behind. States are held until they are old enough; what was
// taken back meanwhile is never shown.
//
// A page that has just loaded is sent the newest state. When that is old enough, it is also the state of then, and is
// shown at once. When it is younger, nobody knows what was before it but the page as it was before the reload: it had
// kept its states in the browser's storage, with the time until which they were the newest. Where that does not help
// either, nothing is shown until the state is old enough, because nothing newer may be.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { readFrame } from '../../../protocol/client/frame.ts';
import type { Cause } from '../../../protocol/wire/down.ts';
import type { StateUpdate } from './follow.ts';
import { showsCancelled } from './cancelled-events.ts';

/** What of the browser's storage is used. */
export type DelayStorage = Pick<Storage, 'getItem' | 'setItem'>;

export type Delay = {
  take(update: StateUpdate): void;
  /** ms until something can be shown; null when there is something, or nothing is known to come. */
  waitMs(): number | null;
  stop(): void;
};

/** The clock is corrected now and then, so a long wait is looked at again, ms. */
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
    // Subscribed anew: the same position once more, perhaps mended.
    if (isSame && newest !== null && update.seq <= newest.seq) waiting = waiting.filter(({ seq }) => seq < update.seq);
    // Another epoch: the server went back to a backup, and what was shown since is no longer so.
    waiting = isSame ? joined(update) : [update];
    newest = update;
    keep();
    pump();
  }

  /** What waits and stays true, and `update`. What happened in a state that is left out is told with the one after it. */
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
  /** Until now there was nothing newer. */
  function storeTime(): void {
    put(untilKey, String(Math.floor(now())));
  }
  function put(key: string, value: string): void {
    try {
      storage?.setItem(key, value);
    } catch (error) {
      // Full or forbidden: then a reload waits.
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** Takes up what the page before this one had, if it knew what was `delayMs` ago. */
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
    // Of those that are old enough only the newest is of use; the page before has shown the others.
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
