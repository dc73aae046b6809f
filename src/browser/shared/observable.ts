// A value that changes, and its listeners.
import { useEffect, useState } from 'preact/hooks';

export type Observable<T> = {
  get(): T;
  set(value: T): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
};

/** Calls its listeners when the value is another one, by `Object.is`. */
export function observable<T>(initial: T): Observable<T> {
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

/** Returns the value of `cell`, and draws the component again whenever it changes. */
export function useObservable<T>(cell: Observable<T>): T {
  const [, redraw] = useState({});
  const value = cell.get();
  useEffect(() => {
    // The value may have changed between drawing and subscribing.
    if (!Object.is(cell.get(), value)) redraw({});
    return cell.subscribe(() => redraw({}));
  }, [cell]);
  return value;
}
