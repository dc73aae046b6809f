// Draws text as large as its box allows. CSS can size text by the screen, but not by the length of a team's name.
import { useMeasured } from './use-measured.ts';
import { WHOLE_WORD } from './whole-words.tsx';

const SIZES = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.48, 0.42, 0.36, 0.3, 0.24] as const;
/** Text keeps whole words down to this size. */
const WHOLE_MIN = 0.36;

/**
 * Below `wholeMin`, words may break, at a hyphen (hyphens.ts) where there is one: broken text is better than hidden text. It may
 * then have twice that size.
 */
const triesOf = (wholeMin: number) => [
  ...SIZES.filter((factor) => factor >= wholeMin).map((factor) => ({ factor, wrap: 'normal' })),
  ...SIZES.filter((factor) => factor <= 2.2 * wholeMin).map((factor) => ({ factor, wrap: 'anywhere' })),
];

/**
 * Returns a ref for an element. Its `--fit` (a factor for its font size) follows its text and its size. `together` is
 * the selector of an ancestor: all fitted text inside that ancestor has the same size. `wholeMin`: below this factor, words may break.
 */
export const useFit = <T extends HTMLElement>(text: string, together?: string, wholeMin = WHOLE_MIN) =>
  useMeasured<T>(
    (element) => {
      element.dataset.fit = String(fitAlone(element, wholeMin));
      const group = together === undefined ? null : element.closest(together);
      if (group) drawEqual([...group.querySelectorAll<HTMLElement>('[data-fit]')]);
    },
    [text, together, wholeMin],
  );

/** Draws the text as large as possible and returns the factor. */
function fitAlone(element: HTMLElement, wholeMin: number): number {
  let chosen = 1;
  // An ellipsis takes away whole letters for a fraction of a pixel.
  const slack = getComputedStyle(element).textOverflow === 'ellipsis' ? 0 : 1;
  const words = [...element.querySelectorAll(`.${WHOLE_WORD}`)];
  for (const { factor, wrap } of triesOf(wholeMin)) {
    chosen = factor;
    element.style.setProperty('--fit', String(factor));
    element.style.overflowWrap = wrap;
    element.style.hyphens = wrap === 'anywhere' ? 'manual' : 'none';
    // Allow one extra pixel, because browsers round fractions of line heights up.
    const fits = element.scrollWidth <= element.clientWidth + slack && element.scrollHeight <= element.clientHeight + 1;
    // In columns, a word that is too long reaches into the next one.
    if (fits && words.every((word) => word.scrollWidth <= word.clientWidth + 1)) break;
  }
  return chosen;
}

/** All elements have the size of the smallest one. */
export function drawEqual(elements: readonly HTMLElement[]): void {
  const smallest = Math.min(...elements.map(({ dataset }) => Number(dataset.fit ?? 1)));
  for (const element of elements) element.style.setProperty('--fit', String(smallest));
}
