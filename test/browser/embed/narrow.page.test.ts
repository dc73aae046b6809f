// The element of other sites in a narrow column.
import { expect, test } from 'vitest';
import { openSiteForTests } from '../../support/site.ts';

const site = openSiteForTests();

test('rule PUBLIC-6: down to 160 pixels no short word of a name is broken, and nothing is wider than the column', async () => {
  const page = await site.browser.newPage({ viewport: { width: 640, height: 900 } });
  await page.goto(`${site.gateway.url}/design/embed`);
  await page.locator('#embed > *').first().waitFor();
  for (const width of [160, 200, 240, 300, 400]) {
    const faults = await page.evaluate((columnWidth) => {
      const found: string[] = [];
      for (const host of document.querySelectorAll<HTMLElement>('#embed > *')) {
        host.style.width = `${columnWidth}px`;
        for (const part of host.shadowRoot?.querySelectorAll<HTMLElement>('a, .sides') ?? []) {
          if (part.scrollWidth > part.clientWidth) found.push(`${part.className} is too wide`);
        }
        for (const name of host.shadowRoot?.querySelectorAll('.home, .away') ?? []) {
          const text = name.firstChild;
          for (const { 0: word, index } of name.textContent.matchAll(/\S+/g)) {
            const range = document.createRange();
            if (text !== null) range.setStart(text, index);
            if (text !== null) range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (word.length < 12 && lines.size > 1) found.push(`${word} is broken`);
          }
        }
      }
      return found;
    }, width);
    expect(faults, `${width} px`).toEqual([]);
  }
  await page.close();
});

test('rule PUBLIC-6: in a column as wide as its content the element keeps its names beside the score', async () => {
  const page = await site.browser.newPage({ viewport: { width: 640, height: 900 } });
  await page.goto(`${site.gateway.url}/design/embed`);
  const first = page.locator('#embed > *').first();
  await first.waitFor();
  await page.locator('#embed').evaluate((element) => element.replaceChildren(...[...element.children].slice(0, 1)));
  for (const display of ['flex', 'inline-block']) {
    await page.locator('#embed').evaluate((element, value) => (element.style.display = value), display);
    const { width = 0 } = (await first.boundingBox()) ?? {};
    expect(width, display).toBeGreaterThanOrEqual(320);
  }
  await page.close();
});
