// What a keyboard's user cannot see: a control that has the focus and is behind a part that stays in view (WCAG 2.2, 2.4.11).
import type { Page } from 'playwright-core';

/** Goes through the page with the key, once around. Returns the controls that nothing of is seen when they have the focus. */
export async function hiddenFocus(page: Page, key: 'Tab' | 'Shift+Tab', most = 120): Promise<string[]> {
  const hidden: string[] = [];
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  for (let place = 0; place < most; place += 1) {
    await page.keyboard.press(key);
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const label = element.closest('label');
      const isSeen = [0.1, 0.5, 0.9].some((share) => {
        const part = document.elementFromPoint(left + width * share, top + height * share);
        return part !== null && (element.contains(part) || part.contains(element) || label?.contains(part) === true);
      });
      const name = element.getAttribute('name') ?? element.textContent.trim().slice(0, 30);
      return { name: `${element.nodeName} ${name}`, isSeen };
    });
    if (found === null) break;
    if (!found.isSeen) hidden.push(found.name);
  }
  return hidden;
}
