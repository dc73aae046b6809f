// The scorekeeper's console: one page, its service worker and its manifest. They hold no secret and no match, so they need
// no credential. The console reads and writes with its own token.
import { directionOf, type Language } from '../browser/shared/language.ts';
import { pageLanguages } from '../browser/shared/page-languages.ts';
import { isSecureVisit } from './arrival.ts';
import { languageOf, rememberLanguage } from './visitor-language.ts';
import { type Answer, headerBlock, type HeaderBlock, NOSNIFF } from '../http/core/answer.ts';
import { builtPage, type BuiltPages, contentFor, fileAt, type PageFiles } from './built-files.ts';
import type { Exchange, Handle } from '../http/core/exchange.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { fontPreload } from './layout/font-preload.ts';
import { connectSource } from './layout/connect-source.ts';
import { contentPolicy } from './layout/content-policy.ts';
import { reloadElement } from './reload-script.ts';

export type ConsoleDeps = {
  /** Null when the pages are not built, for example when the sources run directly. */
  readonly pages?: BuiltPages | null | undefined;
  /** The public address of the service; known once it listens. */
  readonly baseUrl: () => string;
};

const policy = (exchange: Exchange, baseUrl: string): Readonly<Record<string, string>> =>
  contentPolicy({
    'script-src': "'self'",
    'connect-src': connectSource(exchange, baseUrl),
    'img-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
  });

/** Browsers check for a new version each time, so that a scorekeeper never gets an old page. */
const block = (type: string, more: Readonly<Record<string, string>> = {}): HeaderBlock =>
  headerBlock({
    'content-type': type,
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    ...more,
    ...NOSNIFF,
  });
const page = block('text/html; charset=utf-8', { vary: 'Accept-Language, Cookie' });
const manifest = block('application/manifest+json', { vary: 'Accept-Language, Cookie' });
// The worker's address is below its scope.
const worker = block('text/javascript; charset=utf-8', {
  'service-worker-allowed': '/console',
  vary: 'Accept-Encoding',
});

export function consoleRoutes({ pages, baseUrl }: ConsoleDeps): readonly RouteSpec[] {
  const built = (): PageFiles => builtPage(pages, 'console');
  const route = (path: string, handle: Handle): RouteSpec => ({
    name: 'console',
    access: 'public',
    method: 'GET',
    path,
    handle,
  });
  const document = (exchange: Exchange): Answer => {
    const { language, isChosen } = languageOf(exchange);
    return {
      status: 200,
      headers: page,
      more: policy(exchange, baseUrl()),
      cookies: isChosen ? [rememberLanguage(language, isSecureVisit(exchange, baseUrl()))] : [],
      body: consolePage(built(), language, reloadElement(pages)),
    };
  };

  return [
    route('/console', document),
    route('/console/{channel}', document),
    route('/console/{channel}/air', document),
    route('/console/app.webmanifest', (exchange) => ({
      status: 200,
      headers: manifest,
      more: policy(exchange, baseUrl()),
      body: consoleManifest(built(), languageOf(exchange).language),
    })),
    route('/console/worker.js', (exchange) => {
      const file = fileAt(pages, built().worker);
      if (!file) throw new Error('The console was built without its worker.');
      const content = contentFor(exchange, file);
      return { status: 200, headers: worker, ...content, more: { ...policy(exchange, baseUrl()), ...content.more } };
    }),
  ];
}

/** `--ground` of tokens.css. */
const COLOR = '#070b16';

/**
 * The HTML of `GET /console` and `GET /console/{channel}`. It has no inline script, so it works under a strict policy. `reload`: of
 * `reloadElement`. The service worker keeps that script too, so a phone without a network does not wait for it.
 */
function consolePage(
  { js, css, fonts = [], icons = {}, scripts = {} }: PageFiles,
  language: Language,
  reload: string,
): string {
  const { title, noScript } = pageLanguages[language].console;
  const links = [
    ...fonts.map(fontPreload),
    ...(css === undefined ? [] : [`<link rel="stylesheet" href="${css}">`]),
    '<link rel="manifest" href="/console/app.webmanifest">',
    ...(icons['icon.svg'] === undefined ? [] : [`<link rel="icon" type="image/svg+xml" href="${icons['icon.svg']}">`]),
    ...(icons['icon-192.png'] === undefined ? [] : [`<link rel="apple-touch-icon" href="${icons['icon-192.png']}">`]),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${COLOR}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">${reload}
${links.join('\n')}
<script type="module" src="${scripts[language] ?? js}"></script>
</head>
<body>
<div id="console"></div>
<noscript>${noScript}</noscript>
</body>
</html>
`;
}

/** The web manifest, for the phone's home screen. */
function consoleManifest({ icons = {} }: PageFiles, language: Language): string {
  const { title, about } = pageLanguages[language].console;
  const png = (size: number) => {
    const src = icons[`icon-${size}.png`];
    return src === undefined ? [] : [{ src, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any maskable' }];
  };
  const svg = icons['icon.svg'];
  return JSON.stringify({
    id: '/console',
    lang: language,
    dir: directionOf(language),
    name: title,
    short_name: 'Touchline',
    description: about,
    start_url: '/console',
    scope: '/console',
    display: 'standalone',
    orientation: 'any',
    background_color: COLOR,
    theme_color: COLOR,
    icons: [
      ...png(192),
      ...png(512),
      ...(svg === undefined ? [] : [{ src: svg, sizes: 'any', type: 'image/svg+xml' }]),
    ],
  });
}
