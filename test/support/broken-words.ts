// Words that a page breaks without a hyphen (rule PAGE-24).
import type { Page } from 'playwright-core';

/** Words of which two letters stand on different lines, without a place for a hyphen between them. */
export const brokenWords = (of: Page): Promise<readonly string[]> =>
  of.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const lineOf = (index: number): number | undefined => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        // The first letter of a line has a box at the end of the line before, too.
        return [...range.getClientRects()].at(-1)?.bottom;
      };
      for (const { index } of text.matchAll(/\p{L}(?=\p{L})/gu)) {
        const [first, second] = [lineOf(index), lineOf(index + 1)];
        if (first !== undefined && second !== undefined && Math.abs(first - second) > 4) found.push(text);
      }
    }
    return found;
  });
