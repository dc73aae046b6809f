// The heads of tables on public pages that are a few letters: what screen readers say for them.
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/browser/shared/language.ts';
import { openSiteForTests } from '../../support/site.ts';
import { world } from '../../support/world/world.ts';

const site = openSiteForTests({ data: world() });

test.each(LANGUAGES)(
  'rule PUBLIC-8: screen readers and a tooltip say what short heads of tables mean: %s',
  async (lang) => {
    const page = await site.browser.newPage();
    for (const [address, columns] of [
      ['/tournaments/autumn-cup', 7],
      ['/clubs/riverside-fc', 3],
    ] as const) {
      await page.goto(`${site.gateway.url}${address}?lang=${lang}`);
      const table = page.getByRole('table').first();
      const heads = await table
        .locator('thead th')
        .evaluateAll((all) =>
          all.map((head) => [head.textContent, head.querySelector('abbr')?.title ?? head.textContent]),
        );
      expect(heads).toHaveLength(columns);
      expect(heads.filter(([short = '', long = '']) => short.length < 4 && long.length <= short.length)).toEqual([]);
      const named = await Promise.all(
        heads.map(([, name = '']) => table.getByRole('columnheader', { name, exact: true }).count()),
      );
      expect(named).toEqual(heads.map(() => 1));
    }
    await page.close();
  },
);
