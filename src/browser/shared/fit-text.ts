// Draws text as large as its box allows. CSS can size text by the screen, but not by the length of a team's name.
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Text keeps whole words down to a third of its size. Below that, words may break, at a hyphen (hyphens.ts) where there is one:
 * broken text is better than hidden text.
 */
const SIZES = [
  ...[1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.48, 0.42, 0.37].map((factor) => ({ factor, wrap: 'normal' })),
  ...[0.76, 0.68, 0.6, 0.54, 0.48, 0.42, 0.36, 0.3, 0.24].map((factor) => ({ factor, wrap: 'anywhere' })),
] as const;

/**
 * Returns a ref for an element. Its `--fit` (a factor for its font size) follows its text and its size. `together` is
 * the selector of an ancestor: all fitted text inside that ancestor has the same size.
 */
export function useFit<T extends HTMLElement>(text: string, together?: string) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const fit = (): void => {
      element.dataset.fit = String(fitAlone(element));
      const group = together === undefined ? null : element.closest(together);
      if (group) drawEqual([...group.querySelectorAll<HTMLElement>('[data-fit]')]);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    // The letters of another script arrive after the first text that needs them.
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [text, together]);
  return ref;
}

/** Draws the text as large as possible and returns the factor. */
function fitAlone(element: HTMLElement): number {
  let chosen = 1;
  // An ellipsis takes away whole letters for a fraction of a pixel.
  const slack = getComputedStyle(element).textOverflow === 'ellipsis' ? 0 : 1;
  for (const { factor, wrap } of SIZES) {
    chosen = factor;
    element.style.setProperty('--fit', String(factor));
    element.style.overflowWrap = wrap;
    element.style.hyphens = wrap === 'anywhere' ? 'manual' : 'none';
    // Allow one extra pixel, because browsers round fractions of line heights up.
    const fits = element.scrollWidth <= element.clientWidth + slack && element.scrollHeight <= element.clientHeight + 1;
    if (fits) break;
  }
  return chosen;
}

/** All elements have the size of the smallest one. */
export function drawEqual(elements: readonly HTMLElement[]): void {
  const smallest = Math.min(...elements.map(({ dataset }) => Number(dataset.fit ?? 1)));
  for (const element of elements) element.style.setProperty('--fit', String(smallest));
}
