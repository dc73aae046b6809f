// Text as large as its box takes. Style sheets can size by the screen, but not by the length of a team's name.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Whole words down to a third of the size; then words may break, as the one thing that is worse is not to see them. */
const TRIES = [
  ...[1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.48, 0.42, 0.37].map((factor) => ({ factor, wrap: 'normal' })),
  ...[0.76, 0.68, 0.6, 0.54, 0.48, 0.42, 0.36, 0.3, 0.24].map((factor) => ({ factor, wrap: 'anywhere' })),
] as const;

/** Names side by side look best alike; but for the longest of all the others are not made smaller than by this. */
const ALIKE_MIN = 0.62;

/**
 * The ref of an element whose `--fit` (a factor for its font size) follows its text and its size. With `together`, the
 * selector of something around it, all that is fitted together in there is drawn alike.
 */
export function useFit<T extends HTMLElement>(text: string, together?: string) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const fit = (): void => {
      element.dataset.fit = String(fitAlone(element));
      const group = together === undefined ? null : element.closest(together);
      if (group) drawAlike([...group.querySelectorAll<HTMLElement>('[data-fit]')]);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, together]);
  return ref;
}

/** Draws the text as large as it fits; returns the factor. */
function fitAlone(element: HTMLElement): number {
  let tried = 1;
  for (const { factor, wrap } of TRIES) {
    tried = factor;
    element.style.setProperty('--fit', String(factor));
    element.style.overflowWrap = wrap;
    // A pixel's grace: fractions of line heights are rounded up.
    const fits = element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 1;
    if (fits) break;
  }
  return tried;
}

function drawAlike(elements: readonly HTMLElement[]): void {
  const own = (element: HTMLElement): number => Number(element.dataset.fit);
  const least = Math.min(...elements.map(own));
  for (const element of elements) {
    element.style.setProperty('--fit', String(Math.max(least, own(element) * ALIKE_MIN)));
  }
}
