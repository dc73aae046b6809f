// `/robots.txt` and `/sitemap.xml`: search engines find what all may see, and nothing else.
import { headerBlock, NOSNIFF } from '../../http/core/answer.ts';
import { openCached } from '../../http/core/cached-answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { inTurns } from '../../ops/turns.ts';
import { type EncodedBody, encodeBody } from '../../resources/encoded-body.ts';
import type { ListedPage } from '../../store/sitemap.ts';
import { escapeHtml } from '../layout/escape-html.ts';
import { pathOf } from './page.ts';

export type SitemapDeps = {
  /** Throws Problem 503. */
  readonly listPublicPages: () => Promise<readonly ListedPage[]>;
  readonly baseUrl: () => string;
};

/** The database is asked at most this often, ms. */
const KEPT_MS = 10 * 60_000;

/** Pages for people who are signed in, or whose address holds a token. */
const NOT_FOR_ROBOTS = ['/api/auth/', '/api/v1/', '/build/', '/console', '/me/', '/overlay/', '/screen/', '/sign-in'];

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`;

const ALWAYS = { 'cache-control': 'public, max-age=600', vary: 'Accept-Encoding' } as const;
const robots = headerBlock({ 'content-type': 'text/plain; charset=utf-8', ...ALWAYS, ...NOSNIFF });

export function sitemapRoutes({ listPublicPages, baseUrl }: SitemapDeps): readonly RouteSpec[] {
  const cached = openCached({
    content: { 'content-type': 'application/xml; charset=utf-8', ...NOSNIFF },
    always: ALWAYS,
  });
  let body: EncodedBody | null = null;
  let madeAt = -Infinity;
  let making: Promise<EncodedBody> | null = null;

  async function make(): Promise<EncodedBody> {
    const pages = await listPublicPages();
    body = encodeBody(await inTurns(sitemap(pages, baseUrl())));
    madeAt = performance.now();
    return body;
  }

  /** One query at a time, however many ask. */
  function current(): EncodedBody | Promise<EncodedBody> {
    if (body !== null && performance.now() - madeAt < KEPT_MS) return body;
    making ??= make().finally(() => {
      making = null;
    });
    return making;
  }

  return [
    {
      name: 'sitemap',
      access: 'public',
      method: 'GET',
      path: '/sitemap.xml',
      async handle(exchange) {
        const acceptEncoding = exchange.header('accept-encoding');
        const asked = { ifNoneMatch: exchange.ifNoneMatch, acceptEncoding: () => acceptEncoding };
        return cached(await current(), asked);
      },
    },
    {
      name: 'robots',
      access: 'public',
      method: 'GET',
      path: '/robots.txt',
      handle: () => ({ status: 200, headers: robots, body: robotsText(baseUrl()) }),
    },
  ];
}

const robotsText = (baseUrl: string): string =>
  [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');

/** Pages in one piece of the work. */
const PIECE = 100;

/** The text, made in pieces: there may be 50,000 pages. */
function* sitemap(pages: readonly ListedPage[], baseUrl: string): Generator<void, Buffer> {
  const lineOf = (parts: ListedPage): string => `<url><loc>${escapeHtml(baseUrl + pathOf(...parts))}</loc></url>\n`;
  const pieces = [Buffer.from(HEAD)];
  for (let from = 0; from < pages.length; from += PIECE) {
    pieces.push(
      Buffer.from(
        pages
          .slice(from, from + PIECE)
          .map(lineOf)
          .join(''),
      ),
    );
    yield;
  }
  return Buffer.concat([...pieces, Buffer.from('</urlset>\n')]);
}
