// Layout faults of the overlay.

/** The layout faults of the picture, in words; runs in the page. */
export function faultsOf(): string[] {
  const faults: string[] = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight)
    faults.push(`the page is ${scrollWidth} × ${scrollHeight}`);
  const isShortened = (element: Element): boolean => getComputedStyle(element).textOverflow === 'ellipsis';
  const isInShortened = ({ parentElement }: Element): boolean =>
    parentElement !== null && (isShortened(parentElement) || isInShortened(parentElement));
  /** Lines beyond the last one end with an ellipsis too. */
  const isClamped = (element: Element): boolean => getComputedStyle(element).webkitLineClamp !== 'none';
  const clips = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible';
  for (const element of document.querySelectorAll<HTMLElement>('#overlay *')) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || isInShortened(element)) continue;
    const name = `${element.className} "${element.textContent.slice(0, 40)}"`;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      faults.push(`${name} leaves the picture`);
    // Arabic letters reach far below their line.
    if (isShortened(element) && getComputedStyle(element).overflowY !== 'visible') faults.push(`${name} is cut below`);
    // A name may be shortened by an ellipsis; nothing else may be wider or higher than its box.
    const isWider = element.scrollWidth > element.clientWidth + 1;
    const isHigher = element.scrollHeight > element.clientHeight + 2;
    if (clips(element) && !isShortened(element) && !isClamped(element) && (isWider || isHigher)) {
      faults.push(`${name} is cut off`);
    }
  }
  const widgets = [...document.querySelectorAll('.place > *')].map((element) => element.getBoundingClientRect());
  for (const [index, a] of widgets.entries()) {
    for (const b of widgets.slice(index + 1)) {
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) {
        faults.push('one widget covers another');
      }
    }
  }
  return faults;
}
