// What axe finds wrong on a page for people who use assistive technology.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Each violation as `rule: the HTML of its places`. `isWorst`: only the serious and the critical ones. `exclude`: selectors of what is
 * left out.
 */
async function violationsIn(page: Page, isWorst: boolean, exclude: readonly string[] = []): Promise<readonly string[]> {
  // Once a document: the script is half a megabyte.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${axe.source}; undefined`);
  const violations = await page.evaluate(async (left) => {
    const here = left.length === 0 ? document : { exclude: [...left] };
    const found = await (window as unknown as { axe: typeof axe }).axe.run(here, { resultTypes: ['violations'] });
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map(({ html }) => html).join(' '),
    }));
  }, exclude);
  return violations
    .filter(({ impact }) => !isWorst || impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html}`);
}

export const allViolations = (page: Page): Promise<readonly string[]> => violationsIn(page, false);
export const seriousViolations = (page: Page, exclude: readonly string[] = []): Promise<readonly string[]> =>
  violationsIn(page, true, exclude);
