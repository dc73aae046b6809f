// The script that loads a screen, an overlay or the console again when one of its files does not come. All versions have it at the same address.
import { headerBlock, NOSNIFF } from '../http/core/answer.ts';
import type { Handle } from '../http/core/exchange.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type BuiltPages, contentFor, fileAt } from './built-files.ts';

const ADDRESS = '/assets/reload.js';

type Pages = BuiltPages | null | undefined;

const fileOf = (pages: Pages) => fileAt(pages, pages?.manifest['reload']?.js);

/** The element of a page's head; it stands before the other files. Empty where the build made no such script. */
export const reloadElement = (pages: Pages): string =>
  fileOf(pages) === undefined ? '' : `\n<script src="${ADDRESS}"></script>`;

const headers = headerBlock({
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  vary: 'Accept-Encoding',
  ...NOSNIFF,
});

export function reloadRoutes(pages: Pages): readonly RouteSpec[] {
  const file = fileOf(pages);
  if (file === undefined) return [];
  const handle: Handle = (exchange) => ({ status: 200, headers, ...contentFor(exchange, file) });
  return [{ name: 'asset', access: 'public', method: 'GET', path: ADDRESS, handle }];
}
