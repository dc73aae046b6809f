// Text as large as its box takes. Style sheets can size by the screen, but not by the length of a team's name.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Whole words down to a third of the size; then words may break, as the one thing that is worse is not to see them. */
const TRIES = [
  ...[1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.48, 0.42, 0.37].map((factor) => ({ factor, wrap: 'normal' })),
  ...[0.76, 0.68, 0.6, 0.54, 0.48, 0.42, 0.36, 0.3, 0.24].map((factor) => ({ factor, wrap: 'anywhere' })),
] as const;

/** The ref of an element whose `--fit` (a factor for its font size) follows its text and its size. */
export function useFit<T extends HTMLElement>(text: string) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const fit = (): void => {
      for (const { factor, wrap } of TRIES) {
        element.style.setProperty('--fit', String(factor));
        element.style.overflowWrap = wrap;
        // A pixel's grace: fractions of line heights are rounded up.
        const fits = element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 1;
        if (fits) return;
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  return ref;
}
