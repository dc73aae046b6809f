// Values that change as time passes.
import { useEffect, useRef, useState } from 'preact/hooks';

/** A second on the board is late by at most this, which people do not notice, ms. */
const TICK_MS = 50;

/** All checks that run on the one shared timer. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((one) => one()), TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the value of `read` now, and draws the component again whenever that value changes. */
export function useTick<T extends string | number | boolean | null>(read: () => T): T {
  const latest = useRef(read);
  latest.current = read;
  const value = read();
  const [, redraw] = useState(value);
  useEffect(() => onTick(() => redraw(latest.current())), []);
  return value;
}

/** Draws the component again each minute: a time of tomorrow loses its date at midnight. `now`: ms since 1970. */
export const useMinutes = (now: () => number): void => void useTick(() => Math.floor(now() / 60_000));
