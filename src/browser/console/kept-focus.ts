// A part of the page that goes takes the focus with it. The keyboard and the screen reader go on beside it.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Without a jump of the page, which a finger would not expect. */
const focusOn = (element: HTMLElement | null | undefined): void => element?.focus({ preventScroll: true });

/** For a part that may go while one of its buttons has the focus. `next`: what gets the focus then. */
export function useKeptFocus<T extends HTMLElement>(next: (part: T) => HTMLElement | null | undefined) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    return () => {
      if (part?.contains(document.activeElement)) focusOn(next(part));
    };
  }, []);
  return ref;
}

/** For a part whose buttons change. The focus of a button that goes is given to the first one. */
export function useStepFocus<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const { activeElement: before } = document;
  const hadFocus = ref.current?.contains(before);
  useLayoutEffect(() => {
    // The focus of a dialog that closes is back already.
    if (hadFocus && !before?.isConnected && document.activeElement === document.body)
      focusOn(ref.current?.querySelector('button'));
  });
  return ref;
}

/** After a change that took the part with the focus away, it goes to the first `place`. `isAlways`: also where it was not lost. */
export function useFocusAfter(change: unknown, place: string, isAlways = false): void {
  const isFirst = useRef(true);
  const { activeElement: before } = document;
  useLayoutEffect(() => {
    // A page that is loading has no focus to lose.
    const isLost = before !== document.body && document.activeElement === document.body;
    if (!isFirst.current && (isAlways || isLost)) focusOn(document.querySelector<HTMLElement>(place));
    isFirst.current = false;
  }, [change]);
}

/** The heading of the history, above what the last press has changed. */
export const historyHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('.history h2');
