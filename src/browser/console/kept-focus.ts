// A part of the page that goes takes the focus with it. The keyboard and the screen reader go on beside it.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** For a part that may go while one of its buttons has the focus. `next`: what gets the focus then. */
export function useKeptFocus<T extends HTMLElement>(next: (part: T) => HTMLElement | null | undefined) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    return () => {
      // Without a jump of the page, which a finger would not expect.
      if (part?.contains(document.activeElement)) next(part)?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

/**
 * For a part whose buttons change, with their steps in `data-step`. The focus of a button that goes stays with its step, or goes to the
 * first button.
 */
export function useStepFocus<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const { activeElement } = document;
  const before = activeElement instanceof HTMLElement && ref.current?.contains(activeElement) ? activeElement : null;
  useLayoutEffect(() => {
    // The focus of a dialog that closes is back already.
    if (before === null || before.isConnected || document.activeElement !== document.body) return;
    const buttons = [...(ref.current?.querySelectorAll('button') ?? [])];
    const same = buttons.find(({ dataset }) => dataset['step'] === before.dataset['step']);
    (same ?? buttons[0])?.focus({ preventScroll: true });
  });
  return ref;
}

/** The heading of the history, above what the last press has changed. */
export const historyHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('.history h2');
