// What changes because time passes.
import { useEffect, useRef, useState } from 'preact/hooks';

/** Four looks a second: a second on the board is never late by more than a person notices. */
const LOOK_EVERY_MS = 250;

/** The value of `read` now; the component is drawn again whenever it changes. */
export function useTick<T extends string | number | boolean | null>(read: () => T): T {
  const latest = useRef(read);
  latest.current = read;
  const value = read();
  const [, redraw] = useState(value);
  useEffect(() => {
    const timer = setInterval(() => redraw(latest.current()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return value;
}
