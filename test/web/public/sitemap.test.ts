// A sitemap of many pages is made in pieces, and has all of them.
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/http/core/exchange.ts';
import { sitemapRoutes } from '../../../src/web/public/sitemap.ts';
import { countTurns } from '../../support/count-turns.ts';

test('the sitemap has 20,000 pages in their order, and other work has its turns meanwhile', async () => {
  const pages = Array.from({ length: 20_000 }, (_, index) => ['tournaments', `cup-${index}`]);
  const [route] = sitemapRoutes({
    listPublicPages: () => Promise.resolve(pages),
    baseUrl: () => 'https://scores.example.org',
  });
  if (route?.access !== 'public') throw new Error('The sitemap is for all.');
  const turns = countTurns();
  const exchange = { header: () => '', ifNoneMatch: '' } as unknown as Exchange;
  const answer = await route.handle(exchange);
  expect(turns.stop()).toBeGreaterThan(1);
  const lines = String(answer.body).split('\n');
  expect(lines.slice(0, 2)).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ]);
  expect(lines.slice(2, -2)).toEqual(
    pages.map(([, slug]) => `<url><loc>https://scores.example.org/tournaments/${slug}</loc></url>`),
  );
  expect(lines.slice(-2)).toEqual(['</urlset>', '']);
});
