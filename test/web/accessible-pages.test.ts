// The list of pages that axe looks at (accessible-pages.page.test.ts) has every address of the site.
import { expect, it } from 'vitest';
import { SITE_PAGES, sitePaths } from '../support/site-pages.ts';

it('axe looks at every page of the table of routes', () => {
  expect(Object.keys(SITE_PAGES).toSorted()).toEqual([...new Set(sitePaths())].toSorted());
});
