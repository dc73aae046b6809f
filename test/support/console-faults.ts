// Layout faults of the console.

/**
 * The layout faults of the page, in words; runs in the page. Nothing is cut off or beside the page, and what is pressed is at least
 * 48 px high and wide. The words of its own buttons are whole; names may break between syllables.
 */
export function faultsOf(): string[] {
  const faults: string[] = [];
  const top = document.querySelector('dialog') ?? document.body;
  const all = (selector: string): HTMLElement[] => [...top.querySelectorAll<HTMLElement>(selector)];
  const nameOf = (element: HTMLElement): string => `${element.className} "${element.textContent.slice(0, 40)}"`;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  for (const element of all('*')) {
    if (element.clientWidth === 0 || element.closest('select, .unseen')) continue;
    const { overflowX } = getComputedStyle(element);
    if (element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible')
      faults.push(`${nameOf(element)} is cut`);
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) faults.push(`${nameOf(element)} is beside the page`);
  }
  for (const element of all('button, select, input, a')) {
    const target = element.closest('label') ?? element;
    const { width, height } = target.getBoundingClientRect();
    if (width > 0 && (width < 47.5 || height < 47.5)) faults.push(`${nameOf(element)} is ${width} × ${height}`);
    if (element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0 && element.tagName === 'BUTTON') {
      faults.push(`the text of ${nameOf(element)} does not fit`);
    }
  }
  for (const button of all('.column button, .clock-bar button')) {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/[^\s\u00ad-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top: y }) => Math.round(y)));
        if (lines.size > 1) faults.push(`${nameOf(button)} breaks its word ${word}`);
      }
    }
  }
  return faults;
}
