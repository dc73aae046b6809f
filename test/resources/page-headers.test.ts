// The headers of a list in pages.
import { expect, it } from 'vitest';
import { pageHeaders } from '../../src/resources/page-headers.ts';

it.each<readonly [page: number, total: number, link: string | undefined]>([
  [1, 0, undefined],
  [1, 20, undefined],
  [1, 21, '<?limit=20&page=2>; rel="next", <?limit=20&page=2>; rel="last"'],
  [
    2,
    60,
    '<?limit=20&page=1>; rel="first", <?limit=20&page=1>; rel="prev", <?limit=20&page=3>; rel="next", <?limit=20&page=3>; rel="last"',
  ],
  [3, 60, '<?limit=20&page=1>; rel="first", <?limit=20&page=2>; rel="prev"'],
  [9, 21, '<?limit=20&page=1>; rel="first", <?limit=20&page=2>; rel="prev"'],
])('rule READ-19: page %i of %i entries', (page, total, link) => {
  expect(pageHeaders({ limit: 20, page, total })).toEqual({ 'x-total-count': String(total), ...(link && { link }) });
});
