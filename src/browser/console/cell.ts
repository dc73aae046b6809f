// One value that changes, and who wants to know.
import { useEffect, useState } from 'preact/hooks';

export type Cell<T> = {
  get(): T;
  set(value: T): void;
  /** Returns what ends it. */
  subscribe(listener: () => void): () => void;
};

export function openCell<T>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** The value of `cell`; the component is drawn again whenever it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [, redraw] = useState({});
  const value = cell.get();
  useEffect(() => {
    // It may have changed between drawing and now.
    if (!Object.is(cell.get(), value)) redraw({});
    return cell.subscribe(() => redraw({}));
  }, [cell]);
  return value;
}
