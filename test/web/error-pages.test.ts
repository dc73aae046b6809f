// What is shown in place of a page that is not made (rule LIMIT-21).
import { expect, it } from 'vitest';
import { errorPagesOf } from '../../src/web/error-pages.ts';
import { openMadePages } from '../../src/web/made-pages.ts';
import type { Problem } from '../../src/ops/problem.ts';

/** The refusal of a network that has had its pages. */
function refusalOf(network: string): Problem {
  const count = openMadePages();
  for (;;) {
    const refusal = count(network);
    if (refusal !== null) return refusal;
  }
}

const request = (accept: string) => ({
  header: (name: string) => (name === 'accept' ? accept : ''),
  query: () => new URLSearchParams('a=b'),
  queryText: () => 'a=b',
  path: '/me/apps',
  address: () => '203.0.113.9',
  allowance: null,
});

it('rule LIMIT-21: makes no page of a refusal, also if the network has pages again by then', () => {
  let counted = 0;
  const count = () => {
    counted += 1;
    return null;
  };
  const refusal = refusalOf('203.0.113.9');
  const [program, browser] = ['*/*', 'text/html'].map((accept) => errorPagesOf(request(accept), count, true)(refusal));
  expect(String(program?.body)).toContain('"error":"Too many pages at once."');
  expect(String(browser?.body)).toContain('href="?lang=ar"');
  expect(counted).toBe(0);
});
