// What changes because time passes.
import { useEffect, useRef, useState } from 'preact/hooks';

/** A second on the board is never late by more than a person notices. */
const LOOK_EVERY_MS = 50;

/** Everything that is looked at again and again, on one timer. */
const looks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function lookAgain(look: () => void): () => void {
  looks.add(look);
  timer ??= setInterval(() => looks.forEach((one) => one()), LOOK_EVERY_MS);
  return () => {
    looks.delete(look);
    if (looks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The value of `read` now; the component is drawn again whenever it changes. */
export function useTick<T extends string | number | boolean | null>(read: () => T): T {
  const latest = useRef(read);
  latest.current = read;
  const value = read();
  const [, redraw] = useState(value);
  useEffect(() => lookAgain(() => redraw(latest.current())), []);
  return value;
}
