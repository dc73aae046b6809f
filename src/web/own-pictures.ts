// Pictures that this server has of its own: three of the first page, made by `npm run screenshots`, the crests of the demo, and the
// icon of the pages.
import { readFile } from 'node:fs/promises';
import { cachedRoute } from './cached-route.ts';
import { NOSNIFF } from '../http/core/answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { PITCH } from './layout/icon.ts';

/** The addresses of the pictures, by what they show. */
export const PICTURES = {
  console: '/pictures/console.webp',
  screen: '/pictures/screen.webp',
  overlay: '/pictures/overlay.webp',
} as const;

/** The crests of the clubs and teams in `npm run demo`. */
export const CRESTS = {
  lakeside: '/pictures/crest-lakeside.svg',
  northgate: '/pictures/crest-northgate.svg',
  france: '/pictures/crest-france.svg',
  croatia: '/pictures/crest-croatia.svg',
  belgium: '/pictures/crest-belgium.svg',
  england: '/pictures/crest-england.svg',
} as const;

const TYPES = { webp: 'image/webp', svg: 'image/svg+xml' } as const;

const headersOf = (path: string) => ({
  content: { 'content-type': path.endsWith('.svg') ? TYPES.svg : TYPES.webp, ...NOSNIFF },
  always: { 'cache-control': 'public, max-age=86400' },
});

/** The folder `pictures` lies beside this file, and beside the bundle. */
const pictureFile = (path: string): Promise<Buffer> => readFile(new URL(`.${path}`, import.meta.url));

export const pictureRoutes = (): readonly RouteSpec[] => [
  ...[...Object.values(PICTURES), ...Object.values(CRESTS)].map((path) =>
    cachedRoute({ name: 'picture', path, headers: headersOf(path), make: () => pictureFile(path) }),
  ),
  // Browsers go by the type, not by the name.
  cachedRoute({ name: 'picture', path: '/favicon.ico', headers: headersOf('icon.svg'), make: () => PITCH }),
];
